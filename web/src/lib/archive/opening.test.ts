import { describe, expect, it } from 'vitest';
import { ProblemError } from '../api/http';
import type { Study, StudyView } from '../api/types';
import { Opening } from './opening.svelte';

const words = { en: 'w', fr: 'w' };

/** Everything but `zz` may be played. */
class Fake {
  asked: Study[] = [];
  look(study: Study): Promise<StudyView> {
    this.asked.push(study);
    if (study.turns.includes('zz')) return Promise.reject(new ProblemError({ code: 'illegal_turn', message: words }));
    const side = study.turns.length % 2 ? 'white' : 'black';
    const scene = {
      turn: study.turns.length,
      pieces: [],
      sides: ['black', 'white'],
      acts: [study.turns.length % 2 ? 2 : 1],
      next: [{ touch: { point: 1 }, turn: side }],
    };
    return Promise.resolve({
      scene,
      turns: study.turns.map((turn) => turn.toLowerCase()),
      outcome: null,
      setup: '',
    } as unknown as StudyView);
  }
  branch = () => Promise.resolve([]);
  why = () => Promise.resolve(words);
}

describe('an opening on a board', () => {
  it('grows by what is played, as the server spells it', async () => {
    const server = new Fake();
    const told: string[][] = [];
    const opening = new Opening({ game: 'y', options: { board: 'triangle-5' } }, (turns) => told.push(turns), server);
    await opening.show(['a1']);
    expect(opening.side).toBe('white');
    await opening.input.typed('B2');
    expect(told).toEqual([['a1', 'b2']]);
    expect(server.asked.at(-1)).toEqual({ game: 'y', options: { board: 'triangle-5' }, turns: ['a1', 'B2'] });
  });

  it('says what cannot be played, and shows what could', async () => {
    const opening = new Opening({ game: 'y', options: {} }, () => undefined, new Fake());
    await opening.show(['a1']);
    await opening.show(['a1', 'zz']);
    expect([opening.problem, opening.scene?.turn]).toEqual([words, 1]);
    await opening.show([]);
    expect([opening.problem, opening.scene?.turn, opening.side]).toEqual([null, 0, 'black']);
  });
});
