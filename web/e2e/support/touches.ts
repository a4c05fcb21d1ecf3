/** From a turn in notation to the touches that make it, along the tree of touches that the server offers. */
import type { Branch, Touch } from '../../src/lib/api/types';

/** What may follow these touches, where the tree was too large to be sent whole. */
export type Ask = (touches: Touch[]) => Promise<Branch[]>;

/** The touches that make a turn; points are named in the order of their numbers. */
export async function touchesOf(turn: string, names: string[], choices: Branch[], ask: Ask): Promise<Touch[]> {
  const mentioned = new Set(turn.match(/[a-z]\d+/gi));
  const worth = ({ touch }: Branch) => {
    if ('point' in touch) return mentioned.has(names[touch.point] ?? '');
    return 'law' in touch ? mentioned.has(`L${touch.law}`) : true;
  };
  for await (const [touches, spelled] of completed(
    choices.filter(worth),
    async (sofar) => (await ask(sofar)).filter(worth),
    worth,
  )) {
    if (spelled === turn) return touches;
    if ('text' in touches.at(-1)! && turn.startsWith(spelled))
      return [...touches.slice(0, -1), { text: turn.slice(spelled.length) }];
  }
  throw new Error(`nothing to touch for ${turn}`);
}

/** All turns of a tree with their touches, those of few touches first. */
export async function* completed(
  choices: Branch[],
  ask: Ask,
  worth: (branch: Branch) => boolean = () => true,
): AsyncGenerator<[Touch[], string]> {
  const waiting: { branch: Branch; touches: Touch[] }[] = choices.map((branch) => ({ branch, touches: [branch.touch] }));
  for (let first = waiting.shift(); first; first = waiting.shift()) {
    const { branch, touches } = first;
    if (branch.turn !== undefined) yield [touches, branch.turn];
    else {
      const next = branch.next?.length ? branch.next : await ask(touches);
      waiting.push(...next.filter(worth).map((follows) => ({ branch: follows, touches: [...touches, follows.touch] })));
    }
  }
}
