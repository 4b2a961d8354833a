import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { HOUR_MS } from '#lib/clock';
import { Metadata } from '#metadata';
import { FakeClock } from '#test/support/clock';
import { freshFolder, freshMetadata } from '#test/support/metadata';
import { SharedClock } from './shared-clock.ts';

let metadata: Metadata;
beforeAll(async () => {
  metadata = await Metadata.open(await freshMetadata(freshFolder()));
});
afterAll(() => metadata.close());

const open = async (...given: Parameters<typeof SharedClock.open>): Promise<SharedClock> => {
  const clock = await SharedClock.open(...given);
  onTestFinished(() => clock.close());
  return clock;
};

describe.runIf(inject('engine') === 'sqlite')('shared clock on SQLite', () => {
  it('is the clock of the process', async () => {
    const own = new FakeClock();
    const report = vi.fn();
    const clock = await open(metadata, own, report);
    own.advance(HOUR_MS);
    expect([clock.now(), clock.offsetMs(), report.mock.calls]).toEqual([own.now(), 0, []]);
  });
});

describe.runIf(inject('engine') === 'postgres')('shared clock on PostgreSQL', () => {
  it.each([HOUR_MS, -HOUR_MS])('is the clock of the store if the machine is %i ms off', async (offset) => {
    const report = vi.fn();
    const clock = await open(metadata, { now: () => Date.now() + offset }, report);
    // The tests' PostgreSQL is on this machine.
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(500);
    expect(Math.abs(clock.offsetMs() - offset)).toBeLessThan(500);
    expect(report).toHaveBeenCalledTimes(1);
  });

  it('reports nothing if the clock of the machine is right', async () => {
    const report = vi.fn();
    await open(metadata, undefined, report);
    expect(report).not.toHaveBeenCalled();
  });

  it('does not jump with the clock of the machine, and continues without the store', async () => {
    const own = new FakeClock(Date.now());
    const clock = await open(metadata, own);
    const before = clock.now();
    own.advance(-HOUR_MS);
    expect(clock.now() - before).toBeLessThan(500);
    vi.spyOn(metadata, 'clockMs').mockRejectedValueOnce(new Error('away'));
    await expect(clock.measure()).rejects.toThrow('away');
    expect(clock.now() - before).toBeLessThan(1_000);
  });

  it('prefers a precise measurement to a slow one, and follows a store whose clock was set', async () => {
    let monotonic = 0;
    const clock = await open(metadata, undefined, undefined, () => monotonic);
    const store = vi.spyOn(metadata, 'clockMs');
    onTestFinished(() => store.mockRestore());
    const answer = (ms: number, tookMs: number) =>
      store.mockImplementationOnce(async () => {
        monotonic += tookMs;
        return ms;
      });
    const base = clock.now();
    // A slow answer may have been delayed at any point, so it is less precise than the last measurement.
    answer(base + 100, 400);
    await clock.measure();
    expect(clock.now()).toBe(base + 400);
    answer(base + HOUR_MS, 2);
    await clock.measure();
    expect(clock.now()).toBe(base + HOUR_MS + 1);
  });
});
