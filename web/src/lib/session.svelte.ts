/** Who is sitting in front of this page: nobody yet, a guest, or an account. */
import { attempt, get, post } from './api/http';
import { connection } from './api/socket.svelte';
import type { Me, Problem } from './api/types';

/** Set in browsers in which somebody has had a name: all others need not ask who they are. */
const KEY = 'taijitu.somebody';

export const session: { me: Me | null; known: boolean; ban: Problem | null } = $state({ me: null, known: false, ban: null });

/** Asks the server who we are. */
export async function fetchMe(): Promise<void> {
  const problem = await attempt(async () => {
    session.me = await get<Me>('/api/me');
    localStorage.setItem(KEY, 'yes');
  });
  // Nobody is signed in, or the server is away: either way we do not know who this is.
  if (problem) session.me = null;
  session.ban = problem?.code === 'banned' ? problem : null;
  if (problem?.code === 'not_signed_in') localStorage.removeItem(KEY);
  session.known = true;
}

/** At the first visit nobody is asked for. */
export async function initSession(): Promise<void> {
  connection.onhello = (you) => {
    if (you && session.me?.id !== you.id) void fetchMe();
  };
  connection.onbanned = () => void fetchMe();
  if (localStorage.getItem(KEY) !== null) return fetchMe();
  session.known = true;
}

/** Makes sure that there is a session: becomes a guest if there is none yet. */
export async function ensureGuest(): Promise<Me> {
  if (session.me) return session.me;
  session.me = await post<Me>('/api/guest');
  localStorage.setItem(KEY, 'yes');
  return session.me;
}
