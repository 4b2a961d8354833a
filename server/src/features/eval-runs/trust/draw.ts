// Chance that is the same each time for the same name, so that what is made of a call can be made again.
import { hash } from 'node:crypto';

/** Numbers from 0 to below 1 (mulberry32, begun by a hash of the name). */
export function drawFor(name: string): () => number {
  let state = Number.parseInt(hash('sha256', name, 'hex').slice(0, 8), 16);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function shuffled<T>(items: readonly T[], draw: () => number): T[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(draw() * (at + 1));
    const [here, there] = [mixed[at] as T, mixed[other] as T];
    mixed[at] = there;
    mixed[other] = here;
  }
  return mixed;
}
