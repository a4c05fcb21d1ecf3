/** Which puzzles this browser has seen solved: no account is needed for that. */

const KEY = 'taijitu.puzzles';

/** The solved ones, in the order in which they were solved. */
export function solvedPuzzles(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function rememberSolved(id: string): void {
  const solved = solvedPuzzles();
  if (!solved.includes(id)) localStorage.setItem(KEY, JSON.stringify([...solved, id]));
}

/** `17` of `yinsh-17`: the game is shown beside it. */
export const numberOf = (id: string): string => id.slice(id.lastIndexOf('-') + 1);
