/**
 * The texts of the page in both languages: ’ instead of the straight apostrophe of the keyboard, a space before the signs
 * of French that breaks no line, and no phrase that was replaced by a plainer one.
 */
import { beforeEach, expect, it } from 'vitest';
import type { Words } from '../api/types';
import { language, say } from './index.svelte';

const SOURCES = import.meta.glob<string>(['../../**/*.ts', '../../**/*.svelte', '!../../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

const MODULES = import.meta.glob<Record<string, unknown>>(
  ['./*.ts', '../learn/**/*.ts', '../lawPresets.ts', '!./*.test.ts', '!../**/*.test.ts', '!../**/*.svelte.ts'],
  { eager: true },
);

/** A text in quotes with a straight apostrophe between two letters, escaped or not. */
const STRAIGHT = /\b(?:en|fr):\s*(?:"[^"\n]*\p{L}'\p{L}|`[^`\n]*[\p{L}}]'\p{L}|'(?:[^'\\\n]|\\[^'\n])*\p{L}\\'\p{L})/u;

/** A French text in quotes. */
const FRENCH = /\bfr:\s*(?:'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"|`([^`\n]*)`)/gu;

/** A sign at the end of a word that lacks its space; what stands in `« »` is what somebody types. */
const GLUED = /[^\s:;!?]([:;!?»])(?=\s|$)|«\S/u;

/** Phrases no text has: affected, wrong, or the second word for a thing. */
const REPLACED = [
  /each other \(opponent\)/i,
  /whoever/i,
  /start anew/i,
  /bring a game along/i,
  /delete yourself|you are nobody/i,
  /pieces move visibly|names of the points/i,
  /by agreement\.$|sit at no table|come by themselves/i,
  /lay them down|look at them together/i,
  /turns that cost|numbers of this game/i,
  /nobody can send you/i,
  /engine here|exchange seats|has thought|put it first|play by itself/i,
  /to the content/i,
  /play the engine/i,
  /qui se trouve là|devient votre adversaire|ne s’entendent pas|convenu$/i,
  /un pas en arrière|sont-ce bien|les déposer|les revoir ensemble/i,
  /\bBlanc gagne|\bNoir gagne|de Blanc\b|de Noir\b|avec Blanc\b|avec Noir\b|les (?:blancs|noirs) (?:jouent|gagnent|commencent|ont|doivent|peuvent)/,
  /, aussitôt\.$|coups d’avance|pas suivants|bougent visiblement|noms des points/i,
  /vous effacer|plus personne ici|pas encore connu/i,
  /vous en renvoyer un|apporter une partie|demandez moins|qui ont coûté|chiffres de/i,
  /se croit bien|reprendre un coup est gratuit|ce qui fut dit|tout se recommence/i,
  /\bsièges?\b|\blaws \? \?/i,
];

/** What is a move on the page, and a turn in the rules: whose turn it is remains a turn. */
const TURN =
  /\b(?:\d+|first|last|next|best|other|all|type a|take back a|this|each|per|conditional) turns?\b|\bturn (?:\d|by turn)/i;

/** What a person may read on the page: every `{ en, fr }` of the modules, functions left out. */
function texts(value: unknown, seen = new Set<unknown>()): Words[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  const { en, fr } = value as Partial<Words>;
  if (typeof en === 'string' && typeof fr === 'string') return [{ en, fr }];
  return Object.values(value).flatMap((part) => texts(part, seen));
}

const ALL = Object.values(MODULES).flatMap((module) => texts(module));

/** The texts of the page itself, without lessons and rulebooks. */
const OF_THE_PAGE = Object.entries(MODULES).flatMap(([file, module]) => (file.startsWith('./') ? texts(module) : []));

/** Every French text in the sources, those with placeholders too, and where it is. */
const IN_SOURCES = Object.entries(SOURCES).flatMap(([file, text]) =>
  [...text.matchAll(FRENCH)].map((match) => ({ file, text: match[1] ?? match[2] ?? match[3] ?? '' })),
);

/** The text without what is quoted, without the stars of emphasis, and with a letter for each placeholder. */
const bare = (text: string) =>
  text
    .replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, 'x')
    .replaceAll(/« [^»]* »/g, 'x')
    .replaceAll(/\*/g, '')
    .replaceAll('\\n', '\n');

/** Notation is not prose: `L1@b3=L3:?` and the letters of commands. */
const isNotation = (text: string) => /[=@>]\S*[:?]/.test(text);

beforeEach(() => {
  language.current = 'fr';
});

it('there are texts to look at', () => {
  expect(Object.keys(SOURCES).length).toBeGreaterThan(100);
  expect(ALL.length).toBeGreaterThan(1000);
  expect(IN_SOURCES.length).toBeGreaterThan(1000);
});

it('finds what is wrong', () => {
  for (const wrong of [`fr: "l'un"`, "fr: `d'eux ${n}`", String.raw`fr: 'c\'est'`, `en: "don't"`])
    expect(wrong).toMatch(STRAIGHT);
  for (const right of ["fr: 'l’un'", "fr: `${n('a')}`", "en: 'don’t'"]) expect(right).not.toMatch(STRAIGHT);
  for (const wrong of ['où?', 'fini; rejouez', 'jeu: Y', '«mot »', 'mot»']) expect(bare(wrong)).toMatch(GLUED);
  for (const right of ['où ?', 'fini ; rejouez', 'jeu : Y', 'le mot « mot ».', '*Ko :* rien'])
    expect(bare(right)).not.toMatch(GLUED);
});

it('no text has a straight apostrophe', () => {
  const found = Object.entries(SOURCES).flatMap(([file, text]) =>
    text.split('\n').flatMap((line, i) => (STRAIGHT.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
  expect(ALL.filter(({ en, fr }) => /\p{L}'\p{L}/u.test(`${en} ${fr}`))).toEqual([]);
});

it('every sign of a French text has its space', () => {
  const wrong = IN_SOURCES.filter(({ text }) => !isNotation(text) && GLUED.test(bare(text)));
  expect(wrong).toEqual([]);
});

it('no sign of a French text can begin a line', () => {
  const breaks = / [:;!?»%]|« | \d{3}(?!\d)/;
  const wrong = ALL.map(say).filter((text) => breaks.test(text.replace(/(?<!\d) (?=\d)/g, '_')));
  expect(wrong).toEqual([]);
});

it('no text has a phrase that was replaced', () => {
  const french = IN_SOURCES.map(({ text }) => text);
  const english = ALL.filter(({ en }) => en.length < 90).map(({ en }) => en);
  const found = [...french, ...english].filter((text) => REPLACED.some((phrase) => phrase.test(text)));
  expect(found).toEqual([]);
});

it('what a player plays is a move', () => {
  expect(OF_THE_PAGE.length).toBeGreaterThan(500);
  expect(OF_THE_PAGE.filter(({ en }) => TURN.test(en))).toEqual([]);
});
