/** Which game looks how. An eleventh game is one line here, and one skin if none of these fits it. */
import './looks.css';
import Figures from './pieces/Figures.svelte';
import Stone from './pieces/Stone.svelte';
import Pawn from './pieces/Pawn.svelte';
import Yinsh from './pieces/Yinsh.svelte';
import { bothSides, type Skin } from './skin';

const plain = { flips: [], places: {} } as const;
const stones: Skin = { ...plain, Shape: Stone, box: bothSides('stone'), reach: { stone: 0.46 } };

const SKINS: Readonly<Record<string, Skin>> = {
  yinsh: {
    Shape: Yinsh,
    box: [...bothSides('ring'), ...bothSides('marker')],
    reach: { ring: 0.47, marker: 0.27 },
    flips: ['marker'],
    places: { ring: 3 },
  },
  y: stones,
  aliens: {
    ...plain,
    Shape: Figures,
    box: [{ piece: 'alien', side: 'white' }, { piece: 'amazon', side: 'black' }],
    reach: { alien: 0.47, amazon: 0.47 },
  },
  singularity: stones,
  leapover: stones,
  tetra: stones,
  quinta: stones,
  sexta: stones,
  zen: { ...plain, Shape: Pawn, box: [...bothSides('pawn'), { piece: 'zen' }], reach: { pawn: 0.4, zen: 0.44 } },
  yinyang: stones,
};

/** A game nobody drew a skin for is played with stones. */
export const skinOf = (game: string): Skin => (Object.hasOwn(SKINS, game) ? SKINS[game]! : stones);
