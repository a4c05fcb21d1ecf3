/** Conditional turns as they are built on a board: a tree of turns, the opponent's first. */
import { get } from '../api/http';
import type { ConditionalTurn, EventsPage, Study, TableView } from '../api/types';
import type { ReplayNode, Tree } from '../replay/tree.svelte';

/** What follows a position in which the opponent plays; turns without an answer are left out. */
export function conditionalTurns(from: ReplayNode): ConditionalTurn[] {
  return from.children.flatMap((child) => {
    const answer = child.children[0];
    if (child.spelled === null || answer?.spelled == null) return [];
    return [{ turn: child.spelled, reply: answer.spelled, then: conditionalTurns(answer) }];
  });
}

/** How many answers there are. */
export function countAnswers(tree: readonly ConditionalTurn[]): number {
  return tree.reduce((sum, { then }) => sum + 1 + countAnswers(then), 0);
}

/** Hangs turns that were written before into a tree. */
export async function insertTurns(tree: Tree, from: ReplayNode, turns: readonly ConditionalTurn[]): Promise<void> {
  for (const { turn, reply, then } of turns) await insertTurns(tree, await tree.insert(from, [turn, reply]), then);
}

/** The running game of a table as a study; none where a position cannot be studied. */
export async function studyOfTable(table: TableView): Promise<Study | null> {
  const { game, setup } = table;
  if (!game || game.outcome || setup.time.kind !== 'days' || table.seats.length !== 2) return null;
  if (game.scene.laws.length > 0 || game.turns.some((turn) => turn.startsWith('round '))) return null;
  // What was left to chance is known since the start.
  let options = setup.options;
  for (let since = 0; since < table.head;) {
    const { events } = await get<EventsPage>(`/api/tables/${table.id}/events?since=${since}`);
    for (const event of events) if (event.type === 'started') options = event.options;
    const last = events.at(-1)?.n;
    if (last === undefined) break;
    since = last;
  }
  const study: Study = { game: setup.game, options, turns: game.turns };
  return setup.from ? { ...study, setup: setup.from } : study;
}
