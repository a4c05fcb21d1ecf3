/** The skin of each game: `games/ID.ts` exports its skin; a game without such a file is played with plain stones. */
import './looks.css';
import type { Skin } from './skin';
import { stones } from './stones';

const SKINS = import.meta.glob<Skin>('./games/*.ts', { eager: true, import: 'skin' });

/** The skin of a game. */
export const skinOf = (game: string): Skin => SKINS[`./games/${game}.ts`] ?? stones;
