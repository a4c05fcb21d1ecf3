import { beforeEach, describe, expect, it } from 'vitest';
import { Refused } from '../api/http';
import type { Branch, Puzzle, PuzzleAnswer, Study, StudyView } from '../api/types';
import { Quest, type Judge } from './quest.svelte';
import { numberOf, rememberSolved, solvedPuzzles } from './solved';

const puzzle: Puzzle = {
  id: 'y-3',
  study: { game: 'y', options: {}, setup: 'act=black', turns: ['z'], side: 'black' },
  side: 'black',
  wins_in: 2,
  from: null,
  day: null,
  before: null,
  after: null,
};
const words = { en: 'w', fr: 'w' };
const branch = (point: number, turn: string): Branch => ({ touch: { point }, turn, changes: [] });

/** Black wins with a1, and after b1 with a2; b9 refutes everything else. */
class Fake implements Judge {
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

async function begin(server = new Fake()): Promise<[Quest, Fake]> {
  const quest = new Quest(puzzle, server, 0);
  await quest.load();
  return [quest, server];
}

describe('a puzzle', () => {
  it('is solved turn by turn, the answers being played', async () => {
    const [quest, server] = await begin();
    expect(server.looked.at(-1)).toEqual(['z']);
    expect(quest.open).toBe(true);
    await quest.hands.typed('A1');
    expect(quest.turns).toEqual(['a1', 'b1']);
    expect([quest.phase, quest.tried, quest.open]).toEqual(['think', 'a1', true]);
    await quest.hands.typed('a2');
    expect([quest.phase, quest.open]).toEqual(['solved', false]);
    expect(quest.view?.turns).toEqual(['z', 'a1', 'b1', 'a2']);
  });

  it('goes on at once where the opponent cannot answer', async () => {
    const server = new Fake();
    const [quest] = await begin(server);
    server.judge = () => Promise.resolve({ right: true, solved: false, reply: null, message: words });
    const look = server.look.bind(server);
    server.look = async (study) => ({ ...(await look({ ...study, turns: ['z'] })), turns: study.turns });
    await quest.hands.typed('a1');
    expect([quest.phase, quest.turns, quest.open]).toEqual(['think', ['a1'], true]);
  });

  it('shows what refutes a wrong turn, and takes it back', async () => {
    const [quest] = await begin();
    await quest.hands.typed('a1');
    await quest.hands.typed('c7');
    expect([quest.phase, quest.tried, quest.answer?.reply?.turn, quest.open]).toEqual(['wrong', 'c7', 'b9', false]);
    expect(quest.view?.turns).toEqual(['z', 'a1', 'b1', 'c7', 'b9']);
    await quest.retry();
    expect(quest.view?.turns).toEqual(['z', 'a1', 'b1']);
    expect([quest.phase, quest.open]).toEqual(['think', true]);
    await quest.restart();
    expect(quest.view?.turns).toEqual(['z']);
  });

  it('steps through its solution', async () => {
    const [quest] = await begin();
    await quest.showSolution();
    expect([quest.phase, quest.step, quest.peeked, quest.open]).toEqual(['shown', 1, true, false]);
    await quest.stepTo(9);
    expect([quest.step, quest.view?.turns.length]).toEqual([3, 4]);
    await quest.stepTo(-1);
    expect([quest.step, quest.view?.turns]).toEqual([0, ['z']]);
    await quest.restart();
    expect([quest.phase, quest.open]).toEqual(['think', true]);
  });

  it('says what the rules have against a turn, and lets one go on', async () => {
    const server = new Fake();
    const [quest] = await begin(server);
    server.judge = () => Promise.reject(new Refused({ code: 'illegal_turn', message: words }));
    await quest.hands.typed('q9');
    expect([quest.phase, quest.open, quest.hands.message]).toEqual(['think', true, words]);
    server.look = () => Promise.reject(new Refused({ code: 'unavailable', message: words }));
    await quest.load();
    expect(quest.problem).toBe(words);
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
