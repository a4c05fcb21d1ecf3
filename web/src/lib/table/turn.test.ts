import { beforeEach, describe, expect, it } from 'vitest';
import { Refused } from '../api/http';
import type { Branch, Placed, Scene, Touch, Words } from '../api/types';
import { prefer } from '../settings.svelte';
import { Hands, type Field } from './turn.svelte';

const both = (text: string): Words => ({ en: text, fr: text });
const marker = (at: number): Placed => ({ at, piece: 'marker', side: 'white' });

function scene(turn: number, next: Branch[] | undefined, pieces: Placed[] = []): Scene {
  return {
    board: 'yinsh',
    turn,
    pieces,
    trays: [],
    laws: [],
    notes: [],
    last: [],
    sides: ['white', 'black'],
    acts: [1],
    prompt: both('play'),
    points: null,
    clocks: null,
    threats: [],
    ...(next ? { next } : {}),
  };
}

/** A table that remembers what was asked of it. */
class Remembering implements Field {
  played: string[] = [];
  asked: [Touch[], Touch][] = [];
  left: number | null = null;
  refuses = false;
  now: Scene | null = null;
  premoves = false;
  scene = () => this.now;
  timeLeft = () => this.left;
  mayPremove = () => this.premoves;
  branch = () => Promise.resolve<Branch[]>([{ touch: { word: 'done' }, turn: 'asked' }]);

  play(text: string): Promise<void> {
    this.played.push(text);
    const problem = { code: 'illegal_turn' as const, message: both('not so') };
    return this.refuses ? Promise.reject(new Refused(problem)) : Promise.resolve();
  }

  why(touches: Touch[], touch: Touch): Promise<Words> {
    this.asked.push([touches, touch]);
    return Promise.resolve(both('because'));
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve));
const place = (at: number): Branch => ({ touch: { point: at }, turn: `p${at}` });
const moves: Branch[] = [
  {
    touch: { point: 1 },
    next: [
      { touch: { point: 2 }, turn: 'a-b' },
      { touch: { point: 3 }, turn: 'a-c' },
    ],
  },
  { touch: { point: 4 }, next: [{ touch: { point: 2 }, turn: 'd-b' }] },
];

