/** The session of this page: not signed in, a guest, or an account. */
import { attempt, get, post } from './api/http';
import { connection } from './api/socket.svelte';
import type { Me, Problem } from './api/types';

/** Set in browsers that have had a session: without it the request for the profile is skipped. */
const KEY = 'taijitu.somebody';

export const session: { me: Me | null; known: boolean; ban: Problem | null } = $state({ me: null, known: false, ban: null });

/** Fetches our profile. */
export async function fetchMe(): Promise<void> {
  const problem = await attempt(async () => {
    session.me = await get<Me>('/api/me');
    localStorage.setItem(KEY, 'yes');
  });
  // Not signed in, or the server is away: the profile is unknown in both cases.
  if (problem) session.me = null;
  session.ban = problem?.code === 'banned' ? problem : null;
  if (problem?.code === 'not_signed_in') localStorage.removeItem(KEY);
  session.known = true;
}

/** Whether the reader may have an account: also while the profile is not loaded, or if the server did not answer. */
export function mayHaveAccount(): boolean {
  if (session.me) return !session.me.guest;
  return !session.known || localStorage.getItem(KEY) !== null;
}

/** Skipped at the first visit. */
export async function initSession(): Promise<void> {
  connection.onhello = (you) => {
    if (you && session.me?.id !== you.id) void fetchMe();
  };
  connection.onbanned = () => void fetchMe();
  if (localStorage.getItem(KEY) !== null) return fetchMe();
  session.known = true;
}

/** Makes sure that there is a session: becomes a guest if there is none yet, with a chosen or a random name. */
export async function ensureGuest(name = ''): Promise<Me> {
  if (session.me) return session.me;
  session.me = await post<Me>('/api/guest', name === '' ? {} : { name });
  localStorage.setItem(KEY, 'yes');
  return session.me;
}
