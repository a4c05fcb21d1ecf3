/** What a moderator does, with the reason that every action needs. */
import { post } from '../api/http';
import type { Moderate } from '../api/types';
import { Submission } from '../submission.svelte';

export class Actions {
  reason = $state('');
  private readonly submission = new Submission();

  get busy(): boolean {
    return this.submission.busy;
  }

  /** Why the last action was refused. */
  get message(): string | undefined {
    return this.submission.message;
  }

  /** Does something; `false` if the server refused. The reason stays for the next action. */
  run(action: Moderate, report?: string): Promise<boolean> {
    const about = report === undefined ? {} : { report };
    return this.submission.run(() => post('/api/moderation/actions', { do: action, reason: this.reason, ...about }));
  }
}
