/** Which game looks how. An eleventh game is one line here, and a piece or a print if none of these fits it. */
import './looks.css';
import Figures from './pieces/Figures.svelte';
import Pawn from './pieces/Pawn.svelte';
import Stone from './pieces/Stone.svelte';
import YinYang from './pieces/YinYang.svelte';
import Yinsh from './pieces/Yinsh.svelte';
import Centre from './prints/Centre.svelte';
import Enso from './prints/Enso.svelte';
import Homes from './prints/Homes.svelte';
import Sides from './prints/Sides.svelte';
import Taijitu from './prints/Taijitu.svelte';
import { bothSides, type Skin } from './skin';

const stones: Skin = { Shape: Stone, box: bothSides('stone'), reach: { stone: 0.46 }, flips: [], drops: {}, places: {} };

const SKINS: Readonly<Record<string, Skin>> = {
  yinsh: {
    Shape: Yinsh,
    open: true,
    box: [...bothSides('ring'), ...bothSides('marker')],
    reach: { ring: 0.475, marker: 0.28 },
    flips: ['marker'],
    drops: { ring: 'marker' },
    places: { ring: 3 },
  },
  y: { ...stones, Print: Sides },
  aliens: {
    ...stones,
    Shape: Figures,
    box: [
      { piece: 'alien', side: 'white' },
      { piece: 'amazon', side: 'black' },
    ],
    reach: { alien: 0.48, amazon: 0.48 },
  },
  singularity: { ...stones, Print: Centre },
  leapover: { ...stones, Print: Homes },
  tetra: stones,
  quinta: stones,
  sexta: stones,
  zen: {
    ...stones,
    Shape: Pawn,
    Print: Enso,
    box: [...bothSides('pawn'), { piece: 'zen' }],
    reach: { pawn: 0.44, zen: 0.46 },
  },
  yinyang: { ...stones, Shape: YinYang, Print: Taijitu },
};

/** A game nobody drew a skin for is played with stones. */
export const skinOf = (game: string): Skin => (Object.hasOwn(SKINS, game) ? SKINS[game]! : stones);
