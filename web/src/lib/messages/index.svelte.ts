/**
 * Words in both languages. The server sends its sentences as `{ en, fr }`; the page keeps its own in the same shape,
 * by subject, beside this file, so that a missing language is a compile error and one function translates all of them.
 */
import type { Words } from '../api/types';

export type Language = 'en' | 'fr';
export const LANGUAGES: Record<Language, string> = { fr: 'Français', en: 'English' };

/** The language of this page: reactive, kept in the address by the router. */
export const language: { current: Language } = $state({ current: preferred() });

/** The browser's preferred language of the two we have. */
export function preferred(): Language {
  const wanted = typeof navigator === 'undefined' ? [] : navigator.languages;
  const first = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag === 'fr' || tag === 'en');
  return first === 'fr' ? 'fr' : 'en';
}

/** Spaces of a French text that must not break: before a sign, after `«`, between groups of three digits. */
const FRENCH_SPACES = / (?=[:;!?»%])|(?<=«) |(?<=\d) (?=\d{3}(?!\d))/g;

/** The words in the reader's language. In French a sign never stands alone at the beginning of a line. */
export function say(words: Words): string {
  const text = words[language.current];
  return language.current === 'fr' ? text.replace(FRENCH_SPACES, '\u00a0') : text;
}

/** A point of a board, as `f1`: a name, written as it is on the board. */
const POINT = /^[a-z]{1,2}\d/;

/** Facts on one line, with a dot between them: no line begins with the dot. */
export const DOT = '\u00a0· ';

/** The first letter of a sentence as a capital, unless it begins with the name of a point. */
export function sentence(words: Words): string {
  const text = say(words);
  if (POINT.test(text)) return text;
  return text.charAt(0).toLocaleUpperCase(language.current) + text.slice(1);
}

/** Making a formatter takes a hundred times as long as using it. */
const numbers = new Map<Language, Intl.NumberFormat>();

/** A number as the reader writes it. */
export function number(value: number): string {
  const format = numbers.get(language.current) ?? new Intl.NumberFormat(language.current);
  numbers.set(language.current, format);
  return format.format(value);
}

/** A moment, short: the time today, the date otherwise. */
export function moment(at: number, now = Date.now()): string {
  const today = new Date(at).toDateString() === new Date(now).toDateString();
  const style: Intl.DateTimeFormatOptions = today ? { timeStyle: 'short' } : { dateStyle: 'medium' };
  return new Intl.DateTimeFormat(language.current, style).format(at);
}
