import { beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '../api/http';
import type { PlacedPiece, Scene, Study, StudyView } from '../api/types';
import { shownPieces } from '../board/playable';
import { settings } from '../settings.svelte';
import { Exercise } from './exercise.svelte';
import type { LessonStep } from './lesson';
import type { StudyApi } from '../api/study';

const both = { en: 'x', fr: 'x' };
const asks = { title: both, text: both, hint: both, done: both, other: both };

/** A game of one touch on three points, at which 2 wins. */
function view(study: Study): StudyView {
  const turn = study.turns.length;
  const scene: Scene = {
    board: 'three',
    turn,
    pieces: study.turns.map((text) => ({ at: Number(text), piece: 'stone', side: 'black' })),
    trays: [],
    laws: [],
    notes: [],
    last: [],
    sides: ['white', 'black'],
    acts: turn === 0 ? [2] : [1],
    prompt: both,
    points: null,
    clocks: null,
    threats: [],
    ...(turn === 0 ? { next: [0, 1, 2].map((at) => ({ touch: { point: at }, turn: String(at) })) } : {}),
  };
  const outcome = study.turns.at(-1) === '2' ? { winner: 'black' as const, reason: 'x', words: both } : null;
  return { scene, turns: study.turns, outcome, setup: '' };
}

let looked: Study[] = [];
const api: StudyApi = {
  look: (study) => {
    looked.push(study);
    if (study.turns.includes('7'))
      return Promise.reject(new ProblemError({ code: 'illegal_turn', message: { en: 'no', fr: 'non' } }));
    return Promise.resolve(view(study));
  },
  branch: () => Promise.resolve([]),
  why: () => Promise.resolve({ en: 'off the board', fr: 'hors du plateau' }),
  reply: () => Promise.resolve('2'),
};

async function begin(step: LessonStep): Promise<Exercise> {
  const exercise = new Exercise('three', step, api);
  await exercise.load();
  return exercise;
}

/** The pieces as the lesson shows them: after a verdict, those of the position after the turn. */
function shown({ scene, after, input }: Exercise): readonly PlacedPiece[] {
  return scene ? shownPieces({ scene, input: after ? null : input }) : [];
}

const soon = () => new Promise((resolve) => setTimeout(resolve));

async function touch(exercise: Exercise, at: number) {
  exercise.input.point(at, 'mouse');
  await soon();
}

beforeEach(() => {
  looked = [];
  settings.confirm = 'never';
});

describe('a step to read', () => {
  it('shows its position and takes no turn', async () => {
    const exercise = await begin({ kind: 'tell', title: both, text: both, turns: [] });
    expect(exercise.scene?.board).toBe('three');
    expect(exercise.open).toBe(false);
  });
});

describe('a step to solve', () => {
  it('accepts the winning turn and shows the position after it, by the eyes of the player', async () => {
    const exercise = await begin({ kind: 'find', wins: true, ...asks });
    expect(exercise.side).toBe('black');
    await touch(exercise, 2);
    expect(exercise.verdict).toBe('done');
    expect(shown(exercise)).toHaveLength(1);
    expect(exercise.open).toBe(false);
    expect(looked.at(-1)?.side).toBe('black');
  });

  it('says when a legal turn is another, and starts again from the same position', async () => {
    const exercise = await begin({ kind: 'find', solutions: ['1'], ...asks });
    await touch(exercise, 0);
    expect(exercise.verdict).toBe('other');
    exercise.again();
    expect(exercise.verdict).toBeNull();
    expect(shown(exercise)).toHaveLength(0);
    await touch(exercise, 1);
    expect(exercise.verdict).toBe('done');
  });

  it('gives the solution away after two failures, not before', async () => {
    const exercise = await begin({ kind: 'find', wins: true, ...asks });
    for (const seen of [false, true]) {
      await touch(exercise, 0);
      expect(exercise.maySeeSolution).toBe(seen);
      exercise.again();
    }
    await exercise.showSolution();
    expect(exercise.verdict).toBe('shown');
    expect(exercise.after?.turns).toEqual(['2']);
  });

  it('has nothing to give away where any turn will do', async () => {
    const exercise = await begin({ kind: 'try', ...asks });
    expect(exercise.maySeeSolution).toBe(false);
    await touch(exercise, 0);
    expect(exercise.verdict).toBe('done');
  });

  it('says why something cannot be touched or played, and lets one go on', async () => {
    const exercise = await begin({ kind: 'try', ...asks });
    await touch(exercise, 9);
    expect(exercise.input.message?.en).toBe('off the board');
    await exercise.input.typed('7');
    expect(exercise.input.message?.en).toBe('no');
    expect(exercise.verdict).toBeNull();
    expect(exercise.open).toBe(true);
  });

  it('says when the server is away', async () => {
    const exercise = await begin({ kind: 'try', turns: ['7'], ...asks });
    expect(exercise.problem?.en).toBe('no');
    expect(exercise.open).toBe(false);
  });
});
