/** The challenges of this reader. */
import { get, post, remove } from '../api/http';
import type { Challenge, Challenges, DeclineReason, NewTableLink } from '../api/types';
import { go, path } from '../router.svelte';
import { session } from '../session.svelte';

class MyChallenges {
  received: Challenge[] = $state.raw([]);
  sent: Challenge[] = $state.raw([]);
  known = $state(false);
  /** Those that wait for this reader's answer. */
  readonly waiting = $derived(this.received.filter(({ status }) => status === 'open'));
}

export const challenges = new MyChallenges();

export async function refreshChallenges(): Promise<void> {
  const all = session.me ? await get<Challenges>('/api/me/challenges') : { received: [], sent: [] };
  [challenges.received, challenges.sent, challenges.known] = [all.received, all.sent, true];
}

/** Accepts a challenge and goes to its table. */
export async function accept(id: string): Promise<void> {
  const { table } = await post<NewTableLink>(`/api/challenges/${id}/accept`);
  go(path('table', table));
}

export async function decline(id: string, reason: DeclineReason): Promise<void> {
  await post(`/api/challenges/${id}/decline`, { reason });
  await refreshChallenges();
}

export async function withdraw(id: string): Promise<void> {
  await remove(`/api/challenges/${id}`);
  await refreshChallenges();
}
