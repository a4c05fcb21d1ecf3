/** Asking the server over HTTP. A refusal is thrown with the server's own words. */
import type { Problem } from './types';

/** What the server would not do, and why. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message.en);
  }
}

/** Why the server refused; throws again what is no refusal. */
export function refusal(error: unknown): Problem {
  if (error instanceof Refused) return error.problem;
  throw error;
}

/** When no answer came at all. */
export const SILENCE: Problem = {
  code: 'unavailable',
  message: { en: 'the server does not answer', fr: 'le serveur ne répond pas' },
};

/** Asks, and answers with what came back unless the server refuses. */
export async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
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
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => null);
  throw new Refused(isProblem(answer) ? answer : SILENCE);
}

async function ask<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const response = await send(method, path, body, signal);
  return (await response.json().catch(() => null)) as T;
}

function isProblem(answer: unknown): answer is Problem {
  return typeof answer === 'object' && answer !== null && 'code' in answer && 'message' in answer;
}

export const get = <T>(path: string, signal?: AbortSignal) => ask<T>('GET', path, undefined, signal);
export const post = <T>(path: string, body: unknown = {}, signal?: AbortSignal) => ask<T>('POST', path, body, signal);
export const remove = <T>(path: string, body?: unknown) => ask<T>('DELETE', path, body);
