/** How games ended, as parts of a bar: White is white, Black is black, draws are hatched. */
import type { Ends } from '../api/types';
import { say } from '../messages/index.svelte';
import { numbers } from '../messages/numbers';

/** How a part is filled. */
export type ShareLook = 'white' | 'black' | 'solid' | 'plain' | 'hatched';

/** A part of a whole, as it is drawn and said. */
export interface CountShare {
  name: string;
  count: number;
  look: ShareLook;
}

export const endsAs = ({ white, black, draws }: Ends): CountShare[] => [
  { name: say(numbers.white), count: white, look: 'white' },
  { name: say(numbers.draws), count: draws, look: 'hatched' },
  { name: say(numbers.black), count: black, look: 'black' },
];

/** A player's results: won, lost, drawn. */
export const resultsAs = ([won, lost, drawn]: readonly [number, number, number]): CountShare[] => [
  { name: say(numbers.won), count: won, look: 'solid' },
  { name: say(numbers.drawn), count: drawn, look: 'hatched' },
  { name: say(numbers.lost), count: lost, look: 'plain' },
];
