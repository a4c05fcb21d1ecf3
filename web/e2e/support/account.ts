/** Forms of accounts, as people fill them in. */
import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { account } from '../../src/lib/messages/account';
import { recovery } from '../../src/lib/messages/recovery';
import type { Words } from '../../src/lib/api/types';
import { plain, type Person } from './person';

export const PASSWORD = 'a rather long password';

export const form = (person: Person, heading: Words) =>
  person.page.locator('form').filter({ has: person.page.getByRole('heading', { name: plain(person.say(heading)) }) });
export const fill = (person: Person, heading: Words, label: Words, value: string) =>
  form(person, heading).getByLabel(person.say(label), { exact: true }).fill(value);
export const submit = (person: Person, heading: Words, button: Words) =>
  person.press(form(person, heading).getByRole('button', { name: person.say(button), exact: true }));

/** Makes an account; its recovery codes, as they are shown. */
export async function signUp(person: Person, name: string): Promise<string[]> {
  await person.visit('account');
  await fill(person, account.make, account.name, name);
  await fill(person, account.make, account.password, PASSWORD);
  await submit(person, account.make, account.make);
  await person.page.getByText(person.say(recovery.codesKept)).waitFor();
  return person.page.locator('.codes code').allTextContents();
}

export async function noComplaints(person: Person): Promise<void> {
  const { violations } = await new AxeBuilder({ page: person.page })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
  const sideways = await person.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(sideways, 'nothing sticks out').toBeLessThanOrEqual(0);
}
