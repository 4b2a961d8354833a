import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/clock';
import { Metadata } from '#metadata/open';
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
    // The tests' PostgreSQL is on this machine. An answer may be late, but not by a minute.
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(MINUTE_MS);
    expect(Math.abs(clock.offsetMs() - offset)).toBeLessThan(MINUTE_MS);
    expect(report).toHaveBeenCalledTimes(1);
  });

  it('reports nothing if the clock of the machine is right', async () => {
    const report = vi.fn();
    const real = metadata.clockMs.bind(metadata);
    const own = new FakeClock();
    vi.spyOn(metadata, 'clockMs').mockImplementationOnce(async () => {
      const ms = await real();
      own.set((ms ?? 0) + SECOND_MS / 2);
      return ms;
    });
    // No time passes during the measurement, so it is exact.
    const clock = await open(metadata, own, report, () => 0);
    expect([clock.offsetMs(), report.mock.calls]).toEqual([SECOND_MS / 2, []]);
  });

  it('does not jump with the clock of the machine, and continues without the store', async () => {
    const own = new FakeClock(Date.now());
    const clock = await open(metadata, own);
    const before = clock.now();
    own.advance(-HOUR_MS);
    const moved = () => Math.abs(clock.now() - before);
    expect(moved()).toBeLessThan(MINUTE_MS);
    vi.spyOn(metadata, 'clockMs').mockRejectedValueOnce(new Error('away'));
    await expect(clock.measure()).rejects.toThrow('away');
    expect(moved()).toBeLessThan(MINUTE_MS);
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
