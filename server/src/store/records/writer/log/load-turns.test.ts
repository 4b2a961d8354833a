import { afterEach, beforeEach, expect, it, vi } from 'vitest';
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

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** How much of the test's own time passes meanwhile. */
async function heldMs(work: Promise<void>): Promise<number> {
  let done = false;
  void work.then(() => (done = true));
  for (let ms = 0; ; ms += 1) {
    await vi.advanceTimersByTimeAsync(ms === 0 ? 0 : 1);
    if (done || ms > 10_000) return ms;
  }
}

it('a load begins at once without readers, and when the last reader has ended', async () => {
  const loads = turns();
  expect(await heldMs(loads.begin())).toBe(0);
  const [first, second] = [loads.hold(), loads.hold()];
  let begun = false;
  const beginning = loads.begin().then(() => (begun = true));
  first();
  await vi.advanceTimersByTimeAsync(10);
  expect(begun).toBe(false);
  second();
  await beginning;
});

it('a load is held back only for a moment, and for less if a question waits for it', async () => {
  const loads = turns();
  loads.hold();
  expect(await heldMs(loads.begin())).toBe(500);
  const released = Promise.withResolvers<void>();
  const waiting = loads.waitFor(() => released.promise);
  expect(loads.isAwaited).toBe(true);
  expect(await heldMs(loads.begin())).toBe(60);
  released.resolve();
  await waiting;
  expect(loads.isAwaited).toBe(false);
});
