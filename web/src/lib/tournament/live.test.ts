import { beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '../api/http';
import type { MyEntry, TournamentView } from '../api/types';
import { LiveTournament, type TournamentEnv } from './live.svelte';

const view = (head: number, now = head): TournamentView => ({ id: 'T', head, now }) as unknown as TournamentView;
const entry = (n: number): MyEntry => ({ host: n > 0 }) as unknown as MyEntry;
const settle = () => new Promise((done) => setTimeout(done, 0));

let receive: (view: TournamentView) => void;
let followed: boolean;
let asked: number;
let answers: (() => Promise<MyEntry>)[];
let first: () => Promise<TournamentView>;

const env: TournamentEnv = {
  connection: {
    followTournament: (_, listener) => {
      [receive, followed] = [listener, true];
      return () => (followed = false);
    },
  },
  view: () => first(),
  mine: () => {
    asked += 1;
    return (answers.shift() ?? (() => Promise.resolve(entry(asked))))();
  },
};

beforeEach(() => {
  [followed, asked, answers] = [false, 0, []];
  first = () => Promise.resolve(view(3));
});

describe('a live tournament', () => {
  it('is asked for once, and followed until it is closed', async () => {
    const live = new LiveTournament('T', env);
    await settle();
    expect([live.view?.head, followed, asked]).toEqual([3, true, 1]);
    live.close();
    expect(followed).toBe(false);
  });

  it('takes newer views and asks what they are to us, once for each entry', async () => {
    const live = new LiveTournament('T', env);
    await settle();
    receive(view(4));
    await settle();
    receive(view(4, 9));
    await settle();
    expect([live.view?.now, asked]).toEqual([9, 2]);
  });

  it('ignores views that were overtaken', async () => {
    const live = new LiveTournament('T', env);
    await settle();
    receive(view(2, 99));
    expect(live.view?.head).toBe(3);
    receive(view(3, 1));
    expect(live.view?.now).toBe(3);
    // Another node's clock may be behind.
    receive(view(4, 1));
    expect(live.view?.head).toBe(4);
  });

  it('asks once more if something happened while an answer was awaited', async () => {
    let answer: (entry: MyEntry) => void = () => undefined;
    answers = [() => new Promise((resolve) => (answer = resolve))];
    const live = new LiveTournament('T', env);
    await settle();
    receive(view(4));
    receive(view(5));
    expect(asked).toBe(1);
    answer(entry(0));
    await settle();
    expect([asked, live.mine?.host]).toEqual([2, true]);
  });

  it('has nothing of a stranger', async () => {
    const problem = { code: 'not_signed_in', message: { en: 'no', fr: 'non' } } as const;
    answers = [() => Promise.reject(new ProblemError(problem))];
    const live = new LiveTournament('T', env);
    await settle();
    expect([live.mine, live.problem]).toEqual([null, null]);
  });

  it('says why there is nothing to see', async () => {
    first = () => Promise.reject(new ProblemError({ code: 'no_such_thing', message: { en: 'none', fr: 'aucun' } }));
    const live = new LiveTournament('T', env);
    await settle();
    expect([live.problem?.code, followed]).toEqual(['no_such_thing', false]);
  });
});
