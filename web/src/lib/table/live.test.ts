import { beforeEach, describe, expect, it } from 'vitest';
import type { TableSubscriber } from '../api/socket.svelte';
import type { ChatLine, EventView, FromServer, Scene, TableView } from '../api/types';
import { LiveTable } from './live.svelte';

const words = { en: 'x', fr: 'x' };
const scene = (turn: number) => ({ turn, laws: [], sides: ['white', 'black'] }) as unknown as Scene;
const event = (n: number, type = 'played'): EventView =>
  ({ n, at: 100 + n, type, seat: 2, text: `t${n}` }) as unknown as EventView;
const said = (id: string, at: number, previous: string | null = null) => ({ id, at, text: id, previous }) as unknown as ChatLine;

function view(head: number, turns: string[] = []): TableView {
  return {
    id: 't',
    head,
    now: head,
    seats: [1, 2].map((seat) => ({ seat, present: false })),
    watching: 0,
    game: { number: 1, turns, facts: turns.map(() => ({ by: 'white' })), offer: { by: 1 }, scene: scene(turns.length) },
  } as unknown as TableView;
}

let listener: TableSubscriber;
let asked: number;
let stopped: boolean;
let acted: unknown[];
let due: (() => void)[];
let live: LiveTable;

const receive = (message: unknown) => listener.receive(message as FromServer);
const snapshot = (table: TableView, chat: ChatLine[] = []) => receive({ type: 'snapshot', table, chat });
const happens = (n: number, turn: number, type?: string) =>
  receive({ type: 'event', table: 't', event: event(n, type), scene: scene(turn) });

beforeEach(() => {
  [asked, stopped, acted, due] = [0, false, [], []];
  live = new LiveTable('t', {
    connection: {
      follow: (_, received) => {
        listener = received;
        return () => {
          stopped = true;
        };
      },
      watchAgain: () => {
        asked += 1;
      },
      act: (_, command) => {
        acted.push(command);
        return Promise.resolve(5);
      },
      talk: () => Promise.resolve(null),
      branch: () => Promise.resolve([]),
    },
    why: (table) => Promise.resolve({ en: `why at ${table}`, fr: '' }),
    after: (_, work) => {
      due.push(work);
      return () => undefined;
    },
  });
});

describe('a table that is followed', () => {
  it('shows a turn as it arrives, without asking for the whole table', () => {
    snapshot(view(3));
    const seen: number[] = [];
    live.onevent = ({ n }) => seen.push(n);
    happens(4, 1);
    expect(live.view?.game?.turns).toEqual(['t4']);
    expect(live.view?.game?.scene.turn).toBe(1);
    expect(live.view?.game?.offer).toBeNull();
    expect([live.view?.head, asked, seen]).toEqual([4, 0, [4]]);
  });

  it('knows the colour that played a turn, and what it captured', () => {
    snapshot(view(3, ['a1']));
    receive({ type: 'event', table: 't', event: event(4), scene: { ...scene(2), captured: 2, sides: ['black', 'white'] } });
    expect(live.view?.game?.facts).toEqual([{ by: 'white' }, { by: 'black', captured: 2 }]);
  });

  it('asks for the whole table after anything else', () => {
    snapshot(view(3));
    happens(4, 0, 'joined');
    expect([live.view?.head, asked]).toEqual([4, 1]);
  });

  it('does not apply an event behind a gap, and asks once for what is missing', () => {
    snapshot(view(3));
    happens(5, 2);
    happens(6, 3);
    expect([live.view?.head, live.view?.game?.turns, asked]).toEqual([3, [], 1]);
    snapshot(view(6, ['a', 'b', 'c']));
    expect(live.view?.game?.turns).toEqual(['a', 'b', 'c']);
    happens(8, 5);
    expect(asked).toBe(2);
  });

  it('asks again if the answer did not come', () => {
    snapshot(view(3));
    happens(5, 2);
    happens(6, 3);
    expect(asked).toBe(1);
    due.forEach((work) => work());
    happens(7, 4);
    expect(asked).toBe(2);
  });

  it('does not receive an event twice, nor one older than its snapshot', () => {
    snapshot(view(3));
    happens(4, 1);
    happens(4, 1);
    happens(2, 1);
    expect(live.view?.game?.turns).toEqual(['t4']);
    expect(asked).toBe(0);
  });

  it('hears nothing before its first snapshot', () => {
    happens(1, 1);
    receive({ type: 'presence', seats: [1], watching: 1 });
    expect(live.view).toBeNull();
  });

  it('notices by a ping that it is behind', () => {
    snapshot(view(3));
    receive({ type: 'ping', heads: [{ table: 't', n: 3 }] });
    expect(asked).toBe(0);
    receive({
      type: 'ping',
      heads: [
        { table: 'other', n: 9 },
        { table: 't', n: 4 },
      ],
    });
    expect(asked).toBe(1);
  });

  it('looks again when a room is hidden without a new event', () => {
    snapshot(view(3));
    happens(3, 1, 'silenced');
    expect(asked).toBe(1);
    happens(2, 1, 'silenced');
    expect(asked).toBe(1);
  });

  it('shows who is there', () => {
    snapshot(view(3));
    receive({ type: 'presence', seats: [2], watching: 5 });
    expect(live.view?.seats.map(({ present }) => present)).toEqual([false, true]);
    expect(live.view?.watching).toBe(5);
  });

  it('says why there is nothing to see, but keeps what it has seen', () => {
    const problem = { code: 'no_such_table', message: words };
    receive({ type: 'refused', id: null, problem });
    expect(live.problem).toEqual(problem);
    snapshot(view(3));
    expect(live.problem).toBeNull();
    receive({ type: 'refused', id: null, problem });
    expect(live.problem).toBeNull();
  });
});