describe('the hands of a player', () => {
  let field: Remembering;
  let hands: Hands;
  beforeEach(() => {
    field = new Remembering();
    hands = new Hands(field);
    prefer({ confirm: 'touch', premove: true });
  });

  it('play a placement at once with the mouse, and ask first on touch', () => {
    hands.renew(scene(0, [place(7)]));
    hands.point(7, 'mouse');
    expect(field.played).toEqual(['p7']);
    hands.renew(scene(2, [place(8)]));
    hands.point(8, 'touch');
    expect(field.played).toEqual(['p7']);
    expect(hands.asking).toBe(true);
    hands.confirm();
    expect(field.played).toEqual(['p7', 'p8']);
  });

  it('do not ask when time is short', () => {
    field.left = 5000;
    hands.renew(scene(0, [place(7)]));
    hands.point(7, 'touch');
    expect(field.played).toEqual(['p7']);
  });

  it('never send twice while a turn is on its way', () => {
    hands.renew(scene(0, [place(7), place(8)]));
    hands.point(7, 'mouse');
    hands.point(8, 'mouse');
    hands.confirm();
    expect(field.played).toEqual(['p7']);
  });

  it('change to another piece, and put a piece back that is touched again', () => {
    hands.renew(scene(0, moves));
    hands.point(1, 'mouse');
    hands.point(4, 'mouse');
    expect(hands.builder.picked).toEqual([4]);
    hands.point(4, 'mouse');
    expect(hands.builder.isEmpty).toBe(true);
  });

  it('ask why something is not possible, and say it', async () => {
    hands.renew(scene(0, moves));
    hands.point(1, 'mouse');
    hands.point(9, 'mouse');
    await settle();
    expect(field.asked).toEqual([[[{ point: 1 }], { point: 9 }]]);
    expect(hands.message?.en).toBe('because');
    expect(hands.builder.picked).toEqual([1]);
  });

  it('keep a half-built turn when the same position comes again', () => {
    hands.renew(scene(0, moves));
    hands.point(1, 'mouse');
    hands.renew({ ...scene(0, moves), clocks: { left: [1, 2], running: [1], at: 0 } });
    expect(hands.builder.picked).toEqual([1]);
    hands.renew(scene(2, moves));
    expect(hands.builder.isEmpty).toBe(true);
  });

  it('show the turn that was sent until the position comes, and the old one if it is refused', async () => {
    const moved: Branch = { touch: { point: 7 }, changes: [{ at: 7, pieces: [marker(7)] }], turn: 'p7' };
    hands.renew(scene(0, [moved]));
    hands.point(7, 'mouse');
    expect(hands.pieces([])).toEqual([marker(7)]);
    field.refuses = true;
    hands.renew(scene(2, [moved]));
    hands.point(7, 'mouse');
    await settle();
    expect(hands.pieces([])).toEqual([]);
    expect(hands.message?.en).toBe('not so');
    expect(hands.canAct).toBe(true);
  });

  it('take a row by either end first, and need no second click where only one row ends there', () => {
    const rows: Branch[] = [{ touch: { point: 1 }, next: [{ touch: { point: 5 }, turn: 'xa-e' }] }];
    const pieces = [1, 2, 3, 4, 5].map(marker);
    hands.renew(scene(0, rows, pieces));
    hands.point(5, 'mouse');
    hands.renew(scene(2, rows, pieces));
    hands.point(1, 'mouse');
    expect(field.played).toEqual(['xa-e', 'xa-e']);
  });

  it('take a row by its far end where the tree was cut before it', async () => {
    const rows: Branch[] = [{ touch: { point: 1 }, more: true }];
    field.branch = () => Promise.resolve<Branch[]>([{ touch: { point: 5 }, turn: 'xa-e' }]);
    hands.renew(scene(0, rows, [1, 2, 3, 4, 5].map(marker)));
    hands.point(5, 'mouse');
    await settle();
    expect(field.played).toEqual(['xa-e']);
  });

  it('do not mind the click on a far end that was taken already', () => {
    const rings: Branch[] = [{ touch: { point: 8 }, turn: 'xa-e:r' }];
    const rows: Branch[] = [
      { touch: { point: 1 }, next: [{ touch: { point: 5 }, changes: [1, 5].map((at) => ({ at, pieces: [] })), next: rings }] },
    ];
    hands.renew(scene(0, rows, [1, 5].map(marker)));
    hands.point(1, 'mouse');
    hands.point(5, 'mouse');
    expect(hands.builder.picked).toEqual([1, 5]);
    expect(hands.message).toBeNull();
    hands.point(8, 'mouse');
    expect(field.played).toEqual(['xa-e:r']);
  });

  it('leave the block of a law to the player, even where there is only one', () => {
    const law: Branch[] = [{ touch: { point: 1 }, next: [{ touch: { law: 2 }, next: [{ touch: { point: 1 }, turn: 'L2@b' }] }] }];
    hands.renew(scene(0, law, [marker(1)]));
    hands.point(1, 'mouse');
    hands.law(2);
    expect(field.played).toEqual([]);
    hands.point(1, 'mouse');
    expect(field.played).toEqual(['L2@b']);
  });

  it('show both ends of a row as touchable', () => {
    const rows: Branch[] = [{ touch: { point: 1 }, next: [{ touch: { point: 5 }, turn: 'xa-e' }] }];
    hands.renew(scene(0, rows, [1, 2, 3, 4, 5].map(marker)));
    expect(hands.touchable).toEqual([1, 5]);
  });

  it('finish a chain of jumps on the piece itself', () => {
    const jumps: Branch[] = [
      {
        touch: { point: 1 },
        next: [
          {
            touch: { point: 3 },
            next: [
              { touch: { word: 'done' }, turn: 'a-c' },
              { touch: { point: 5 }, turn: 'a-c-e' },
            ],
          },
        ],
      },
    ];
    hands.renew(scene(0, jumps));
    hands.point(1, 'mouse');
    hands.point(3, 'mouse');
    hands.point(3, 'mouse');
    expect(field.played).toEqual(['a-c']);
  });

  it('ask the server for a branch that did not fit', async () => {
    hands.renew(scene(0, [{ touch: { point: 1 }, more: true }]));
    hands.point(1, 'mouse');
    await settle();
    hands.word('done');
    expect(field.played).toEqual(['asked']);
  });

  it('keep a premove until the turn comes, and drop it if it is no longer possible', () => {
    field.premoves = true;
    hands.renew(scene(1, undefined));
    hands.point(7, 'mouse');
    expect(hands.premove).toBe(7);
    hands.renew(scene(2, [place(7)]));
    expect(field.played).toEqual(['p7']);
    hands.renew(scene(3, undefined));
    hands.point(8, 'mouse');
    hands.renew(scene(4, [place(9)]));
    expect(field.played).toEqual(['p7']);
    expect(hands.premove).toBeNull();
  });
});
