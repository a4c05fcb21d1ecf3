/** The terms of a table in words. */
import type { Setup, TableView, Words } from '../api/types';
import type { GameKind } from '../games.svelte';
import { lobby, optionNames, valueName } from '../messages/lobby';
import { ratings } from '../messages/ratings';
import { table as words } from '../messages/table';
import { waiting } from '../messages/waiting';

const join = (parts: Words[], by: string): Words => ({
  en: parts.map(({ en }) => en).join(by),
  fr: parts.map(({ fr }) => fr).join(by),
});
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const sentence = ({ en, fr }: Words): Words => ({ en: `${capital(en)}.`, fr: `${capital(fr)}.` });

/** Clock, colours and what is unusual about the rules; then who sees the game and whether it is kept. */
export function termsOf(table: TableView, host: string, kind: GameKind | undefined): Words {
  const { setup } = table;
  const first = [
    clock(setup.time),
    ...(setup.rated ? [ratings.ratedTerm] : []),
    ...(setup.hotseat ? [words.hotseat] : [colours(table, host)]),
    ...unusual(setup, kind),
  ];
  const second = [setup.public ? waiting.anyoneWatches : waiting.linkOnly, ...(setup.log ? [] : [waiting.notKept])];
  return join([sentence(join(first, ', ')), sentence(join(second, ', '))], ' ');
}

function clock(time: Setup['time']): Words {
  switch (time.kind) {
    case 'none':
      return words.noClock;
    case 'days':
      return words.days(time.days);
    case 'total':
      return waiting.each(words.total(time.seconds, 0).en, time.increment);
  }
}

function colours({ setup, seats, yours, host: { id } }: TableView, host: string): Words {
  if (setup.colours === 'random') return waiting.randomColours;
  const own = seats.find(({ sitter }) => sitter !== null && 'player' in sitter && sitter.player.id === id);
  if (seats.length === 2 && own?.side) {
    return yours.includes(own.seat) ? waiting.youPlay(own.side) : waiting.plays(host, own.side);
  }
  return setup.colours === 'host' ? waiting.hostSeats(host) : waiting.chosenColours;
}

function unusual(setup: Setup, kind: GameKind | undefined): Words[] {
  return (kind?.options ?? []).flatMap((option) => {
    const value = setup.options[option.name];
    // Not mentioned if colours are decided by lot, which is the default.
    const usual = option.name === 'first' ? 'random' : option.default;
    return value === undefined || value === usual ? [] : [lobby.withOption(optionNames[option.name], valueName(option, value))];
  });
}
