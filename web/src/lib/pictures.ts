/** Positions from games between engines, to show what a game looks like: who has what where. */
import type { Placed, Side } from './api/types';
import type { BoardData } from './board/types';

type Position = Record<string, string>;

const POSITIONS: Record<string, Position> = {
  yinsh: {
    'ring white': 'c3 e7 f6 h6',
    'marker white': 'a3 b2 c5 d3 d5 d6 d7 e3 f4 f8',
    'ring black': 'b3 c6 e4 i7',
    'marker black': 'b4 b6 c4 c7 d4 d8 g6 h7',
  },
  y: {
    'stone white': 'a20 b1 b11 b13 b15 b16 c1 c11 c13 d2 d3 d8 d10 e6 e8 e10 e11',
    'stone black': 'a7 a21 b12 b14 b18 c5 c7 c10 c12 c14 d6 d9 d11 e4 e7 f2 f3',
  },
  aliens: {
    'alien white': 'b11 d13 d14',
    'amazon black': 'a1 a2 a3 a4 a5 a6 a7 a8 a9 a22 a23 a24 b1 b2 b3 b4 b5 b6 b20 b21 c2 c3 c4 c12 d2 d3 d11',
  },
  singularity: {
    'stone white': 'a4 a12 a18 a22 a24 b15 c16 d2 d3 d7 d11 e4',
    'stone black': 'a7 a17 a21 a23 b3 b4 b16 c13 e1 e9 f2',
  },
  leapover: {
    'stone white': 'a10 a11 b11 b12 c4 c9 d3 d13 e9 e10',
    'stone black': 'a5 a14 b2 b3 b20 c1 c18 d4 d7 e5',
  },
  tetra: {
    'stone white': 'b1 b15 c17 d1 d3 d13 f1 f2',
    'stone black': 'a5 a7 b3 b6 b11 c4 d2 e4 e12',
  },
  quinta: {
    'stone white': 'a4 a7 a12 a16 a18 a19 a24 c3 c16 d10 e3 f3',
    'stone black': 'a5 a10 a13 a22 d2 d3 d4 d5 d6 d15 e1 e10',
  },
  sexta: {
    'stone white': 'a14 a15 b10 b12 d13 e5',
    'stone black': 'a18 a19 a20 b14 b15 c12',
  },
  zen: {
    zen: 'd2',
    'pawn white': 'd3 h3 c4 d4 k4 c8 h8 c9 d9 h9',
    'pawn black': 'f1 e2 g2 i4 b5 j5 a6 k6 b7 j7 g10 f11',
  },
  yinyang: {
    'stone white': 'd1 d2 b3 c3 d3 b4 c4',
    'stone black': 'a1 b1 c1 a2 b2 a3 a4',
  },
};

/** The pieces of a game's picture on its board. */
export function picture(game: string, board: BoardData): Placed[] {
  const places = new Map(board.points.map(({ name }, at) => [name, at]));
  return Object.entries(POSITIONS[game] ?? {}).flatMap(([what, names]) => {
    const [piece = '', side] = what.split(' ');
    return names.split(' ').flatMap((name): Placed[] => {
      const at = places.get(name);
      if (at === undefined) return [];
      return [side === undefined ? { at, piece } : { at, piece, side: side as Side }];
    });
  });
}
