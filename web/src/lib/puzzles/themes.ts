/** Puzzles of one theme: the address says which, so that the way on stays among them. */
import { path } from '../router.svelte';

/** The address of a screen with puzzles of a theme; an empty one stands for all. */
export const themedPath = (theme: string, ...parts: string[]): string =>
  `${path(...parts)}${theme === '' ? '' : `?theme=${encodeURIComponent(theme)}`}`;
