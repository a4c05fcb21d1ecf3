/** Every screen: where it is, and what is done there before the picture is taken. */
import { lobby } from '../../src/lib/messages/lobby';
import { table as words } from '../../src/lib/messages/table';
import type { Person } from '../support/person';
import type { GameTables, House } from './house';

export interface Screen {
  address: string;
  then?: (person: Person) => Promise<unknown>;
}

/** Begins a turn: what may follow is marked. */
const begin = async (person: Person) => {
  await person.mayPlay();
  await person.page.locator('[data-point].target').first().click();
};

/** Builds a turn that waits to be confirmed. */
const complete = (turn: string) => async (person: Person) => {
  await person.page.locator('svg.live').waitFor();
  for (const touch of await person.way(turn)) await person.touch(touch, turn);
};

const hint = (person: Person) =>
  person.page
    .locator('.ways button, .bar button')
    .filter({ hasText: /^(Hint|Indice)$/ })
    .first()
    .click();

/** A game on the reader's device, which no other page can make. */
const playHere = async (person: Person) => {
  await person.visit('new/zen?with=engine');
  await person.pressButton(lobby.play);
  await person.page.waitForURL(/\/device\//);
  await person.mayPlay();
};

const away = async (person: Person) => {
  await person.page.route('**/api/**', (route) => route.abort());
  await person.page.route('**/healthz', (route) => route.abort());
  await person.page.reload();
  await person.page.locator('h1').waitFor();
  await person.page.unroute('**/api/**');
  await person.page.unroute('**/healthz');
};

const offline = async (person: Person) => {
  await person.page.locator('svg.live').waitFor();
  await person.context.setOffline(true);
  await person.page.locator('.reconnecting, .lost, .offline').first().waitFor();
};

const at = (address: string): Screen => ({ address });

const ofGame = ({ game, fresh, running, next, over, replay, puzzle }: GameTables): Screen[] => [
  at(`table/${fresh}`),
  at(`table/${running}`),
  { address: `table/${running}`, then: begin },
  { address: `table/${running}`, then: complete(next) },
  at(`table/${over}`),
  at(`game/${replay}/5`),
  at(`game/${replay}`),
  at(`puzzle/${puzzle ?? 'daily'}`),
  at(`learn/${game}?step=1`),
  { address: `learn/${game}?step=4`, then: hint },
  at(`rules/${game}`),
  at(`analysis/${game}`),
];

/** The screens in groups: `play` first, which is most of what people see. */
export function screens(house: House): Record<string, Screen[]> {
  const { tournament, ended } = house;
  const [yinsh] = house.games;
  return {
    main: [
      '',
      'new/zen',
      `table/${house.waiting}`,
      'games',
      'people',
      `player/${encodeURIComponent(house.friend)}`,
      `player/${encodeURIComponent(house.me)}`,
      `new/y?challenge=${encodeURIComponent(house.friend)}`,
      'leaderboards',
      'leaderboards/y',
      'notices',
      `conditional/${house.slow}`,
      `table/${house.slow}`,
      `table/${house.offered}`,
      `table/${house.laws}`,
      `table/${ended.won}`,
      `table/${ended.lost}`,
      `table/${ended.drawn}`,
      'watch',
      'watch/finished',
      'archive',
      'archive?game=y',
      'import',
      'numbers',
      'numbers/y',
      'puzzles',
      'puzzle/daily',
      'analysis',
      'analysis/yinsh?turns=f6;e5',
      'learn',
      'print/yinyang',
      'settings',
      'account',
      'recover',
      'about',
      'credits',
      'privacy',
      'unsubscribe',
    ]
      .map(at)
      .concat([
        { address: `table/${yinsh!.running}`, then: (reader) => reader.pressButton(words.actions) },
        { address: 'learn/yinyang?step=4', then: begin },
        { address: 'learn/leapover?step=3', then: begin },
        { address: 'new/zen', then: playHere },
        at('games'),
      ]),
    club: [
      'tournaments',
      'tournaments/new',
      `tournament/${tournament.open}`,
      `tournament/${tournament.open}/about`,
      `tournament/${tournament.open}/settings`,
      `tournament/${tournament.open}/wall`,
      `tournament/${tournament.running}`,
      `tournament/${tournament.running}/pairings`,
      `tournament/${tournament.running}/cross`,
      `tournament/${tournament.running}/wall`,
      `tournament/${tournament.running}/sheet`,
      'moderation',
      'moderation/closed',
      'moderation/players',
      'moderation/bans',
      'moderation/log',
    ].map(at),
    trouble: [
      at('nowhere'),
      at('new/chess'),
      at('table/00000000000000000000000000'),
      at('game/00000000000000000000000000'),
      at('tournament/00000000000000000000000000'),
      at('puzzle/0'),
      at('player/nobody at all'),
      at('archive?game=y&player=nobody%20at%20all'),
      { address: 'numbers', then: away },
      { address: `table/${yinsh!.running}`, then: offline },
    ],
    ...Object.fromEntries(house.games.map((tables) => [tables.game, ofGame(tables)])),
  };
}
