/** Texts of offers: the player's own in the second person, and their outcome. */
import type { GameView, OfferView, Words } from '../api/types';
import { table as words } from '../messages/table';

/** The text of an offer; `ours` for the player's own. */
export function offerWords(offer: OfferView, ours: boolean, name: (seat: number) => string): Words {
  const kind = offer.offer;
  if (kind.kind === 'replace') return words.asksPlace(kind.newcomer.name ?? '?', kind.seat);
  if (ours) return words.youOffer[kind.kind];
  return words.offers[kind.kind](typeof offer.by === 'number' ? name(offer.by) : '?');
}

/**
 * Whether an offer that is gone was refused, judged by the game: its only trace is that what was
 * offered did not happen.
 */
export function wasRefused(before: GameView, after: GameView): boolean {
  const offer = before.offer;
  if (!offer || after.offer?.n === offer.n || after.id !== before.id) return false;
  switch (offer.offer.kind) {
    case 'draw':
      // An agreed draw ends the game, or opens the next round of a match.
      return !after.outcome && !after.turns.slice(before.turns.length).some((turn) => turn.startsWith('round '));
    case 'takeback':
      return !after.outcome && after.turns.length >= before.turns.length;
    case 'pause':
      return !after.outcome && !after.paused;
    case 'resume':
      return !after.outcome && after.paused;
    case 'rematch':
      return true;
    case 'replace':
      return false;
  }
}
