/** The server's time, updated every second while a component is mounted. */
import { connection } from '../api/socket.svelte';

const SECOND = 1000;

export function ticking(every = SECOND): { readonly now: number } {
  let now = $state(connection.now());
  $effect(() => {
    const timer = setInterval(() => (now = connection.now()), every);
    return () => clearInterval(timer);
  });
  return {
    get now() {
      return now;
    },
  };
}
