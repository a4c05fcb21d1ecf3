/** A day as the reader writes it. */
import { language } from './index.svelte';

export function day(at: number): string {
  return new Intl.DateTimeFormat(language.current, { dateStyle: 'medium' }).format(at);
}

/** A day and a time as the reader writes them. */
export function dayAndTime(at: number): string {
  return new Intl.DateTimeFormat(language.current, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}
