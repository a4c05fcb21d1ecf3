/** Who is sitting in front of this page: nobody yet, a guest, or an account. */
import { Refused, get, post } from './api/http';
import type { Me } from './api/types';

export const session: { me: Me | null; known: boolean } = $state({ me: null, known: false });

/** Asks the server who we are. */
export async function recognise(): Promise<void> {
  try {
    session.me = await get<Me>('/api/me');
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // Nobody is signed in, or the server is away: either way we do not know who this is.
    session.me = null;
  }
  session.known = true;
}

/** Whoever does something has a name: a guest's, if there is none yet. */
export async function beSomebody(): Promise<Me> {
  session.me ??= await post<Me>('/api/guest');
  return session.me;
}
