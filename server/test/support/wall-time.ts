import { expect } from 'vitest';

/** A timer may fire this much early, because it counts in whole milliseconds. */
const EARLY_MS = 2;

/**
 * Wall time has a lower bound only: on a busy machine everything takes longer. tools/wall-time.test.ts keeps tests
 * from measuring it in another way.
 */
export async function expectToTake<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  expect(performance.now() - began).toBeGreaterThanOrEqual(ms - EARLY_MS);
  return result;
}
