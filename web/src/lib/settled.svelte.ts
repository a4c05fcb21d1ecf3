/** Values that may be one frame late: parts beside the board follow after the frame in which the board shows a touch. */
import { untrack } from 'svelte';
import { afterPicture } from './picture';

/** A value that follows another one after the next picture; steps that come faster are passed over. */
export class SettledValue<Value> {
  #value: Value = $state.raw()!;

  constructor(read: () => Value) {
    this.#value = untrack(read);
    $effect(() => {
      const next = read();
      return afterPicture(() => (this.#value = next));
    });
  }

  get value(): Value {
    return this.#value;
  }
}
