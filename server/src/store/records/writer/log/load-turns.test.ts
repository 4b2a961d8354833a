import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { eventOrTimeout } from '#lib/with-timeout';
import { LoadTurns } from './load-turns.ts';

function turns() {
  let changed = Promise.withResolvers<void>();
  return new LoadTurns({
    next: (ms) => eventOrTimeout(ms, changed.promise),
    notify: () => {
      changed.resolve();
      changed = Promise.withResolvers<void>();
    },
  });
}

const tookMs = async (work: Promise<void>): Promise<number> => {
  const from = performance.now();
  await work;
  return performance.now() - from;
};

it('a load begins at once without readers, and when the last reader has ended', async () => {
  const loads = turns();
  expect(await tookMs(loads.begin())).toBeLessThan(40);
  const [first, second] = [loads.hold(), loads.hold()];
  let begun = false;
  const beginning = loads.begin().then(() => (begun = true));
  first();
  await delay(10);
  expect(begun).toBe(false);
  second();
  await beginning;
});

it('a load is held back only for a moment, and for less if a question waits for it', async () => {
  const loads = turns();
  loads.hold();
  expect(await tookMs(loads.begin())).toBeGreaterThanOrEqual(490);
  const released = Promise.withResolvers<void>();
  const waiting = loads.waitFor(() => released.promise);
  expect(loads.isAwaited).toBe(true);
  const held = await tookMs(loads.begin());
  expect(held).toBeGreaterThanOrEqual(55);
  expect(held).toBeLessThan(490);
  released.resolve();
  await waiting;
  expect(loads.isAwaited).toBe(false);
});
