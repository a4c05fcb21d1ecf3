/** A list that is loaded in pages: the first at once, further ones on request. */
import { get } from './api/http';
import { Submission } from './submission.svelte';

interface CursorPage {
  next: string | null;
}

export class Paginated<Answer extends CursorPage, Item> {
  items: Item[] = $state.raw([]);
  /** Where the next page begins; `null` after the last one. */
  next: string | null = $state(null);
  /** Whether the first page is here. */
  known = $state(false);
  readonly submission = new Submission();

  constructor(
    private readonly address: string,
    private readonly pick: (answer: Answer) => Item[],
  ) {}

  async more(): Promise<void> {
    const from = new URL(this.address, location.origin);
    if (this.next) from.searchParams.set('before', this.next);
    await this.submission.run(async () => {
      const answer = await get<Answer>(from.pathname + from.search);
      this.items = [...this.items, ...this.pick(answer)];
      this.next = answer.next;
      this.known = true;
    });
  }
}
