/**
 * Every lesson can be finished: reading steps are paged through, exercises are solved, and the server accepts the turns. The
 * whole board is in sight all the time, with nothing over it.
 */
import type { Reply, Study, StudyView } from '../src/lib/api/types';
import type { Lesson } from '../src/lib/learn/lesson';
import { isRight, isTask, type TaskStep } from '../src/lib/learn/player';
import { studyOf, toAct } from '../src/lib/api/positions';
import { learn } from '../src/lib/messages/learn';
import { GAMES } from './support/games';
import type { Person } from './support/person';
import { expect, test } from './support/test';
import { completed, touchesOf, type Ask } from './support/touches';

for (const [i, game] of GAMES.entries()) {
  test(`the lesson of ${game}`, async ({ arrive }) => {
    const { lesson } = (await import(`../src/lib/learn/lessons/${game}.ts`)) as { lesson: Lesson };
    const reader = await arrive({ language: i % 2 ? 'fr' : 'en', device: i % 3 ? 'desktop' : 'phone' });
    await reader.visit(`learn/${game}?step=1`);
    for (const [n, step] of lesson.steps.entries()) {
      await expect(reader.page.getByRole('heading', { level: 2, name: reader.say(step.title), exact: true })).toBeVisible();
      await boardInSight(reader, `step ${n + 1}`, n === 0 ? SCREENS : PHONES);
      await readAtOnce(reader, `step ${n + 1}`);
      if (isTask(step)) {
        await reader.pressButton(learn.hint);
        await readAtOnce(reader, `step ${n + 1} with its hint`);
        await solve(reader, game, step);
        await boardInSight(reader, `step ${n + 1}, done`);
      }
      await reader.pressButton(n === lesson.steps.length - 1 ? learn.end : learn.next);
    }
    await expect(reader.button(learn.playLevel1)).toBeVisible();
    await reader.visit('learn');
    await expect(reader.page.getByText(reader.say(learn.finished))).toHaveCount(1);
  });
}

type Size = readonly [width: number, height: number];
/** The smallest phone, upright and sideways. */
const PHONES: readonly Size[] = [
  [360, 640],
  [740, 360],
];
/** From there to 4K. */
const SCREENS: readonly Size[] = [...PHONES, [390, 844], [820, 1180], [1440, 900], [3840, 2160]];

/** The whole board is visible, nothing covers it, and the buttons that continue are visible without scrolling. */
async function boardInSight(reader: Person, when: string, sizes: readonly Size[] = PHONES): Promise<void> {
  const before = reader.page.viewportSize()!;
  for (const [width, height] of sizes) {
    await reader.resize(width, height);
    const seen = await reader.page.evaluate(() => {
      const inside = ({ left, top, right, bottom }: DOMRect) =>
        left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
      const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
      const covered = [...document.querySelectorAll('[data-point]')].filter((point) => {
        const { x, y, width, height } = point.getBoundingClientRect();
        return !document.elementFromPoint(x + width / 2, y + height / 2)?.closest('svg.live');
      });
      const page = document.documentElement;
      return {
        board: inside(box('svg.live')),
        // Writing a law takes most of the room.
        large: box('svg.live').width > 200 || document.querySelector('.lesson.writing') !== null,
        ways: inside(box('.ways')),
        covered: covered.length,
        scrolls: page.scrollWidth > page.clientWidth || page.scrollHeight > page.clientHeight,
      };
    });
    expect
      .soft(seen, `${when} at ${width} × ${height}`)
      .toEqual({ board: true, large: true, ways: true, covered: 0, scrolls: false });
  }
  await reader.resize(before.width, before.height);
}

/** On the smallest phone nobody has to scroll to read a step or its hint; only where laws are written the text is longer. */
async function readAtOnce(reader: Person, when: string): Promise<void> {
  const before = reader.page.viewportSize()!;
  await reader.resize(360, 640);
  const hidden = await reader.page.evaluate(() => {
    const text = document.querySelector('.lesson .text')!;
    return document.querySelector('.lesson.writing') ? 0 : text.scrollHeight - text.clientHeight;
  });
  expect.soft(hidden, `${when}: text that has to be scrolled, in pixels`).toBeLessThanOrEqual(0);
  await reader.resize(before.width, before.height);
}

/** A turn of the lesson's liking is touched on the board; nothing has to be confirmed. */
async function solve(reader: Person, game: string, step: TaskStep): Promise<void> {
  const turn = await solution(reader, game, step);
  await touchTurn(reader, game, step, turn);
  await expect(reader.page.getByText(reader.say(learn.right)), `${turn} in “${step.title.en}”`).toBeVisible();
}

async function touchTurn(reader: Person, game: string, step: TaskStep, turn: string): Promise<void> {
  if (turn.startsWith('laws ')) return reader.writeLaws(turn.slice(5).split(' '));
  const { study, scene } = await position(reader, game, step);
  // Solutions may be spelled in other ways than the server does.
  const spelled = (
    await reader.ask<StudyView>('/api/study', { ...study, turns: [...study.turns, turn], side: toAct(scene) })
  ).turns.at(-1)!;
  const names = await reader.points(scene.board);
  await reader.touchAll(await touchesOf(spelled, names, scene.next ?? [], branches(reader, study)), spelled);
}

async function position(reader: Person, game: string, step: TaskStep) {
  const study = studyOf(game, step);
  return { study, scene: (await reader.ask<StudyView>('/api/study', study)).scene };
}

const branches =
  (reader: Person, study: Study): Ask =>
  (touches) =>
    reader.ask('/api/study/branch', { ...study, touches });

/** What the lesson says it is, what an engine plays where a turn wins, or the first turn that the lesson would take. */
async function solution(reader: Person, game: string, step: TaskStep): Promise<string> {
  if (step.kind === 'find' && step.solutions?.[0]) return step.solutions[0];
  const { study, scene } = await position(reader, game, step);
  const [only] = scene.next ?? [];
  // Laws are not listed: any four will do.
  if (only && 'text' in only.touch) return 'laws bbbb>bbb. wwww>w.ww b...>bwb. bb.w>*';
  const by = toAct(scene) ?? 'black';
  const wins = step.kind === 'find' && step.wins === true;
  if (wins) return (await reader.ask<Reply>('/api/study/reply', { ...study, level: 3 })).turn;
  for await (const [touches, spelled] of completed(scene.next ?? [], branches(reader, study))) {
    const turn = 'text' in touches.at(-1)! ? `${spelled}wwww>www.` : spelled;
    if (isRight(step, turn, null, by)) return turn;
  }
  throw new Error(`nothing solves “${step.title.en}”`);
}

test('the rule stays above a hint where there is room for both', async ({ arrive }) => {
  const reader = await arrive({ device: 'phone', language: 'fr' });
  await reader.visit('learn/leapover?step=4');
  await reader.mayPlay();
  await reader.pressButton(learn.hint);
  const rule = reader.page.locator('.lesson .prose p');
  await expect(rule).toHaveCount(2);
  await expect(rule.first()).toBeInViewport({ ratio: 1 });
  await expect(reader.page.locator('.lesson .hint')).toBeInViewport({ ratio: 1 });
  await readAtOnce(reader, 'with a hint');
});
