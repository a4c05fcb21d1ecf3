import { expect, it } from 'vitest';
import { recordText, type BoardGame } from './record';

const game: BoardGame = {
  game: 'y',
  revision: 1,
  options: { board: 'triangle-3', pie: 'off' },
  white: 'Ada\nLovelace',
  black: 'Bob',
  turns: ['b2', 'a3'],
  result: 'black',
};

it('has headers, numbered turns and the result', () => {
  expect(recordText(game)).toBe(
    'taijitu record 1\ngame: y\nrules: 1\noptions: board=triangle-3 pie=off\nwhite: Ada Lovelace\nblack: Bob\n\n' +
      '1. b2\n2. a3\nresult: black (resigned)\n',
  );
});

it('leaves the result to the rules, and says that a draw was agreed', () => {
  expect(recordText({ ...game, result: null })).not.toContain('result:');
  expect(recordText({ ...game, result: 'white-forfeit' })).not.toContain('result:');
  expect(recordText({ ...game, result: 'draw' })).toContain('result: draw (agreed)\n');
});

it('has no line for options where there are none', () => {
  expect(recordText({ ...game, options: {} })).not.toContain('options:');
});
