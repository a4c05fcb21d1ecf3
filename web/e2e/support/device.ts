/** Playing where no server helps: the engine's advice is typed. */
import type { Page } from '@playwright/test';
import { table as words } from '../../src/lib/messages/table';
import type { Person } from './person';

/** Requests about positions that a page makes of the server, as they are made. */
export function watchQuestions(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(study|analysis|pictures)|\/hint$|\/api\/puzzles\/.*\/(try|solution)$/.test(pathname)) asked.push(pathname);
  });
  return asked;
}

/** The turn in the words of a hint; a long plan may be described after it. Laws of Yin Yang have full stops in them. */
export function turnIn(text: string): string {
  return /(?:would play|jouerait) (.+?)(?:\. \p{Lu}|$)/u.exec(text.trim())?.[1] ?? '';
}

/** The turn the engine advises. */
export async function hinted(player: Person): Promise<string> {
  await player.pressButton(words.hint);
  const answer = player.page.locator('.prompt .answer');
  await answer.waitFor();
  return turnIn((await answer.textContent()) ?? '');
}

/** Plays what the engine advises, and waits until it is one's turn again or the game is over. */
export async function playHinted(player: Person): Promise<void> {
  const before = await player.page.locator('.moves ol li button').count();
  await player.type(await hinted(player));
  await player.sees(before + 1);
  const ready = player.page.locator('[data-point].target, .result, .editor').or(player.laws());
  await ready.first().waitFor({ state: 'attached' });
}
