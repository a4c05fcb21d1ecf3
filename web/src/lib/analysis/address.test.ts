import { describe, expect, it } from 'vitest';
import type { Study } from '../api/types';
import { analysisAddress, studyIn } from './address';

const STUDIES: Study[] = [
  { game: 'yinsh', options: {}, turns: [] },
  { game: 'yinsh', options: { variant: 'blitz' }, turns: ['e5', 'f6 x', 'a,b'] },
  { game: 'zen', options: { variant: '1', players: '4' }, setup: 'w=a1,b2 act=white was=w=a1;act=black', turns: ['a1-b2'] },
  { game: 'yinyang', options: { laws_white: 'wb..>w...,bb..>b...', laws_black: 'a,b' }, turns: [] },
];

describe('an address', () => {
  it.each(STUDIES)('means the position it was made from: $game', (study) => {
    const url = new URL(analysisAddress(study), 'http://here');
    expect(url.pathname).toMatch(new RegExp(`/analysis/${study.game}$`));
    expect(studyIn(study.game, url.searchParams)).toEqual(study);
  });
});
