import { beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from './http';
import { Connection, type TableSubscriber, type Wire, type WireEvents } from './socket.svelte';
import type { FromClient, FromServer } from './types';

const OPEN = 1;
const CLOSED = 3;
const both = { en: 'no', fr: 'non' };

/** The server's end of a wire. */
class FakeWire implements Wire {
  readyState = 0;
  readonly sent: FromClient[] = [];

  constructor(private readonly events: WireEvents) {}

  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromClient);
  }

  /** Closed by the page: browsers report that later. */
  close(): void {
    this.readyState = CLOSED;
  }

  accept(): void {
    this.readyState = OPEN;
    this.events.opened();
  }

  say(message: FromServer): void {
    this.events.received(JSON.stringify(message));
  }

  drop(): void {
    this.readyState = CLOSED;
    this.events.closed();
  }

  /** The ids of the requests that came over this wire. */
  get ids(): string[] {
    return this.sent.flatMap((message) => ('id' in message ? [message.id] : []));
  }
}

/** A timer that fires when the test calls it. */
interface Timer {
  at: number;
  work: () => void;
}

let wires: FakeWire[];
let timers: Set<Timer>;
let now: number;
let connection: Connection;

const last = () => wires.at(-1)!;
const ids = ['one', 'two', 'three', 'four'];

