/** What a player has to do in a tournament now. */
import type { EntrantView, GameResult, MyEntry, PairingView, Side, TournamentView } from '../api/types';
import { byNumber, opponentOf, runningGame, sideIn } from './pairing';

/** A game of ours that has no result yet. */
export interface MyGame {
  pairing: PairingView;
  opponent: EntrantView | undefined;
  side: Side;
  /** The game of the pairing, from 0. */
  game: number;
  /** The table on the page, once it is open. */
  table: string | null;
  /** What we entered for a real board, and what the opponent did. */
  claimed: { mine: GameResult | null; theirs: GameResult | null };
}

/** Why we do not play. */
export type IdleReason =
  | 'stranger'
  | 'partner'
  | 'withdrawn'
  | 'absent'
  | 'paused'
  | 'start'
  | 'bye'
  | 'round'
  | 'opponent'
  | 'out'
  | 'over'
  | 'called-off';

/** Our games without a result, the one to play first. */
export function myGames(mine: MyEntry | null): MyGame[] {
  const me = mine?.entrant;
  if (!mine || !me) return [];
  const opponents = byNumber(mine.opponents);
  return mine.pairings.flatMap((pairing) => {
    const game = runningGame(pairing);
    const side = game === null ? null : sideIn(pairing, me.id, game);
    if (game === null || side === null) return [];
    const [white, black] = pairing.claims ?? [null, null];
    const claimed = pairing.white === me.id ? { mine: white, theirs: black } : { mine: black, theirs: white };
    const table = pairing.venue === 'page' ? (pairing.games[game]?.table ?? null) : null;
    return [{ pairing, opponent: opponents.get(opponentOf(pairing, me.id)), side, game, table, claimed }];
  });
}

/** Why we do not play now; only called if we have no game. */
export function idleReason(view: TournamentView, mine: MyEntry | null): IdleReason {
  if (view.phase === 'finished') return 'over';
  if (view.phase === 'called-off') return 'called-off';
  const me = mine?.entrant;
  if (!me) return 'stranger';
  if (me.presence === 'invited') return 'partner';
  if (me.presence === 'withdrawn') return 'withdrawn';
  if (me.presence === 'absent') return 'absent';
  if (view.phase === 'open') return 'start';
  if (view.paused) return 'paused';
  if (view.settings.kind.kind === 'arena') return 'opponent';
  if (view.settings.kind.kind === 'knockout' && (mine.standing?.losses ?? 0) > 0) return 'out';
  return view.byes.includes(me.id) ? 'bye' : 'round';
}

/** A table of ours that is new: the page navigates to it. */
export function freshTable(games: readonly MyGame[], seen: ReadonlySet<string>): string | null {
  return games.find(({ table }) => table !== null && !seen.has(table))?.table ?? null;
}
