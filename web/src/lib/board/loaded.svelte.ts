/** What a board is drawn with, loaded when it is first needed. Call these while a component is being set up. */
import type { Block, BoardData, Side } from '../api/types';
import { loadBoard } from '../games.svelte';
import { lawBook } from '../laws';

/** A board by its id; the one before stays until the next one is here. A board that cannot be loaded is not shown. */
export function loadedBoard(id: () => string | undefined): { readonly data: BoardData | null } {
  let data = $state.raw<BoardData | null>(null);
  latest(
    () => {
      const wanted = id();
      return wanted === undefined ? undefined : loadBoard(wanted);
    },
    (board) => (data = board),
  );
  return {
    get data() {
      return data;
    },
  };
}

/** The blocks of Yin Yang as a side sees them; none without a side. */
export function loadedBlocks(side: () => Side | null): { readonly all: readonly Block[] } {
  let all: readonly Block[] = $state.raw([]);
  latest(
    () => {
      const seen = side();
      return seen === null ? undefined : lawBook().then((book) => book.blocks[seen]);
    },
    (blocks) => (all = blocks),
  );
  return {
    get all() {
      return all;
    },
  };
}

/** Hands over the answer to the latest question; answers to earlier ones are dropped. */
function latest<Answer>(ask: () => Promise<Answer> | undefined, take: (answer: Answer) => void): void {
  $effect(() => {
    let stale = false;
    ask()?.then(
      (answer) => {
        if (!stale) take(answer);
      },
      () => undefined,
    );
    return () => {
      stale = true;
    };
  });
}
