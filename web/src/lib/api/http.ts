/** Asking the server over HTTP. A refusal is thrown with the server's own words. */
import type { Problem } from './types';

/** What the server would not do, and why. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message.en);
  }
}

/** When no answer came at all. */
const SILENCE: Problem = {
  code: 'unavailable',
  message: { en: 'the server does not answer', fr: 'le serveur ne répond pas' },
};

async function ask<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const init: RequestInit = { method, credentials: 'same-origin' };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    init.headers = { 'content-type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused(SILENCE);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  throw new Refused(isProblem(answer) ? answer : SILENCE);
}

function isProblem(answer: unknown): answer is Problem {
  return typeof answer === 'object' && answer !== null && 'code' in answer && 'message' in answer;
}

export const get = <T>(path: string, signal?: AbortSignal) => ask<T>('GET', path, undefined, signal);
export const post = <T>(path: string, body: unknown = {}, signal?: AbortSignal) => ask<T>('POST', path, body, signal);
export const remove = <T>(path: string, body?: unknown) => ask<T>('DELETE', path, body);
