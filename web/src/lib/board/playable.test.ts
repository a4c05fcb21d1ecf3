import { beforeEach, describe, expect, it } from 'vitest';
import type { Block, Branch, PlacedPiece, Scene, Words } from '../api/types';
import { turn as words } from '../messages/turn';
import { changeSettings } from '../settings.svelte';
import { nextPrompt, pointMeant, shownMarks, shownPieces, shownTrays } from './playable';
import { TurnInput } from './turn.svelte';

const both = (text: string): Words => ({ en: text, fr: text });
const stone = (at: number): PlacedPiece => ({ at, piece: 'stone', side: 'white' });
const BLOCKS = [{ at: 4, points: [4, 5, 8, 9] }] as unknown as Block[];

function scene(next: Branch[]): Scene {
  const notes = [
    { at: 6, text: both('here') },
    { at: null, text: both('nowhere') },
  ];
  return { turn: 0, next, pieces: [stone(1)], last: [1], notes, laws: [], prompt: both('move a stone') } as unknown as Scene;
}

const step: Branch = {
  touch: { point: 1 },
  changes: [{ at: 1, pieces: [] }],
  next: [{ touch: { point: 2 }, changes: [{ at: 2, pieces: [stone(2)] }], turn: 'a-b' }],
};

/** Five markers in a row, of which the first and the last are touched to take them. */
const ROW = [0, 1, 2, 3, 4];
const row: Branch = {
  touch: { point: 0 },
  next: [{ touch: { point: 4 }, changes: ROW.map((at) => ({ at, pieces: [] })), turn: 'xa-e' }],
};

/** Turns that are never answered, so that they stay sent. */
function inputOf(position: Scene): TurnInput {
  const never = () => new Promise<never>(() => undefined);
  const input = new TurnInput({ play: never, branch: never, why: never, timeLeft: () => null, mayPremove: () => false });
  input.renew(position);
  return input;
}

beforeEach(() => {
  changeSettings({ confirm: 'touch' });
});

describe('a position that is only looked at', () => {
  it('shows its last turn, its notes and what is pointed at', () => {
    const looked = { scene: scene([step]), input: null, open: true, blocks: [], pointed: [3] };
    expect(shownPieces(looked)).toEqual([stone(1)]);
    expect(shownMarks(looked)).toMatchObject({ last: [1], shown: [3, 6], targets: [], picked: [] });
    expect(pointMeant(looked, 5)).toBe(5);
  });
});

describe('a position with a turn being entered', () => {
  it('shows what may be touched, then what was, then the turn that was sent', () => {
    const position = scene([step]);
    const input = inputOf(position);
    const playable = { scene: position, input, open: true, blocks: [], pointed: [] };
    expect(shownMarks(playable)).toMatchObject({ last: [1], targets: [1], picked: [] });
    expect(nextPrompt(position, input)).toEqual(both('move a stone'));
    input.point(1, 'touch');
    expect(shownMarks(playable)).toMatchObject({ last: [], targets: [2], picked: [1] });
    expect(shownPieces(playable)).toEqual([]);
    expect(nextPrompt(position, input)).toBe(words.where);
    input.point(2, 'touch');
    expect(shownMarks(playable)).toMatchObject({ targets: [], picked: [1, 2] });
    expect(nextPrompt(position, input)).toBe(words.ready);
    input.confirm();
    expect(shownMarks(playable)).toMatchObject({ last: [], targets: [] });
    expect(shownPieces(playable)).toEqual([stone(2)]);
  });

  it('asks for one touch where one row may be taken, and for its ends where there are two', () => {
    const pieces = [...ROW, 5].map((at) => ({ at, piece: 'marker' as const, side: 'white' as const }));
    const one = { ...scene([row]), pieces };
    expect(nextPrompt(one, inputOf(one))).toBe(words.row);
    const other: Branch = {
      touch: { point: 1 },
      next: [{ touch: { point: 5 }, changes: [1, 2, 3, 4, 5].map((at) => ({ at, pieces: [] })), turn: 'xb-f' }],
    };
    const two = { ...scene([row, other]), pieces };
    expect(nextPrompt(two, inputOf(two))).toEqual(both('move a stone'));
  });

  it('shows nothing to touch while it is closed', () => {
    const position = scene([step]);
    const closed = { scene: position, input: inputOf(position), open: false, blocks: [], pointed: [] };
    expect(shownMarks(closed)).toMatchObject({ last: [1], targets: [], picked: [] });
  });
});

