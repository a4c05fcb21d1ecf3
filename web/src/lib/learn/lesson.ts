// What a lesson and a rulebook are made of: texts in both languages, and positions that the server judges.

/** A text in both languages. `*…*` is emphasis; an empty line starts a paragraph; points are written as in notation. */
export interface BilingualText {
  en: string;
  fr: string;
}

/** A position: set-up string or turns from the start (or both), with options. */
export interface Position {
  options?: Record<string, string>;
  setup?: string;
  turns?: string[];
}

interface StepPage extends Position {
  title: BilingualText;
  text: BilingualText;
  /** Points to point at. */ show?: string[];
}

/** Something to read, looking at a position. */
export interface ReadingStep extends StepPage {
  kind: 'tell';
}
/** Play any legal turn (or any of which the text matches one of `accept`, regular expressions on the notation). */
export interface TurnStep extends StepPage {
  kind: 'try';
  accept?: string[];
  hint: BilingualText;
  done: BilingualText;
  /** Shown when the turn is legal but not what the step requires. */ other?: BilingualText;
}
/** Find the turn: one of `solutions` (notation), or with `wins` any turn that wins at once. */
export interface PuzzleStep extends StepPage {
  kind: 'find';
  solutions?: string[];
  wins?: boolean;
  hint: BilingualText;
  done: BilingualText;
  other: BilingualText;
}
export type LessonStep = ReadingStep | TurnStep | PuzzleStep;
export interface Lesson {
  game: string;
  steps: LessonStep[];
}

export interface Diagram extends Position {
  caption: BilingualText;
  names?: 'edges' | 'none' | 'all';
}
export interface RulebookSection {
  title: BilingualText;
  text: BilingualText;
  diagrams?: Diagram[];
}
export interface Rulebook {
  game: string;
  sections: RulebookSection[];
}
