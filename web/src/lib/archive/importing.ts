/** Importing a game: checks before the server has parsed it, and the position of an error. */
import type { Problem, Words } from '../api/types';
import { archive } from '../messages/archive';

/** The server reads no more than this. */
export const MOST_BYTES = 64 * 1024;

/** Why a text need not be sent; `null` if it may. */
export function reasonNotToSend(text: string): Words | null {
  if (text.trim() === '') return archive.importEmpty;
  if (text.includes('\0') || text.includes('\ufffd')) return archive.importNotText;
  // The text travels inside JSON, which writes line breaks and quotes with a sign more.
  if (new Blob([JSON.stringify({ text })]).size > MOST_BYTES) return archive.importTooLong(MOST_BYTES / 1024);
  return null;
}

export interface BlamedLine {
  /** From 1. */
  line: number;
  text: string;
  /** Where the line stands in the text. */
  from: number;
  to: number;
}

/** The line a refusal blames, if it is there. */
export function blamed(text: string, { line = 0 }: Pick<Problem, 'line'>): BlamedLine | null {
  const lines = text.split('\n');
  if (line < 1 || line > lines.length) return null;
  const from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const blamedText = (lines[line - 1] ?? '').replace(/\r$/, '');
  return { line, text: blamedText, from, to: from + blamedText.length };
}