describe('what lies beside the board', () => {
  const tray = (piece: string, side: 'white' | null, count: number) => ({ piece, side, count, label: both(piece) });
  const drop: Branch = {
    touch: { point: 1 },
    changes: [{ at: 1, pieces: [stone(1), { at: 1, piece: 'marker', side: 'white' }] }],
    next: [{ touch: { point: 2 }, turn: 'a-b' }],
  };

  it('counts down while a turn is entered', () => {
    const position = { ...scene([drop]), trays: [tray('marker', null, 51), tray('stone', 'white', 4)] };
    const input = inputOf(position);
    const counts = () => shownTrays({ scene: position, input }).map(({ count }) => count);
    expect(counts()).toEqual([51, 4]);
    input.point(1, 'touch');
    expect(counts()).toEqual([50, 4]);
    input.back();
    expect(counts()).toEqual([51, 4]);
  });

  it('gets back what both share; what a side loses is not put into its hand', () => {
    const position = { ...scene([step]), trays: [tray('stone', null, 7), tray('stone', 'white', 4)] };
    const input = inputOf(position);
    input.point(1, 'touch');
    expect(shownTrays({ scene: position, input }).map(({ count }) => count)).toEqual([8, 4]);
    expect(shownTrays({ scene: position, input: null })).toBe(position.trays);
  });
});

describe('the place of a law', () => {
  const law: Branch = { touch: { law: 2 }, next: [{ touch: { point: 4 }, turn: 'law 2 a1' }] };

  it('is any square of its block, once the law is chosen', () => {
    const position = scene([law]);
    const input = inputOf(position);
    const playable = { scene: position, input, open: true, blocks: BLOCKS, pointed: [] };
    expect([input.placesLaw, input.currentLaw, pointMeant(playable, 9)]).toEqual([false, null, 9]);
    input.law(2);
    expect([input.placesLaw, input.currentLaw, pointMeant(playable, 9)]).toEqual([true, 2, 4]);
    expect(pointMeant(playable, 7)).toBe(7);
    expect([...shownMarks(playable).targets].sort()).toEqual([4, 5, 8, 9]);
    expect(shownMarks(playable).blocks).toEqual([[4, 5, 8, 9]]);
  });

  it('shows what the law changes once it is placed, not the corner of its block', () => {
    const place: Branch = { touch: { point: 4 }, changes: [{ at: 9, pieces: [stone(9)] }], turn: 'law 2 a1' };
    const position = scene([{ touch: { law: 2 }, next: [place] }]);
    const input = inputOf(position);
    input.law(2);
    input.point(4, 'touch');
    const playable = { scene: position, input, open: true, blocks: BLOCKS, pointed: [] };
    expect(shownMarks(playable)).toMatchObject({ picked: [9], targets: [] });
    // Touching it again plays the turn, as the point touched last does.
    input.point(9, 'touch');
    expect(input.sent?.builder.turn).toBe('law 2 a1');
  });

  it('is not asked for while its text is written', () => {
    const input = inputOf(scene([{ touch: { law: 3 }, next: [{ touch: { text: '' }, turn: 'rewrite 3 ' }] }]));
    expect(input.writesLaw).toBe(false);
    input.law(3);
    expect([input.writesLaw, input.placesLaw, input.currentLaw]).toEqual([true, false, 3]);
  });
});
