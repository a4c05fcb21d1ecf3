/** Positions in addresses: `/analysis/GAME?setup=…&turns=…&options=…`. */
import type { Study } from '../api/types';
import { path } from '../router.svelte';

/** Between turns; options stand as `key=value` between commas, as in the addresses of pictures. */
const TURNS = ';';

/** The address of the analysis of a position. */
export function analysisAddress({ game, options, setup, turns }: Study): string {
  const query = new URLSearchParams();
  if (setup !== undefined) query.set('setup', setup);
  if (turns.length > 0) query.set('turns', turns.join(TURNS));
  const chosen = Object.entries(options).map(([key, value]) => `${key}=${value}`);
  if (chosen.length > 0) query.set('options', chosen.join(','));
  return path('analysis', game) + (query.size > 0 ? `?${query.toString()}` : '');
}

/** The position of an address. */
export function studyIn(game: string, query: URLSearchParams): Study {
  const study: Study = {
    game,
    options: Object.fromEntries(
      listed(query.get('options'), /,(?=\w+=)/).map((word) => {
        const at = word.indexOf('=');
        return at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)];
      }),
    ),
    turns: listed(query.get('turns'), TURNS),
  };
  const setup = query.get('setup')?.trim();
  return setup ? { ...study, setup } : study;
}

const listed = (text: string | null, between: string | RegExp): string[] =>
  (text ?? '')
    .split(between)
    .map((part) => part.trim())
    .filter(Boolean);