/** Lets time pass; what is due happens in its order. */
function pass(milliseconds: number): void {
  const until = now + milliseconds;
  for (;;) {
    const [due] = [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
    if (!due) break;
    timers.delete(due);
    now = due.at;
    due.work();
  }
  now = until;
}

function listener(table: string): TableSubscriber & { received: FromServer[] } {
  const received: FromServer[] = [];
  return { received, receive: (message) => void received.push(message), watch: () => ({ type: 'watch', table, scenes: true }) };
}

const hello = (at: number): FromServer =>
  ({ type: 'hello', protocol: 1, version: 'x', you: null, now: at }) as unknown as FromServer;
const ping = (at: number, lag: number | null, heads: { table: string; n: number }[] = []): FromServer => ({
  type: 'ping',
  ping: 7,
  now: at,
  lag,
  heads,
});

beforeEach(() => {
  wires = [];
  timers = new Set();
  now = 1000;
  const fresh = [...ids];
  connection = new Connection({
    connect: (events) => {
      const wire = new FakeWire(events);
      wires.push(wire);
      return wire;
    },
    after: (milliseconds, work) => {
      const timer = { at: now + milliseconds, work };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    now: () => now,
    random: () => 0.5,
    newId: () => fresh.shift() ?? 'none left',
  });
});

describe('a connection', () => {
  it('is opened by the first request, which is sent when it is open', async () => {
    const acted = connection.act('t', { do: 'start' });
    expect(wires).toHaveLength(1);
    expect(last().sent).toEqual([]);
    last().accept();
    expect(connection.status.state).toBe('open');
    expect(last().sent).toEqual([{ type: 'do', table: 't', id: 'one', command: { do: 'start' } }]);
    last().say({ type: 'done', id: 'one', n: 4 });
    expect(await acted).toBe(4);
  });

  it('comes back, each time after a longer pause, until the server greets it', () => {
    connection.follow('t', listener('t'));
    last().accept();
    last().drop();
    expect(connection.status.state).toBe('lost');
    pass(299);
    expect(wires).toHaveLength(1);
    pass(1);
    expect(wires).toHaveLength(2);
    last().drop();
    pass(599);
    expect(wires).toHaveLength(2);
    pass(1);
    expect(wires).toHaveLength(3);
    last().accept();
    last().say(hello(5000));
    last().drop();
    pass(300);
    expect(wires).toHaveLength(4);
  });

  it('waits as long as a server that goes away asks for', () => {
    connection.follow('t', listener('t'));
    last().accept();
    last().say({ type: 'goodbye', reason: 'closing', retry: 5000 } as unknown as FromServer);
    last().drop();
    pass(4999);
    expect(wires).toHaveLength(1);
    pass(1);
    expect(wires).toHaveLength(2);
  });

  it('does not come back for nothing, and comes back at once when the page wakes up', () => {
    const stop = connection.follow('t', listener('t'));
    last().accept();
    last().drop();
    connection.wake();
    expect(wires).toHaveLength(2);
    last().accept();
    stop();
    last().drop();
    pass(60_000);
    connection.wake();
    expect(wires).toHaveLength(2);
  });

  describe('of somebody who plays', () => {
    let playing: boolean;

    beforeEach(() => {
      playing = true;
      connection.follow('t', { ...listener('t'), plays: () => playing });
      last().accept();
      last().say(hello(now));
      last().say(ping(now, 20));
    });

    it('is shown as lost within three seconds of silence, and is back with the next word', () => {
      pass(2600);
      expect(connection.status.state).toBe('open');
      pass(400);
      expect(connection.status.state).toBe('lost');
      expect(wires).toHaveLength(1);
      last().say(ping(now, 30));
      expect(connection.status.state).toBe('open');
    });

    it('is made anew when the silence goes on', () => {
      pass(9000);
      expect(wires.length).toBeGreaterThan(1);
      expect(connection.status.state).toBe('lost');
      last().accept();
      expect(connection.status.state).toBe('open');
    });

    it('is as patient as with others once the game is over', () => {
      playing = false;
      pass(20_000);
      expect(connection.status.state).toBe('open');
      expect(wires).toHaveLength(1);
    });

    it('is lost at once when the network is', () => {
      connection.offline();
      expect(connection.status.state).toBe('lost');
      connection.wake();
      last().accept();
      expect(connection.status.state).toBe('open');
    });
  });

  it('gives up a wire that has fallen silent, and keeps one that speaks', () => {
    connection.follow('t', listener('t'));
    last().accept();
    pass(34_000);
    last().say(ping(0, null));
    pass(34_000);
    expect(connection.status.state).toBe('open');
    pass(1000);
    expect(connection.status.state).toBe('lost');
    pass(300);
    expect(wires).toHaveLength(2);
  });
});

describe('after a reconnect', () => {
  it('unanswered requests are sent again with the same ids, answered ones are not', async () => {
    const first = connection.act('t', { do: 'start' });
    const second = connection.talk('t', 'hello');
    last().accept();
    last().say({ type: 'done', id: 'one', n: 1 });
    expect(await first).toBe(1);
    last().drop();
    const third = connection.branch('t', []);
    pass(300);
    last().accept();
    expect(last().ids).toEqual(['two', 'three']);
    last().say({ type: 'said', id: 'two', what: { type: 'answer', text: 'hi' } } as unknown as FromServer);
    last().say({ type: 'branches', id: 'three', next: [] });
    expect(await second).toEqual({ type: 'answer', text: 'hi' });
    expect(await third).toEqual([]);
  });

  it('every table is watched again before anything is asked', () => {
    connection.follow('t', listener('t'));
    connection.follow('u', listener('u'));
    void connection.act('t', { do: 'start' });
    last().accept();
    last().drop();
    pass(300);
    last().accept();
    expect(last().sent.map(({ type }) => type)).toEqual(['watch', 'watch', 'do']);
  });

  it('what the older wire still says is not received', async () => {
    const received = listener('t');
    connection.follow('t', received);
    const acted = connection.act('t', { do: 'start' });
    const older = last();
    older.accept();
    connection.reconnect();
    older.say({ type: 'done', id: 'one', n: 8 });
    older.say({ type: 'presence', table: 't', seats: [], watching: 9 });
    older.drop();
    expect(wires).toHaveLength(2);
    last().accept();
    expect(last().ids).toEqual(['one']);
    last().say({ type: 'done', id: 'one', n: 9 });
    expect(await acted).toBe(9);
    expect(received.received).toEqual([]);
  });
});

describe('answers', () => {
  it('that nobody waits for are dropped', async () => {
    const acted = connection.act('t', { do: 'start' });
    last().accept();
    last().say({ type: 'done', id: 'of another day', n: 1 });
    last().say({ type: 'done', id: 'one', n: 2 });
    last().say({ type: 'done', id: 'one', n: 3 });
    expect(await acted).toBe(2);
  });

  it('that refuse reject their own request only', async () => {
    const one = connection.act('t', { do: 'start' });
    const two = connection.act('t', { do: 'start' });
    last().accept();
    last().say({ type: 'refused', id: 'one', problem: { code: 'not_host', message: both } });
    last().say({ type: 'done', id: 'two', n: 2 });
    await expect(one).rejects.toBeInstanceOf(ProblemError);
    expect(await two).toBe(2);
  });

  it('without a request go to those who listen', () => {
    const received = listener('t');
    connection.follow('t', received);
    last().accept();
    const refused: FromServer = { type: 'refused', id: null, problem: { code: 'no_such_table', message: both } };
    last().say(refused);
    expect(received.received).toEqual([refused]);
    const elsewhere: FromServer = { ...refused, table: 'u' };
    last().say(elsewhere);
    expect(received.received).toEqual([refused]);
    const here: FromServer = { ...refused, table: 't' };
    last().say(here);
    expect(received.received).toEqual([refused, here]);
  });
});

describe('pings', () => {
  it('are answered, tell lag and clock, and reach the tables they name', () => {
    const [received, other] = [listener('t'), listener('u')];
    connection.follow('t', received);
    connection.follow('u', other);
    last().accept();
    const told = ping(9000, 40, [{ table: 't', n: 3 }]);
    last().say(told);
    expect(last().sent.at(-1)).toEqual({ type: 'pong', ping: 7 });
    expect(connection.status.lag).toBe(40);
    expect(connection.now()).toBe(9020);
    expect([received.received, other.received]).toEqual([[told], []]);
  });
});

it('one listener each: who follows later is not stopped by the one before', () => {
  const stop = connection.follow('t', listener('t'));
  const later = listener('t');
  connection.follow('t', later);
  last().accept();
  stop();
  expect(last().sent.map(({ type }) => type)).toEqual(['watch']);
  last().say({ type: 'presence', table: 't', seats: [1], watching: 0 });
  expect(later.received).toHaveLength(1);
});

describe('tournaments', () => {
  const tournament = (id: string, head: number): FromServer =>
    ({ type: 'tournament', tournament: { id, head } }) as unknown as FromServer;

  it('are watched, and watched again over the next wire', () => {
    const received: number[] = [];
    const stop = connection.followTournament('T', ({ head }) => received.push(head));
    last().accept();
    expect(last().sent).toEqual([{ type: 'watch-tournament', tournament: 'T' }]);
    last().say(tournament('T', 4));
    last().say(tournament('other', 5));
    last().drop();
    pass(60_000);
    last().accept();
    expect(last().sent).toEqual([{ type: 'watch-tournament', tournament: 'T' }]);
    last().say(tournament('T', 6));
    stop();
    expect(last().sent.at(-1)).toEqual({ type: 'unwatch-tournament', tournament: 'T' });
    last().say(tournament('T', 7));
    expect(received).toEqual([4, 6]);
  });
});
