import { beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '../api/http';
import type { Branch, PlacedPiece, Scene, Touch, Words } from '../api/types';
import { changeSettings } from '../settings.svelte';
import { TurnInput, type TurnHost } from './turn.svelte';

const both = (text: string): Words => ({ en: text, fr: text });
const marker = (at: number): PlacedPiece => ({ at, piece: 'marker', side: 'white' });

function scene(turn: number, next: Branch[] | undefined, pieces: PlacedPiece[] = []): Scene {
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

/** A table that records its requests. */
class Remembering implements TurnHost {
  played: string[] = [];
  asked: [Touch[], Touch][] = [];
  left: number | null = null;
  refuses = false;
  premoves = false;
  timeLeft = () => this.left;
  mayPremove = () => this.premoves;
  branch = () => Promise.resolve<Branch[]>([{ touch: { word: 'done' }, turn: 'asked' }]);

  play(text: string): Promise<void> {
    this.played.push(text);
    const problem = { code: 'illegal_turn' as const, message: both('not so') };
    return this.refuses ? Promise.reject(new ProblemError(problem)) : Promise.resolve();
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

describe('the input of a turn', () => {
  let host: Remembering;
  let input: TurnInput;
  beforeEach(() => {
    host = new Remembering();
    input = new TurnInput(host);
    changeSettings({ confirm: 'touch', premove: true });
  });

  it('plays a placement at once with the mouse, and asks first on touch', () => {
    input.renew(scene(0, [place(7)]));
    input.point(7, 'mouse');
    expect(host.played).toEqual(['p7']);
    input.renew(scene(2, [place(8)]));
    input.point(8, 'touch');
    expect(host.played).toEqual(['p7']);
    expect(input.asking).toBe(true);
    input.confirm();
    expect(host.played).toEqual(['p7', 'p8']);
  });

  it('asks before a word on touch, and before one that gives the game up with anything', () => {
    const words: Branch[] = [
      { touch: { word: 'pass' }, turn: 'pass' },
      { touch: { word: 'concede' }, turn: 'concede' },
    ];
    input.renew(scene(0, words));
    input.word('pass', 'touch');
    expect(input.playable).toBe('pass');
    input.cancel();
    input.word('concede', 'mouse');
    expect(host.played).toEqual([]);
    expect(input.asking).toBe(true);
    input.cancel();
    input.word('pass', 'mouse');
    expect(host.played).toEqual(['pass']);
  });

  it('plays a chain that may end here with the same button as any other turn', () => {
    const chain: Branch[] = [
      {
        touch: { point: 1 },
        next: [
          {
            touch: { point: 2 },
            next: [
              { touch: { word: 'done' }, turn: 'a-b' },
              { touch: { point: 3 }, turn: 'a-b-c' },
            ],
          },
        ],
      },
    ];
    input.renew(scene(0, chain));
    expect(input.playable).toBeNull();
    input.point(1, 'touch');
    expect(input.playable).toBeNull();
    input.point(2, 'touch');
    expect(input.playable).toBe('a-b');
    input.confirm();
    expect(host.played).toEqual(['a-b']);
  });

  it('takes a row by any of its markers, unless another row passes there', () => {
    const row = (first: number, last: number): Branch => ({
      touch: { point: last },
      changes: Array.from({ length: last - first + 1 }, (_, i) => ({ at: first + i, pieces: [] })),
      turn: `x${first}-${last}`,
    });
    const six = Array.from({ length: 6 }, (_, i) => marker(i));
    const only: Branch[] = [{ touch: { point: 0 }, next: [row(0, 4)] }];
    input.renew(scene(0, only, six.slice(0, 5)));
    expect(input.touchable.toSorted()).toEqual([0, 1, 2, 3, 4]);
    input.point(2, 'mouse');
    expect(host.played).toEqual(['x0-4']);
    const two: Branch[] = [...only, { touch: { point: 1 }, next: [row(1, 5)] }];
    input.renew(scene(2, two, six));
    input.point(3, 'mouse');
    expect(host.played).toEqual(['x0-4']);
    expect(input.building).toBe(false);
  });

  it('does not ask when time is short', () => {
    host.left = 5000;
    input.renew(scene(0, [place(7)]));
    input.point(7, 'touch');
    expect(host.played).toEqual(['p7']);
  });

  it('never sends twice while a turn is on its way', () => {
    input.renew(scene(0, [place(7), place(8)]));
    input.point(7, 'mouse');
    input.point(8, 'mouse');
    input.confirm();
    expect(host.played).toEqual(['p7']);
  });

  it('changes to another piece, and puts a piece back that is touched again', () => {
    input.renew(scene(0, moves));
    input.point(1, 'mouse');
    input.point(4, 'mouse');
    expect(input.builder.picked).toEqual([4]);
    input.point(4, 'mouse');
    expect(input.builder.isEmpty).toBe(true);
  });

  it('says why something is not possible only until the player does the next thing', async () => {
    const answer = new EventTarget();
    host.why = () =>
      new Promise((resolve) =>
        answer.addEventListener('why', () => {
          resolve(both('because'));
        }),
      );
    input.renew(scene(0, [place(7)]));
    input.point(3, 'mouse');
    host.refuses = true;
    await input.typed('z9');
    answer.dispatchEvent(new Event('why'));
    await settle();
    expect(input.message?.en).toBe('not so');
  });

  it('asks why something is not possible, and says it', async () => {
    input.renew(scene(0, moves));
    input.point(1, 'mouse');
    input.point(9, 'mouse');
    await settle();
    expect(host.asked).toEqual([[[{ point: 1 }], { point: 9 }]]);
    expect(input.message?.en).toBe('because');
    expect(input.builder.picked).toEqual([1]);
  });

  it('keeps a half-built turn when the same position comes again', () => {
    input.renew(scene(0, moves));
    input.point(1, 'mouse');
    input.renew({ ...scene(0, moves), clocks: { left: [1, 2], running: [1], at: 0 } });
    expect(input.builder.picked).toEqual([1]);
    input.renew(scene(2, moves));
    expect(input.builder.isEmpty).toBe(true);
  });

  it('shows the turn that was sent until the position comes, and the old one if it is refused', async () => {
    const moved: Branch = { touch: { point: 7 }, changes: [{ at: 7, pieces: [marker(7)] }], turn: 'p7' };
    input.renew(scene(0, [moved]));
    input.point(7, 'mouse');
    expect(input.pieces([])).toEqual([marker(7)]);
    host.refuses = true;
    input.renew(scene(2, [moved]));
    input.point(7, 'mouse');
    await settle();
    expect(input.pieces([])).toEqual([]);
    expect(input.message?.en).toBe('not so');
    expect(input.canAct).toBe(true);
  });

  it('takes a row by either end first, and needs no second click where only one row ends there', () => {
    const rows: Branch[] = [{ touch: { point: 1 }, next: [{ touch: { point: 5 }, turn: 'xa-e' }] }];
    const pieces = [1, 2, 3, 4, 5].map(marker);
    input.renew(scene(0, rows, pieces));
    input.point(5, 'mouse');
    input.renew(scene(2, rows, pieces));
    input.point(1, 'mouse');
    expect(host.played).toEqual(['xa-e', 'xa-e']);
  });

  it('takes a row by its far end where the tree was cut before it', async () => {
    const rows: Branch[] = [{ touch: { point: 1 }, more: true }];
    host.branch = () => Promise.resolve<Branch[]>([{ touch: { point: 5 }, turn: 'xa-e' }]);
    input.renew(scene(0, rows, [1, 2, 3, 4, 5].map(marker)));
    input.point(5, 'mouse');
    await settle();
    expect(host.played).toEqual(['xa-e']);
  });

  it('does not mind the click on a far end that was taken already', () => {
    const rings: Branch[] = [{ touch: { point: 8 }, turn: 'xa-e:r' }];
    const rows: Branch[] = [
      { touch: { point: 1 }, next: [{ touch: { point: 5 }, changes: [1, 5].map((at) => ({ at, pieces: [] })), next: rings }] },
    ];
    input.renew(scene(0, rows, [1, 5].map(marker)));
    input.point(1, 'mouse');
    input.point(5, 'mouse');
    expect(input.builder.picked).toEqual([1, 5]);
    expect(input.message).toBeNull();
    input.point(8, 'mouse');
    expect(host.played).toEqual(['xa-e:r']);
  });

  it('leaves the block of a law to the player, even where there is only one', () => {
    const law: Branch[] = [{ touch: { point: 1 }, next: [{ touch: { law: 2 }, next: [{ touch: { point: 1 }, turn: 'L2@b' }] }] }];
    input.renew(scene(0, law, [marker(1)]));
    input.point(1, 'mouse');
    input.law(2);
    expect(host.played).toEqual([]);
    input.point(1, 'mouse');
    expect(host.played).toEqual(['L2@b']);
  });

  it('shows both ends of a row as touchable', () => {
    const rows: Branch[] = [{ touch: { point: 1 }, next: [{ touch: { point: 5 }, turn: 'xa-e' }] }];
    input.renew(scene(0, rows, [1, 2, 3, 4, 5].map(marker)));
    expect(input.touchable).toEqual([1, 5]);
  });

  it('finishes a chain of jumps on the piece itself', () => {
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
    input.renew(scene(0, jumps));
    input.point(1, 'mouse');
    input.point(3, 'mouse');
    input.point(3, 'mouse');
    expect(host.played).toEqual(['a-c']);
  });

  it('asks the server for a branch that did not fit', async () => {
    input.renew(scene(0, [{ touch: { point: 1 }, more: true }]));
    input.point(1, 'mouse');
    await settle();
    input.word('done');
    expect(host.played).toEqual(['asked']);
  });

  it('offers a turn with every announcement where check is announced by hand', () => {
    const spellings = ['a-b', 'a-b+', 'a-b#'];
    const zen: Branch[] = [{ touch: { point: 1 }, next: [{ touch: { point: 2 }, turn: 'a-b', spellings }] }];
    input.renew(scene(0, zen));
    input.point(1, 'mouse');
    input.point(2, 'mouse');
    expect(host.played).toEqual([]);
    expect(input.announcements).toEqual(['a-b+', 'a-b#']);
    input.announce('a-b#');
    expect(host.played).toEqual(['a-b#']);
    expect(input.announcements).toEqual([]);
  });

  it('keeps a turn whose announcement is refused: it may be played without', async () => {
    host.refuses = true;
    const spellings = ['a-b', 'a-b+', 'a-b#'];
    input.renew(scene(0, [{ touch: { point: 1 }, next: [{ touch: { point: 2 }, turn: 'a-b', spellings }] }]));
    input.point(1, 'touch');
    input.point(2, 'touch');
    input.announce('a-b+');
    await settle();
    expect(input.message).toEqual(both('not so'));
    expect([input.playable, input.announcements]).toEqual(['a-b', ['a-b+', 'a-b#']]);
    host.refuses = false;
    input.confirm();
    expect(host.played).toEqual(['a-b+', 'a-b']);
  });

  it('keeps a premove until the turn comes, and drops it if it is no longer possible', () => {
    host.premoves = true;
    input.renew(scene(1, undefined));
    input.point(7, 'mouse');
    expect(input.premove).toBe(7);
    input.renew(scene(2, [place(7)]));
    expect(host.played).toEqual(['p7']);
    input.renew(scene(3, undefined));
    input.point(8, 'mouse');
    input.renew(scene(4, [place(9)]));
    expect(host.played).toEqual(['p7']);
    expect(input.premove).toBeNull();
  });
});
