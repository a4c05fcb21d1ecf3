/** Announces events of a table: to screen readers as text, and as sounds if they are turned on. */
import type { EventView, TableView, Words } from '../api/types';
import { sound } from '../sound';
import { say } from '../messages/index.svelte';
import { colour, table as words } from '../messages/table';
import { notify } from './attention';
import { isOurTurn } from './people';

/** The sentence for the live region; empty for an event that is not announced. `what` is what a turn did besides moving. */
export function announcement(event: EventView, table: TableView, what: Words | null = null): string {
  if (event.type === 'ended') {
    const { winner, words: reason } = event.outcome;
    return `${say(winner ? words.wins(winner) : words.drawn)}, ${say(reason)}`;
  }
  if (event.type !== 'played') return '';
  const side = table.game?.scene.sides[event.seat - 1];
  const played = say(words.played(side ? colour(side) : words.seat(event.seat), event.text));
  const done = what ? `${played} ${say(what)}.` : played;
  const prompt = isOurTurn(table) ? table.game?.scene.prompt : undefined;
  return prompt ? `${done} ${say(words.yourTurnNow(prompt))}` : done;
}

/** Announces an event, and alerts a player whose page is hidden. */
export function playSound(event: EventView, table: TableView, game: string, what: Words | null = null): void {
  if (event.type === 'ended') sound('end');
  if (event.type !== 'played') return;
  const called = isOurTurn(table) && !table.yours.includes(event.seat);
  sound(what ? 'capture' : called ? 'yours' : 'turn');
  if (called) notify(say(words.yourTurn), game);
}
