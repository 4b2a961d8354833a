import { expect, onTestFinished } from 'vitest';

/** A timer may fire this much early, because it counts in whole milliseconds. */
const EARLY_MS = 2;
const TICK_MS = 100;

/**
 * Wall time has a lower bound only: on a busy machine everything takes longer. tools/test/wall-time.test.ts keeps tests
 * from measuring it in another way.
 */
export async function expectToTake<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  expect(performance.now() - began).toBeGreaterThanOrEqual(ms - EARLY_MS);
  return result;
}

/**
 * A clock in milliseconds for time limits of the product, which are timers of this process too. It stands still while
 * the process does not get a processor.
 */
export function timerClock(): () => number {
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), TICK_MS);
  onTestFinished(() => clearInterval(timer));
  return () => ticks * TICK_MS;
}
