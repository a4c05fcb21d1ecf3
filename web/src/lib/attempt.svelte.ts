/** Something a form asks the server for: whether it is under way, and what the server had against it, in its words. */
import { Refused } from './api/http';
import type { Code, Problem } from './api/types';
import { sentence } from './messages/index.svelte';

export class Attempt {
  busy = $state(false);
  private problem: Problem | null = $state.raw(null);

  /** What was wrong with what these codes speak of. */
  about(...codes: Code[]): string | undefined {
    return this.problem && codes.includes(this.problem.code) ? sentence(this.problem.message) : undefined;
  }

  /** What was wrong, unless it is shown at a field already. */
  otherThan(...codes: Code[]): string | undefined {
    return this.problem && !codes.includes(this.problem.code) ? sentence(this.problem.message) : undefined;
  }

  /** Does it; says whether it was done. */
  async make(deed: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.problem = null;
    try {
      await deed();
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.problem = error.problem;
      return false;
    } finally {
      this.busy = false;
    }
  }
}
