/** The little there is of markup in lessons and rulebooks: an empty line starts a paragraph, `*…*` is emphasis. */

export interface ProseRun {
  text: string;
  strong: boolean;
}

/** A star opens where a word begins and closes where one ends; the red mark of a law, as in `bb.w>*`, does neither. */
const EMPHASIS = /(?<![\p{L}\p{N}>.*])\*(?=\S)([^*\n]*\S)\*(?![\p{L}\p{N}*])/gu;

/** A text as paragraphs of runs. */
export function paragraphs(text: string): ProseRun[][] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s*\n\s*/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')
    .map(runs);
}

function runs(paragraph: string): ProseRun[] {
  const found: ProseRun[] = [];
  let from = 0;
  for (const match of paragraph.matchAll(EMPHASIS)) {
    if (match.index > from) found.push({ text: paragraph.slice(from, match.index), strong: false });
    found.push({ text: match[1] ?? '', strong: true });
    from = match.index + match[0].length;
  }
  if (from < paragraph.length) found.push({ text: paragraph.slice(from), strong: false });
  return found;
}
