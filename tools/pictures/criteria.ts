import type { TracewellClient } from '@tracewell/sdk';
import { sure } from './sure.ts';

interface PassOrFail {
  name: string;
  type: 'regex' | 'tool_repeats';
  rubric: string;
}

/** Adds criteria that need no judge, and returns their numbers. */
export async function addCriteria(
  client: TracewellClient,
  criteria: readonly PassOrFail[],
): Promise<number[]> {
  const ids: number[] = [];
  for (const one of criteria) {
    const made = sure(
      await client.POST('/v1/eval-criteria', {
        body: { ...one, scaleMin: 0, scaleMax: 1, scoreType: 'boolean' },
      }),
    );
    ids.push(...made.criteria.filter(({ name }) => name === one.name).map(({ id }) => id));
  }
  return ids;
}
