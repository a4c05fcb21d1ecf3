// What a lesson and a rulebook are made of: texts in both languages, and positions that the server judges.

/** A text in both languages. `*…*` is emphasis; an empty line starts a paragraph; points are written as in notation. */
export interface Both {
  en: string;
  fr: string;
}

/** A position: set-up string or turns from the start (or both), with options. */
export interface Position {
  options?: Record<string, string>;
  setup?: string;
  turns?: string[];
}

interface Page extends Position {
  title: Both;
  text: Both;
  /** Points to point at. */ show?: string[];
}

/** Something to read, looking at a position. */
export interface Tell extends Page {
  kind: 'tell';
}
/** Play any legal turn (or any of which the text matches one of `accept`, regular expressions on the notation). */
export interface Try extends Page {
  kind: 'try';
  accept?: string[];
  hint: Both;
  done: Both;
  /** Said when the turn is legal but not what was asked. */ other?: Both;
}
/** Find the turn: one of `solutions` (notation), or with `wins` any turn that wins at once. */
export interface Find extends Page {
  kind: 'find';
  solutions?: string[];
  wins?: boolean;
  hint: Both;
  done: Both;
  other: Both;
}
export type LessonStep = Tell | Try | Find;
export interface Lesson {
  game: string;
  steps: LessonStep[];
}

export interface Diagram extends Position {
  caption: Both;
  names?: 'edges' | 'none' | 'all';
}
export interface Section {
  title: Both;
  text: Both;
  diagrams?: Diagram[];
}
export interface Rulebook {
  game: string;
  sections: Section[];
}
