import { expect, it } from 'vitest';
import { sharedRuns } from './shared-runs.ts';

/** Runs that end when the test says so. */
function steps() {
  const begun: PromiseWithResolvers<number>[] = [];
  const share = sharedRuns(() => {
    const run = Promise.withResolvers<number>();
    begun.push(run);
    return run.promise;
  });
  return { begun, share };
}

it('calls during a run share the next one', async () => {
  const { begun, share } = steps();
  const [first, second, third] = [share(), share(), share()];
  expect(begun).toHaveLength(1);
  begun[0]?.resolve(1);
  expect(await first).toBe(1);
  expect(begun).toHaveLength(2);
  begun[1]?.resolve(2);
  expect([await second, await third]).toEqual([2, 2]);
  expect(begun).toHaveLength(2);
});

it('has one run at a time, even if a call arrives as a run ends', async () => {
  const { begun, share } = steps();
  const first = share();
  const second = share();
  // A caller that is notified of the end calls again at once, before the next run is visible.
  const again = first.then(() => share());
  begun[0]?.resolve(1);
  await first;
  await Promise.resolve();
  expect(begun).toHaveLength(2);
  begun[1]?.resolve(2);
  expect(await second).toBe(2);
  await expect.poll(() => begun.length).toBe(3);
  begun[2]?.resolve(3);
  expect(await again).toBe(3);
});

it('a failed run fails only for its own calls', async () => {
  const { begun, share } = steps();
  const [first, second] = [share(), share()];
  begun[0]?.reject(new Error('no'));
  await expect(first).rejects.toThrow('no');
  begun[1]?.resolve(2);
  expect(await second).toBe(2);
});
