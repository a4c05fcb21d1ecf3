/** The review of a finished game: one that was made before, or one being made. */
import { attempt, get } from '../api/http';
import type { Review, ReviewNews, Score, Slip, Words } from '../api/types';
import { analysis } from '../messages/analysis';
import { Question } from './stream';

export class Reviewer {
  state: 'looking' | 'none' | 'asking' | 'waiting' | 'making' | 'done' = $state('looking');
  /** The number of requests before this one in the queue. */
  ahead = $state(0);
  review: Review | null = $state.raw(null);
  /** What is known of each position so far. */
  scores: (Score | null)[] = $state.raw([]);
  problem: Words | null = $state.raw(null);
  readonly known = $derived(this.scores.filter((score) => score !== null).length);
  /** The turns that were not the best, by their number. */
  readonly slips: ReadonlyMap<number, Slip> = $derived(new Map(this.review?.marks.map(({ turn, slip }) => [turn, slip])));

  private readonly question = new Question();
  private readonly address: string;

  constructor(
    id: string,
    /** How many positions the game has. */
    private readonly frames: number,
  ) {
    this.address = `/api/finished/${encodeURIComponent(id)}/review`;
    this.scores = this.blank();
  }

  /** Loads the review if one was made before. */
  async find(): Promise<void> {
    // Most games have none; other errors are shown when one is requested.
    await attempt(async () => {
      const kept = await get<Review | null>(this.address);
      if (kept) this.done(kept);
    });
    if (this.state === 'looking') this.state = 'none';
  }

  make(): void {
    [this.state, this.problem, this.scores] = ['asking', null, this.blank()];
    this.question.ask<ReviewNews>(
      this.address,
      {},
      {
        receive: (news) => this.receive(news),
        refused: ({ message }) => this.fail(message),
        ended: () => this.state !== 'done' && this.fail(analysis.interrupted),
      },
      0,
    );
  }

  stop(): void {
    this.question.stop();
    if (this.state !== 'done') this.state = 'none';
  }

  private receive(news: ReviewNews): void {
    if (news.is === 'waiting') [this.state, this.ahead] = ['waiting', news.ahead];
    else if (news.is === 'position') {
      this.state = 'making';
      this.scores = this.scores.with(Math.min(news.frame, this.frames - 1), news.score);
    } else if (news.is === 'done') this.done(news);
    else this.fail(news.message);
  }

  private done(review: Review): void {
    [this.state, this.review, this.scores] = ['done', review, review.scores];
  }

  private fail(why: Words): void {
    this.stop();
    this.problem = why;
  }

  private blank(): null[] {
    return Array.from({ length: this.frames }, () => null);
  }
}
