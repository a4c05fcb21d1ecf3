import { expect, it } from 'vitest';
import type { Scene } from './types';
import { pictureAddress, played, studyOf, toAct } from './study';

it('asks for a position and for the one after a turn', () => {
  const study = studyOf('zen', { options: { variant: '1' }, setup: 'w=a1', turns: ['e5'] });
  expect(study).toEqual({ game: 'zen', options: { variant: '1' }, setup: 'w=a1', turns: ['e5'] });
  expect(played(study, 'e6', 'black')).toEqual({ ...study, turns: ['e5', 'e6'], side: 'black' });
  expect('setup' in studyOf('y', {})).toBe(false);
});

it('knows who has to act', () => {
  const scene = (acts: number[]) => ({ sides: ['white', 'black'], acts }) as unknown as Scene;
  expect(toAct(scene([2]))).toBe('black');
  expect(toAct(scene([1]))).toBe('white');
  expect(toAct(scene([1, 2]))).toBe('black');
  expect(toAct(scene([]))).toBeNull();
});

it('writes the address of a diagram so that nothing in it is misread', () => {
  const address = pictureAddress(
    'yinyang',
    {
      caption: { en: '', fr: '' },
      setup: 'w=d1,d2 b=a1 lb=bbbb>*',
      turns: ['a1-b1 L1@a1', 'd1-c1'],
      names: 'none',
      options: { a: 'b' },
    },
    'fr',
  );
  const url = new URL(address, 'http://x');
  expect(url.pathname).toBe('/api/pictures/yinyang.svg');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    setup: 'w=d1,d2 b=a1 lb=bbbb>*',
    turns: 'a1-b1 L1@a1;d1-c1',
    options: 'a=b',
    names: 'none',
    lang: 'fr',
  });
  expect(pictureAddress('y', { caption: { en: '', fr: '' } }, 'en')).toBe('/api/pictures/y.svg?lang=en');
});
