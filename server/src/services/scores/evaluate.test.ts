import { Worker } from 'node:worker_threads';
import { expect, it, vi } from 'vitest';
import { processState } from '#core/process-state';
import { evaluate } from './evaluate.ts';

it('ends its threads with the process', async () => {
  const terminate = vi.spyOn(Worker.prototype, 'terminate');
  const ctx = { state: processState(), account: { id: 'acc_one' } };
  const check = { type: 'regex', rubric: '^a', scaleMin: 0, scaleMax: 1 } as const;
  expect(await evaluate(ctx, check, { output: 'ab', expectedOutput: null })).toMatchObject({ passed: true });
  expect(terminate).not.toHaveBeenCalled();
  await ctx.state.end();
  expect(terminate).toHaveBeenCalled();
});
