/** A site with something on every screen: games before, during and after play, people, a tournament, reports. */
import type { Me, Puzzles, TableView, TournamentDoor } from '../../src/lib/api/types';
import { people } from '../../src/lib/messages/people';
import { admin } from '../support/admin';
import { finish } from '../support/finished';
import { GAMES } from '../support/games';
import type { Person } from '../support/person';
import { script } from '../support/script';

/** The tables of one game. */
export interface GameTables {
  game: string;
  fresh: string;
  running: string;
  /** The turn that comes next at the running table. */
  next: string;
  over: string;
  replay: string;
  puzzle: string | undefined;
}

export interface House {
  games: GameTables[];
  /** Players the reader has played and follows. */
  friend: string;
  me: string;
  /** A table by correspondence, one that waits for a friend, one where a draw is offered, one where laws are written. */
  slow: string;
  waiting: string;
  offered: string;
  laws: string;
  /** Games against a friend: won, lost, drawn. */
  ended: Record<'won' | 'lost' | 'drawn', string>;
  tournament: { open: string; running: string };
}

interface Door {
  table: string;
}

/** Makes everything, as the reader and with a friend. */
export async function build(person: Person, friend: Person, entrants: readonly Person[]): Promise<House> {
  const { name, slow } = await acquaint(person, friend);
  const games: GameTables[] = [];
  const { puzzles } = await person.ask<Puzzles>('/api/puzzles');
  for (const game of GAMES) games.push(await tablesOf(person, game, puzzles.find((puzzle) => puzzle.game === game)?.id));
  const { table: waiting } = await person.ask<Door>('/api/tables', { game: 'yinsh', seat: 1 });
  const { table: laws } = await person.ask<Door>('/api/tables', { game: 'yinyang', engines: [1], seat: 1, start: true });
  const offered = await against(person, friend);
  await friend.ask(`/api/tables/${offered}/do`, { do: 'draw' });
  await friend.ask(`/api/tables/${offered}/chat`, { text: 'A draw?' });
  const me = (await person.ask<Me>('/api/me')).name ?? '';
  const tournament = await tournaments(person, entrants);
  await reports(person, friend, offered);
  const ended = await endings(person, friend);
  return { games, friend: name, me, slow, waiting, offered, laws, ended, tournament };
}

async function play(person: Person, table: string, turns: readonly string[]): Promise<void> {
  for (const [i, text] of turns.entries())
    await person.ask(`/api/tables/${table}/do`, { do: 'play', game: 1, turn: i + 1, text });
}

async function tablesOf(person: Person, game: string, puzzle: string | undefined): Promise<GameTables> {
  const { options, turns } = script(game);
  const time = { kind: 'total', seconds: 3600, increment: 0 };
  const order = { game, options, hotseat: true, start: true };
  const some = game === 'yinyang' ? 6 : Math.floor(turns.length * 0.6);
  const made: string[] = [];
  for (const played of [0, some, turns.length]) {
    const { table } = await person.ask<Door>('/api/tables', played > 0 ? { ...order, time } : order);
    await play(person, table, turns.slice(0, played));
    made.push(table);
  }
  const { id: replay } = await finish(person, game);
  const [fresh, running, over] = made as [string, string, string];
  return { game, fresh, running, next: turns[some]!, over, replay, puzzle };
}

/** A game of Y against the friend, two turns played. */
async function against(person: Person, friend: Person, order: object = {}): Promise<string> {
  const { table } = await person.ask<Door>('/api/tables', { game: 'y', options: {}, autostart: true, seat: 1, ...order });
  await friend.ask(`/api/tables/${table}/do`, { do: 'join', seat: 2 });
  for (const [turn, text] of [
    [1, 'a1'],
    [2, 'a3'],
  ] as const) {
    const { game } = await person.ask<TableView>(`/api/tables/${table}`);
    const acting = game?.scene.acts[0] === 1 ? person : friend;
    await acting.ask(`/api/tables/${table}/do`, { do: 'play', game: 1, turn, text });
  }
  return table;
}

/** Somebody the reader has played rated games with, by correspondence too, and follows. */
async function acquaint(person: Person, friend: Person): Promise<{ name: string; slow: string }> {
  const [own, name] = [`Ada ${Date.now() % 100_000}`, `Bob ${Date.now() % 100_000}`];
  for (const [one, called] of [
    [person, own],
    [friend, name],
  ] as const)
    await one.ask('/api/register', { name: called, password: `the password of ${called}` });
  for (let n = 0; n < 4; n++) {
    const table = await against(person, friend, { rated: true });
    await (n === 1 ? person : friend).ask(`/api/tables/${table}/do`, { do: 'resign' });
  }
  const order = { game: 'y', options: { pie: 'off' }, time: { kind: 'days', days: 3 }, seat: 1 };
  const { table: slow } = await person.ask<Door>('/api/tables', order);
  await friend.ask(`/api/tables/${slow}/do`, { do: 'join', seat: 2 });
  await person.ask(`/api/tables/${slow}/do`, { do: 'start' });
  await person.visit(`player/${encodeURIComponent(name)}`);
  await person.pressButton(people.follow);
  await friend.ask('/api/challenges', { to: own, terms: { game: 'zen', options: {} } });
  await person.ask('/api/challenges', { to: name, terms: { game: 'yinsh', options: {} } });
  return { name, slow };
}

async function endings(person: Person, friend: Person): Promise<House['ended']> {
  const [won, lost, drawn] = [
    await against(person, friend, { rated: true }),
    await against(person, friend),
    await against(person, friend),
  ];
  await friend.ask(`/api/tables/${won}/do`, { do: 'resign' });
  await person.ask(`/api/tables/${lost}/do`, { do: 'resign' });
  await friend.ask(`/api/tables/${drawn}/do`, { do: 'draw' });
  await person.ask(`/api/tables/${drawn}/do`, { do: 'accept' });
  return { won, lost, drawn };
}

/** One tournament that takes entries, and one in its first round. */
async function tournaments(host: Person, entrants: readonly Person[]): Promise<House['tournament']> {
  const settings = {
    kind: { kind: 'swiss', rounds: 3 },
    game: 'y',
    options: { board: 'triangle-7', pie: 'off' },
    time: { kind: 'total', seconds: 600, increment: 5 },
    notes: 'Bring a friend.',
    public: true,
  };
  const made: string[] = [];
  for (const name of ['Tuesday evening', 'Abstract games on a rainy autumn afternoon']) {
    const { tournament } = await host.ask<TournamentDoor>('/api/tournaments', { ...settings, name });
    for (const one of [host, ...entrants]) await one.ask(`/api/tournaments/${tournament}/do`, { do: 'enter' });
    made.push(tournament);
  }
  const [open, running] = made as [string, string];
  await host.ask(`/api/tournaments/${running}/do`, { do: 'start' });
  return { open, running };
}

/** Something for the moderators: the reader is one. */
async function reports(person: Person, friend: Person, table: string): Promise<void> {
  const { name } = await person.ask<Me>('/api/me');
  admin('moderator', name ?? '');
  await friend.ask(`/api/tables/${table}/chat`, { text: 'You are a fool' });
  const subject = { what: 'table', table };
  await friend.ask('/api/reports', { subject, reason: 'unsporting', note: 'Leaves each time that a game is lost' });
}
