// Random numbers that are the same for the same name, so that a degraded answer can be reproduced.
import { hash } from 'node:crypto';
import { seededRandom } from '#lib/seeded-random';

/** Numbers from 0 to below 1, seeded by a hash of the name. */
export const drawFor = (name: string): (() => number) =>
  seededRandom(Number.parseInt(hash('sha256', name, 'hex').slice(0, 8), 16));

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
