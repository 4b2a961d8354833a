import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOUR_MS, SECOND_MS } from '#lib/clock';
import { AppError } from '#lib/app-error';
import type { JobSlice } from './job-slice.ts';
import { workInSlices, type SlicedWork } from './sliced-work.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const clock = { now: () => Date.now() };
const log = { error: () => undefined } as never;

/** Work that takes `units` of a second each, and what became of it. */
function madeWork(units: number, changes: Partial<SlicedWork> = {}) {
  const seen = { units: 0, went: [] as string[] };
  const went = (what: string) => async () => void seen.went.push(what);
  const slice = async ({ signal, isOver }: JobSlice) => {
    for (; seen.units < units; seen.units += 1) {
      if (isOver()) return 'more' as const;
      await vi.advanceTimersByTimeAsync(SECOND_MS);
      signal.throwIfAborted();
    }
    return 'all' as const;
  };
  const work: SlicedWork = {
    about: {},
    beganAt: clock.now(),
    state: async () => 'going',
    slice,
    enqueueNext: went('goes on'),
    finish: went('finished'),
    giveUp: went('given up'),
    ...changes,
  };
  return { seen, work };
}

const running = new AbortController().signal;

it('ends when all is done, and otherwise goes on after twenty seconds', async () => {
  const short = madeWork(3);
  await workInSlices({ clock, log }, running, short.work);
  expect(short.seen).toEqual({ units: 3, went: ['finished'] });
  const long = madeWork(50);
  await workInSlices({ clock, log }, running, long.work);
  expect(long.seen).toEqual({ units: 20, went: ['goes on'] });
});

it('a pause lets the work under way end, an end aborts it; neither is followed by another slice', async () => {
  const paused = madeWork(50, { state: async () => 'paused' });
  await workInSlices({ clock, log }, running, paused.work);
  expect(paused.seen).toEqual({ units: 1, went: [] });
  const ended = madeWork(50, { state: async () => 'ended' });
  await workInSlices({ clock, log }, running, ended.work);
  expect(ended.seen).toEqual({ units: 0, went: [] });
});

it('a look that fails changes nothing', async () => {
  const { seen, work } = madeWork(3, { state: () => Promise.reject(new Error('away')) });
  await workInSlices({ clock, log }, running, work);
  expect(seen).toEqual({ units: 3, went: ['finished'] });
});

it('an error is thrown for another attempt, until six hours have passed or it would last', async () => {
  const slice = () => Promise.reject(new AppError('unavailable', 'away', 'Away.'));
  const young = madeWork(1, { slice });
  await expect(workInSlices({ clock, log }, running, young.work)).rejects.toThrow('Away.');
  expect(young.seen.went).toEqual([]);
  const lasting = madeWork(1, { slice, isLasting: () => true });
  await workInSlices({ clock, log }, running, lasting.work);
  expect(lasting.seen.went).toEqual(['given up']);
  const old = madeWork(1, { slice, beganAt: clock.now() - 6 * HOUR_MS });
  await workInSlices({ clock, log }, running, old.work);
  expect(old.seen.went).toEqual(['given up']);
});

it('an aborted job gives nothing up', async () => {
  const { seen, work } = madeWork(3, { beganAt: 0, isLasting: () => true });
  await expect(workInSlices({ clock, log }, AbortSignal.abort(), work)).rejects.toThrow('aborted');
  expect(seen.went).toEqual([]);
});
