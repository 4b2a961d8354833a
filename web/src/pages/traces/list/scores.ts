import type { Trace } from './types.ts';

type Score = Trace['scores'][number];

/** The newest score of each name, in the order of the service: newest first. */
export function newestByName(scores: readonly Score[]): Score[] {
  const names = new Set<string>();
  return scores.filter(({ name }) => {
    const isNew = !names.has(name);
    names.add(name);
    return isNew;
  });
}
