/** An engine that looks over the reader's shoulder: it is asked about the position in sight, and left when it changes. */
import type { AnalysisNews, Insight, Study, Words } from '../api/types';
import { analysis } from '../messages/analysis';
import { PAUSE, Question } from './stream';

/** How long it thinks about a position, and how long when asked to think longer. */
const SECONDS = { usual: 10, long: 60 };
export const MOST_LINES = 5;

export class Watcher {
  /** Whether it is wanted. */
  on = $state(false);
  /** How many turns it compares. */
  lines = $state(3);
  /** How far it is with the position in sight. */
  state: 'idle' | 'asking' | 'waiting' | 'thinking' | 'over' = $state('idle');
  /** How many are first. */
  ahead = $state(0);
  insight: Insight | null = $state.raw(null);
  /** Why it does not think. */
  problem: Words | null = $state.raw(null);

  private readonly question = new Question();

  /** Thinks about a position; whatever it thought about before is over. */
  look(study: Study, how: keyof typeof SECONDS = 'usual', pause = PAUSE): void {
    this.leave();
    this.state = 'asking';
    const body = { ...study, lines: this.lines, seconds: SECONDS[how] };
    this.question.ask<AnalysisNews>(
      '/api/analysis',
      body,
      {
        hear: (news) => this.hear(news),
        // Stepping fast exceeds the rate limit; the last request is repeated when it is allowed.
        refused: ({ code, message, retry }) =>
          code === 'too_fast' && retry !== undefined ? this.look(study, how, retry * 1000) : this.fail(message),
        ended: () => this.state !== 'over' && this.fail(analysis.interrupted),
      },
      pause,
    );
  }

  /** Stops, and forgets what it thought. */
  leave(): void {
    this.question.stop();
    this.state = 'idle';
    this.insight = null;
    this.problem = null;
  }

  private hear(news: AnalysisNews): void {
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
