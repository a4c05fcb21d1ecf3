/** What every test has at hand: people who arrive, and whose pages must not complain. */
import { expect, test as base } from '@playwright/test';
import { Person, type Manner } from './person';

interface Fixtures {
  /** Somebody opens a browser. */
  arrive: (manner?: Manner) => Promise<Person>;
  /** Complaints of a page that belong to the test, such as a lost connection. */
  expected: RegExp[];
}

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
      .filter((words) => !expected.some((known) => known.test(words)));
    await Promise.all(people.map((person) => person.context.close()));
    expect(troubles, 'complaints of the pages').toEqual([]);
  },
});

export { expect } from '@playwright/test';
