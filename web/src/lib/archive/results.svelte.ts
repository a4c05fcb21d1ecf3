/** What a search finds, stretch by stretch: rare games are looked for in pieces, and a piece may hold none. */
import { get } from '../api/http';
import type { ArchivePage, GameLine } from '../api/types';
import { Submission } from '../submission.svelte';

export class Results {
  games: GameLine[] = $state.raw([]);
  /** Where to go on; `null` once everything has been searched. */
  next: string | null = $state(null);
  /** The time down to which was searched. */
  searched: number | null = $state(null);
  /** Whether the first answer is here. */
  known = $state(false);
  readonly submission = new Submission();

  /** `search` as it stands in an address: `?game=y`. */
  constructor(readonly search: string) {}

  async more(): Promise<void> {
    const query = new URLSearchParams(this.search);
    if (this.next) query.set('before', this.next);
    await this.submission.run(async () => {
      const page = await get<ArchivePage>(`/api/archive${query.size > 0 ? `?${query.toString()}` : ''}`);
      this.games = [...this.games, ...page.games];
      this.next = page.next;
      this.searched = page.searched;
      this.known = true;
    });
  }
}
