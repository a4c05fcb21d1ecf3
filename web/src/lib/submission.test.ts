import { describe, expect, it } from 'vitest';
import { ProblemError } from './api/http';
import type { Problem } from './api/types';
import { Submission } from './submission.svelte';

const problem: Problem = { code: 'bad_name', message: { en: 'too short', fr: 'trop court' }, field: 'name' };
const refuse = (why: Problem) => () => Promise.reject(new ProblemError(why));

describe('a submission', () => {
  it('is busy while it is under way', async () => {
    const submission = new Submission();
    let done: () => void = () => undefined;
    const run = submission.run(() => new Promise<void>((resolve) => (done = resolve)));
    expect(submission.busy).toBe(true);
    done();
    expect(await run).toBe(true);
    expect([submission.busy, submission.message]).toEqual([false, undefined]);
  });

  it('shows a refusal at the field it blames, and only there', async () => {
    const submission = new Submission();
    expect(await submission.run(refuse(problem))).toBe(false);
    expect(submission.at('name')).toBe('Too short');
    expect([submission.at('password'), submission.besides('name', 'password')]).toEqual([undefined, undefined]);
  });

  it('shows what no field is to blame for, or a field that is not there, beside the fields', async () => {
    const submission = new Submission();
    await submission.run(refuse({ code: 'too_fast', message: problem.message }));
    expect(submission.besides('name')).toBe('Too short');
    await submission.run(refuse(problem));
    expect(submission.besides('old', 'new')).toBe('Too short');
  });

  it('forgets the refusal when it is tried again, and throws what is none', async () => {
    const submission = new Submission();
    await submission.run(refuse(problem));
    await submission.run(() => Promise.resolve());
    expect(submission.message).toBeUndefined();
    await expect(submission.run(() => Promise.reject(new TypeError('a mistake')))).rejects.toThrow('a mistake');
    expect(submission.busy).toBe(false);
  });
});