describe('the chat', () => {
  it('tells of the first message, and not of what a first snapshot has', () => {
    const told: string[] = [];
    live.onchat = ({ id }) => told.push(id);
    snapshot(view(3));
    receive({ type: 'chat', table: 't', line: said('a', 1) });
    expect(told).toEqual(['a']);
  });

  it('has every message once, in its order, and tells of new ones only', () => {
    const told: string[] = [];
    live.onchat = ({ id }) => told.push(id);
    snapshot(view(3), [said('a', 1), said('c', 3)]);
    receive({ type: 'chat', table: 't', line: said('b', 2) });
    receive({ type: 'chat', table: 't', line: said('b', 2) });
    expect(live.chat.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(told).toEqual(['b']);
  });

  it('loses a message that was deleted, and links the next one to the one before', () => {
    snapshot(view(3), [said('a', 1), said('b', 2, 'a'), said('c', 3, 'b')]);
    receive({ type: 'retracted', table: 't', id: 'b' });
    expect(live.chat.map(({ id, previous }) => [id, previous])).toEqual([
      ['a', null],
      ['c', 'a'],
    ]);
    receive({ type: 'retracted', table: 't', id: 'never heard of' });
    expect(live.chat).toHaveLength(2);
  });

  it('loses everything that somebody wrote who has withdrawn it', () => {
    const by = (author: string, line: ChatLine): ChatLine => ({ ...line, from: { ...line.from, id: author } });
    snapshot(view(3), [by('ada', said('a', 1)), by('bob', said('b', 2, 'a')), by('ada', said('c', 3, 'b'))]);
    receive({ type: 'withdrawn', table: 't', author: 'ada' });
    expect(live.chat.map(({ id, previous }) => [id, previous])).toEqual([['b', null]]);
  });

  it('goes on after a reconnect where it was', () => {
    expect(listener.watch()).toEqual({ type: 'watch', table: 't', scenes: true });
    snapshot(view(3), [said('a', 1), said('c', 3)]);
    expect(listener.watch()).toEqual({ type: 'watch', table: 't', scenes: true, chat: 'c' });
  });
});

describe('what is done there', () => {
  it('plays with the numbers of the game and of the next turn', async () => {
    expect(await live.play('c3')).toBe(0);
    snapshot(view(3, ['a', 'b']));
    expect(await live.play('c3')).toBe(5);
    expect(acted).toEqual([{ do: 'play', game: 1, turn: 3, text: 'c3' }]);
  });

  it('asks why at its own table, and stops when it is left', async () => {
    expect((await live.why([], { point: 1 })).en).toBe('why at t');
    live.close();
    expect(stopped).toBe(true);
  });
});
