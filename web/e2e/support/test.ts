/** What every test has at hand: people who arrive, and whose pages must not complain. */
import { expect, test as base } from '@playwright/test';
import { Person, type Manner } from './person';

interface Fixtures {
  /** A person with a new browser context. */
  arrive: (manner?: Manner) => Promise<Person>;
  /** Complaints of a page that belong to the test, such as a lost connection. */
  expected: RegExp[];
}

/**
 * Everybody in these tests comes from one address, and many play the same script: a game is not reviewed while somebody
 * else there plays it against somebody.
 */
const REVIEW_REFUSED = /status of 409 .*\/review\)$/;

export const test = base.extend<Fixtures>({
  expected: async ({}, use) => use([]),
  arrive: async ({ browser, baseURL, expected }, use) => {
    const people: Person[] = [];
    await use(async (manner) => {
      const person = await Person.arrive(browser, new URL(baseURL ?? '').origin, manner);
      people.push(person);
      return person;
    });
    const troubles = people
      .flatMap((person) => person.troubles.list)
      .filter((words) => ![...expected, REVIEW_REFUSED].some((known) => known.test(words)));
    await Promise.all(people.map((person) => person.context.close()));
    expect(troubles, 'complaints of the pages').toEqual([]);
  },
});

export { expect } from '@playwright/test';
