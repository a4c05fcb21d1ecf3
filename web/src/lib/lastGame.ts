/** The game that was opened last in this browser: where “play” begins. */
const KEY = 'taijitu.game';
const FIRST = 'yinsh';

export function lastGame(): string {
  try {
    return localStorage.getItem(KEY) ?? FIRST;
  } catch {
    return FIRST;
  }
}

export function rememberGame(id: string): void {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // Where the browser keeps nothing, every visit is the first.
  }
}
