/** What can be played, and on which boards. The server is asked once; nothing here knows a game by itself. */
import { get } from './api/http';
import type { Side, Words } from './api/types';
import type { BoardData } from './board/types';

/** A number of players, and the options that make it so many. */
export interface SeatCount {
  players: number;
  options: Record<string, string>;
}

export interface GameOption {
  name: string;
  about: Words;
  default: string;
  /** The words it may be, if it is one of a few. */
  choices: string[] | null;
  /** What each of these words says to a person. */
  labels: Record<string, Words>;
  /** The least and the most it may be, if it is a number. */
  range: [number, number] | null;
  /** What it may be, if it is neither. */
  form: Words | null;
}

export interface GameKind {
  id: string;
  name: Words;
  /** In one sentence: what it is and how it is won. */
  blurb: Words;
  /** How many may play it, the usual number first. */
  seats: SeatCount[];
  /** The colour that begins; none if that is chosen or drawn. */
  first: Side | null;
  options: GameOption[];
  /** The board of the usual start. */
  board: string;
  /** The names of its pieces. */
  pieces: Record<string, Words>;
  /** What the buttons say that play a word: `pass`, `swap`, `done`, … */
  words: Record<string, Words>;
  /** Whether an ordinary turn is a single placement throughout, so that one may be chosen in advance. */
  placement: boolean;
  /** The levels of its engine: 1 to this. */
  levels: number;
}

class Games {
  /** In the house's order; empty until they are here. */
  all: GameKind[] = $state.raw([]);
}

export const games = new Games();

let asked: Promise<GameKind[]> | undefined;
const boards = new Map<string, Promise<BoardData>>();

/** The ten games; asked for once, and again after a failure. */
export function loadGames(): Promise<GameKind[]> {
  asked ??= get<Told[]>('/api/games').then(
    (told) => (games.all = told.map(complete)),
    (error: unknown) => {
      asked = undefined;
      throw error;
    },
  );
  return asked;
}

/** A game by its id; `undefined` if there is none, or if the games are not here yet. */
export function gameKind(id: string): GameKind | undefined {
  return games.all.find((game) => game.id === id);
}

/** A board; asked for once, and again after a failure. */
export function loadBoard(id: string): Promise<BoardData> {
  let board = boards.get(id);
  if (!board) {
    board = get<BoardData>(`/api/boards/${encodeURIComponent(id)}`);
    board.catch(() => boards.delete(id));
    boards.set(id, board);
  }
  return board;
}

type Told = Pick<GameKind, 'id' | 'name' | 'board' | 'levels'> &
  Partial<Omit<GameKind, 'options'>> & {
    options: (Pick<GameOption, 'name' | 'about' | 'default' | 'choices' | 'range'> & Partial<GameOption>)[];
  };

/** Servers before 0.2 say less. */
function complete(told: Told): GameKind {
  const options = told.options.map((option) => ({ labels: {}, form: null, ...option }));
  const seats = [{ players: 2, options: {} }];
  const nothing = { en: '', fr: '' };
  return { blurb: nothing, seats, first: null, pieces: {}, words: {}, placement: false, ...told, options };
}
