/** Moves that a player wrote down, one on each line or numbered in pairs as on a score sheet. */

/** The moves of a text, without numbers, comments and the result. */
export function movesIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/\{[^}]*\}|#.*$/g, '').trim())
    .filter((line) => line !== '' && !/^(result|résultat)\s*:/i.test(line))
    .map((line) => line.replace(/^\d+\s*[.)]\s*/, '').trim())
    .filter((line) => line !== '');
}
