/** Live analysis of the current position; the stream is aborted when the position changes. */
import type { AnalysisNews, Insight, Study, Words } from '../api/types';
import { analysisNews } from '../device/thinking';
import { analysis } from '../messages/analysis';
import { PAUSE_MS, Question } from './stream';

/** Search time of a position, and of a longer analysis. */
const SECONDS = { usual: 10, long: 60 };
export const MOST_LINES = 5;

export class Watcher {
  /** Whether the reader has switched the analysis on. */
  on = $state(false);
  /** How many turns it compares. */
  lines = $state(3);
  /** The progress for the current position. */
  state: 'idle' | 'asking' | 'waiting' | 'thinking' | 'over' = $state('idle');
  /** The number of requests before this one in the queue. */
  ahead = $state(0);
  insight: Insight | null = $state.raw(null);
  /** Why there is no analysis. */
  problem: Words | null = $state.raw(null);

  private readonly question = new Question(analysisNews);
  /** The position under analysis. */
  private looked: { study: Study; how: keyof typeof SECONDS } | null = null;

  constructor() {
    document.addEventListener('visibilitychange', this.shown);
  }

  /** Stops while the page is hidden, and starts again when it is visible. */
  private readonly shown = () => {
    if (document.hidden) this.question.stop();
    else if (this.looked && this.state !== 'over') this.look(this.looked.study, this.looked.how);
  };

  /** Stops for good. */
  close(): void {
    this.leave();
    document.removeEventListener('visibilitychange', this.shown);
  }

  /** Analyses a position; the previous analysis is aborted. */
  look(study: Study, how: keyof typeof SECONDS = 'usual', pause = PAUSE_MS): void {
    this.leave();
    this.looked = { study, how };
    this.state = 'asking';
    const body = { ...study, lines: this.lines, seconds: SECONDS[how] };
    this.question.ask<AnalysisNews>(
      '/api/analysis',
      body,
      {
        receive: (news) => this.receive(news),
        // Stepping fast exceeds the rate limit; the last request is repeated when it is allowed.
        refused: ({ code, message, retry }) =>
          code === 'too_fast' && retry !== undefined ? this.look(study, how, retry * 1000) : this.fail(message),
        ended: () => this.state !== 'over' && this.fail(analysis.interrupted),
      },
      pause,
    );
  }

  /** Stops, and clears the result. */
  leave(): void {
    this.question.stop();
    this.looked = null;
    this.state = 'idle';
    this.insight = null;
    this.problem = null;
  }

  private receive(news: AnalysisNews): void {
    if (news.is === 'waiting') [this.state, this.ahead] = ['waiting', news.ahead];
    else if (news.is === 'insight') [this.state, this.insight] = ['thinking', news];
    else if (news.is === 'over') this.state = 'over';
    else this.fail(news.message);
  }

  private fail(why: Words): void {
    this.question.stop();
    this.state = 'over';
    this.problem = why;
  }
}
