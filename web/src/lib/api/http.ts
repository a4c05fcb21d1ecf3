/** Requests to the server over HTTP. A refusal is thrown with the server's message. */
import type { Problem, Words } from './types';

/** A request that the server refused, with the reason. */
export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message.en);
  }
}

/** What the server refused with; `null` if the error is something else. */
export function problemIn(error: unknown): Problem | null {
  return error instanceof ProblemError ? error.problem : null;
}

/** Why there is nothing to show; `null` if the server is away or the error is something else. */
export function reasonIn(error: unknown): Words | null {
  const problem = problemIn(error);
  return problem && problem.code !== 'unavailable' ? problem.message : null;
}

/** Makes a request. Returns the refusal, or `null` if it was not refused; any other failure is thrown. */
export async function attempt(request: () => Promise<unknown>): Promise<Problem | null> {
  try {
    await request();
    return null;
  } catch (error) {
    const problem = problemIn(error);
    if (problem) return problem;
    throw error;
  }
}

/** The problem when no answer came. */
export const SILENCE: Problem = {
  code: 'unavailable',
  message: { en: 'the server does not answer', fr: 'le serveur ne répond pas' },
};

/** Sends a request and returns the answer, unless the server refuses. */
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
    throw new ProblemError(SILENCE);
  }
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => null);
  throw new ProblemError(isProblem(answer) ? answer : SILENCE);
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
export const put = <T>(path: string, body: unknown = {}) => ask<T>('PUT', path, body);
export const remove = <T>(path: string, body?: unknown) => ask<T>('DELETE', path, body);
