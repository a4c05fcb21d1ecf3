/** Pairings as text: entrants, colours and results. */
import type { EntrantView, GameResult, PairingView, Side, TournamentKind, Words } from '../api/types';
import { tournaments as words } from '../messages/tournaments';
import { sitterWords } from '../table/people';

/** The name of an entrant: that of the team, or of its player. */
export function entrantName(entrant: EntrantView | undefined): Words {
  if (!entrant) return { en: '?', fr: '?' };
  if (entrant.team !== undefined) return { en: entrant.team, fr: entrant.team };
  return sitterWords(entrant.players[0] ?? null);
}

/** The people of an entrant, where the name does not say it: the two of a team. */
export function memberNames(entrant: EntrantView): Words[] {
  return entrant.team === undefined ? [] : entrant.players.map(sitterWords);
}

/** Entrants by number. */
export function byNumber(entrants: readonly EntrantView[]): ReadonlyMap<number, EntrantView> {
  return new Map(entrants.map((entrant) => [entrant.id, entrant]));
}

/** The game that is being played, counted from 0; `null` if the pairing is over. */
export function runningGame({ games }: PairingView): number | null {
  const last = games.length - 1;
  return games[last]?.result === null ? last : null;
}

/** Who has White and Black in a game: colours are exchanged after each. */
export function coloursIn({ white, black }: PairingView, game: number): { white: number; black: number } {
  return game % 2 === 0 ? { white, black } : { white: black, black: white };
}

/** The colour of an entrant in a game; `null` if it does not play here. */
export function sideIn(pairing: PairingView, entrant: number, game: number): Side | null {
  const colours = coloursIn(pairing, game);
  if (colours.white === entrant) return 'white';
  return colours.black === entrant ? 'black' : null;
}

export function opponentOf({ white, black }: PairingView, entrant: number): number {
  return white === entrant ? black : white;
}

export type OwnResult = 'won' | 'lost' | 'drawn';

/** Converts a result entered by a player (won, lost, drawn) to a result by colours. */
export function resultFor(side: Side, verdict: OwnResult): GameResult {
  if (verdict === 'drawn') return 'draw';
  return (verdict === 'won') === (side === 'white') ? 'white' : 'black';
}

/** The winner of a game. */
export function winnerOf(result: GameResult): Side | null {
  if (result === 'white' || result === 'black-forfeit') return 'white';
  return result === 'black' || result === 'white-forfeit' ? 'black' : null;
}

/** A result with the names of the players. */
export function resultWords(result: GameResult, white: Words, black: Words): Words {
  const named = (name: Words, sentence: (name: string) => Words): Words => ({
    en: sentence(name.en).en,
    fr: sentence(name.fr).fr,
  });
  switch (result) {
    case 'white':
      return named(white, words.wonBySide);
    case 'black':
      return named(black, words.wonBySide);
    case 'white-forfeit':
      return named(white, words.forfeitOf);
    case 'black-forfeit':
      return named(black, words.forfeitOf);
    case 'draw':
    case 'double-forfeit':
      return words.results[result];
  }
}

/** The results a host can enter, in the order of a form. */
export const RESULTS: readonly GameResult[] = ['white', 'black', 'draw', 'white-forfeit', 'black-forfeit', 'double-forfeit'];

/** The name of a round: in a knockout that of its stage. */
export function roundName(kind: TournamentKind, round: number, rounds: number | null): Words {
  return kind.kind === 'knockout' && rounds !== null ? words.finalOf(rounds - round) : words.roundN(round);
}
