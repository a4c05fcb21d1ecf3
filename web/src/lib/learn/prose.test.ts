import { expect, it } from 'vitest';
import { paragraphs } from './prose';

const marked = (text: string) =>
  paragraphs(text).map((runs) => runs.map(({ text: words, strong }) => (strong ? `[${words}]` : words)).join(''));

it('starts a paragraph at an empty line and joins broken lines', () => {
  expect(marked('one\ntwo\n\n three\n \nfour')).toEqual(['one two', 'three', 'four']);
  expect(marked('')).toEqual([]);
});

it('sets words between stars off', () => {
  expect(marked('*Rings* move, *markers* do not.')).toEqual(['[Rings] move, [markers] do not.']);
  expect(marked('un *bloc de quatre*: « *cause* »')).toEqual(['un [bloc de quatre]: « [cause] »']);
  expect(marked('l’*effet*')).toEqual(['l’[effet]']);
});

it('leaves the red mark of a law and lonely stars alone', () => {
  expect(marked('bb.w>* rewrites, wb..>* too')).toEqual(['bb.w>* rewrites, wb..>* too']);
  expect(marked('3 * 4 * 5')).toEqual(['3 * 4 * 5']);
  expect(marked('the mark * is red')).toEqual(['the mark * is red']);
});

it('makes no markup of what looks like it', () => {
  expect(paragraphs('<b> *x* &amp;')[0]).toEqual([
    { text: '<b> ', strong: false },
    { text: 'x', strong: true },
    { text: ' &amp;', strong: false },
  ]);
});
