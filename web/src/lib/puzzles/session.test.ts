import { beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '../api/http';
import type { Branch, Puzzle, PuzzleAnswer, Study, StudyView } from '../api/types';
import { PuzzleSession, type PuzzleApi } from './session.svelte';
import { numberOf, rememberSolved, solvedPuzzles } from './solved';

const puzzle: Puzzle = {
  rating: { value: 1400, deviation: 350, provisional: true },
  tried: 0,
  solved: 0,
  id: 'y-3',
  study: { game: 'y', options: {}, setup: 'act=black', turns: ['z'], side: 'black' },
  side: 'black',
  wins_in: 2,
  themes: [],
  from: null,
  day: null,
  before: null,
  after: null,
};
const words = { en: 'w', fr: 'w' };
const branch = (point: number, turn: string): Branch => ({ touch: { point }, turn, changes: [] });

/** Black wins with a1, and after b1 with a2; b9 refutes everything else. */
class Fake implements PuzzleApi {
  looked: string[][] = [];
  look({ turns }: Study): Promise<StudyView> {
    this.looked.push(turns);
    const own = turns.length % 2 === 1;
    const scene = {
      turn: turns.length,
      pieces: turns.map((_, at) => ({ at, piece: 'stone' })),
      next: own ? [branch(1, 'a1'), branch(2, 'a2')] : [],
    };
    return Promise.resolve({
      scene,
      turns: turns.map((turn) => turn.toLowerCase()),
      outcome: null,
      setup: '',
    } as unknown as StudyView);
  }
  branch = () => Promise.resolve([]);
  why = () => Promise.resolve(words);
  judge(_id: string, turns: string[]): Promise<PuzzleAnswer> {
    const right = ['a1', 'a1 b1 a2'].includes(turns.join(' '));
    const solved = turns.length === 3 && right;
    const reply = solved ? null : { turn: right ? 'b1' : 'b9', points: [] };
    return Promise.resolve({ right, solved, reply, message: words });
  }
  solution = () => Promise.resolve(['a1', 'b1', 'a2']);
}

async function begin(server = new Fake()): Promise<[PuzzleSession, Fake]> {
  const session = new PuzzleSession(puzzle, server, 0);
  await session.load();
  return [session, server];
}

describe('a puzzle', () => {
  it('is solved turn by turn, the answers being played', async () => {
    const [session, server] = await begin();
    expect(server.looked.at(-1)).toEqual(['z']);
    expect(session.open).toBe(true);
    await session.input.typed('A1');
    expect(session.turns).toEqual(['a1', 'b1']);
    expect([session.phase, session.tried, session.open]).toEqual(['think', 'a1', true]);
    await session.input.typed('a2');
    expect([session.phase, session.open]).toEqual(['solved', false]);
    expect(session.view?.turns).toEqual(['z', 'a1', 'b1', 'a2']);
  });

  it('goes on at once where the opponent cannot answer', async () => {
    const server = new Fake();
    const [session] = await begin(server);
    server.judge = () => Promise.resolve({ right: true, solved: false, reply: null, message: words });
    const look = server.look.bind(server);
    server.look = async (study) => ({ ...(await look({ ...study, turns: ['z'] })), turns: study.turns });
    await session.input.typed('a1');
    expect([session.phase, session.turns, session.open]).toEqual(['think', ['a1'], true]);
  });

  it('shows what refutes a wrong turn, and takes it back', async () => {
    const [session] = await begin();
    await session.input.typed('a1');
    await session.input.typed('c7');
    expect([session.phase, session.tried, session.answer?.reply?.turn, session.open]).toEqual(['wrong', 'c7', 'b9', false]);
    expect(session.view?.turns).toEqual(['z', 'a1', 'b1', 'c7', 'b9']);
    await session.retry();
    expect(session.view?.turns).toEqual(['z', 'a1', 'b1']);
    expect([session.phase, session.open]).toEqual(['think', true]);
    await session.restart();
    expect(session.view?.turns).toEqual(['z']);
  });

  it('steps through its solution', async () => {
    const [session] = await begin();
    await session.showSolution();
    expect([session.phase, session.step, session.peeked, session.open]).toEqual(['shown', 1, true, false]);
    await session.stepTo(9);
    expect([session.step, session.view?.turns.length]).toEqual([3, 4]);
    await session.stepTo(-1);
    expect([session.step, session.view?.turns]).toEqual([0, ['z']]);
    await session.restart();
    expect([session.phase, session.open]).toEqual(['think', true]);
  });

  it('says what the rules have against a turn, and lets one go on', async () => {
    const server = new Fake();
    const [session] = await begin(server);
    server.judge = () => Promise.reject(new ProblemError({ code: 'illegal_turn', message: words }));
    await session.input.typed('q9');
    expect([session.phase, session.open, session.input.message]).toEqual(['think', true, words]);
    server.look = () => Promise.reject(new ProblemError({ code: 'unavailable', message: words }));
    await session.load();
    expect(session.problem).toBe(words);
  });
});

describe('solved puzzles', () => {
  beforeEach(() => localStorage.clear());

  it('are remembered once', () => {
    rememberSolved('y-3');
    rememberSolved('y-3');
    rememberSolved('zen-1');
    expect(solvedPuzzles()).toEqual(['y-3', 'zen-1']);
    localStorage.setItem('taijitu.puzzles', '{"broken');
    expect(solvedPuzzles()).toEqual([]);
    expect(numberOf('yinsh-17')).toBe('17');
  });
});
