// Rules and engines of Taijitu for Node. The module reads and writes JSON; here it becomes values.
import { readFileSync, readdirSync } from 'node:fs';
import { Thinker, answer, supplyWeights } from './taijitu.js';

/** What the rules do not allow, or a question that cannot be answered. */
export class Refused extends Error {
  constructor(problem) {
    super(problem.message.en);
    this.name = 'Refused';
    this.problem = problem;
  }
}

function unwrap(text) {
  const result = JSON.parse(text);
  if (result.problem) throw new Refused(result.problem);
  return result.ok;
}

/** Asks any question of the protocol. */
export const ask = (question) => unwrap(answer(JSON.stringify(question)));

export const games = () => ask('games');
export const board = (id) => ask({ board: id });
export const laws = () => ask('laws');
export const look = (study) => ask({ look: study });
export const branch = (study, touches) => ask({ branch: { ...study, touches } });
export const why = (study, touches, touch) => ask({ why: { ...study, touches, touch } });
export const turns = (study) => ask({ turns: study });
export const key = (study) => ask({ key: study });
export const picture = (study, how = {}) => ask({ picture: { study, ...how } });
export const puzzles = (game) => ask({ puzzles: game === undefined ? {} : { game } }).puzzles;
export const puzzle = (id) => ask({ puzzle: id });
export const attempt = (id, tried) => ask({ attempt: { id, turns: tried } });
export const solution = (id) => ask({ solution: id }).turns;
export const readRecord = (text) => ask({ read_record: text });
export const writeRecord = (record) => ask({ write_record: record });

/** The games whose learned weights were looked for. */
const supplied = new Set();

/** The files of learned weights; each is named after its game. */
const weights = new URL('./weights/', import.meta.url);

/** Reads the learned weights of a game, if it has any, before it is first searched. */
function supply(game) {
  if (supplied.has(game)) return;
  supplied.add(game);
  const file = readdirSync(weights).find((name) => name.split('.')[0] === game);
  if (file !== undefined) supplyWeights(game, readFileSync(new URL(file, weights)));
}

/** An engine for all games. It thinks in the thread that calls it: use a worker to do something else meanwhile. */
export class Engine {
  #thinker = new Thinker();

  /** Searches a position; `news` is called with each insight and ends the search by returning `false`. */
  search(search, news = () => true) {
    supply(search.study?.game);
    return unwrap(this.#thinker.search(JSON.stringify(search), (text) => news(JSON.parse(text)) !== false));
  }

  /** The same with a table of this many mebibytes, without news: with a limit of nodes every machine finds the same. */
  searchWithMemory(search, mebibytes) {
    supply(search.study?.game);
    return unwrap(this.#thinker.searchWithMemory(JSON.stringify(search), mebibytes));
  }
}
