// A game of the engine against itself.
import { Engine, look } from 'taijitu';

const study = { game: process.argv[2] ?? 'yinsh', options: {}, turns: [] };
const engine = new Engine();
let position = look(study);
while (!position.outcome && study.turns.length < 400) {
  study.turns.push(engine.search({ study, level: 2, seed: study.turns.length }).lines[0].turns[0]);
  position = look(study);
}
console.log(study.turns.join('\n'), position.outcome?.words.en ?? 'unfinished');
