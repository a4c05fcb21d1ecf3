/** A request the reader makes: whether it is under way, and why the server refused it. */
import { attempt } from './api/http';
import type { Problem } from './api/types';
import { sentence } from './messages/index.svelte';

export class Submission {
  busy = $state(false);
  problem: Problem | null = $state.raw(null);

  /** The refusal as a sentence. */
  get message(): string | undefined {
    return this.problem ? sentence(this.problem.message) : undefined;
  }

  /** The refusal that belongs to this field of the request. */
  at(field: string): string | undefined {
    return this.problem?.field === field ? this.message : undefined;
  }

  /** The refusal, unless one of these fields shows it. */
  besides(...fields: string[]): string | undefined {
    return fields.includes(this.problem?.field ?? '') ? undefined : this.message;
  }

  /** Makes the request. `false` if the server refused it; any other failure is thrown. */
  async run(request: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.problem = null;
    try {
      const problem = await attempt(request);
      if (problem) this.problem = problem;
      return problem === null;
    } finally {
      this.busy = false;
    }
  }
}
