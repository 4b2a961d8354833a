import { describe, expect, it } from 'vitest';
import { FakeClock } from '#test/support/clock';
import { reconcileCounts } from './reconcile.ts';
import { MonthlyUsage } from './usage.ts';

const JUNE = Date.UTC(2026, 5, 1);
const NEXT_MONTH = Date.UTC(2026, 6, 1);

/**
 * An account with `counted` in memory and `stored` in the tables; `meanwhile` happens between the two
 * readings.
 */
async function run(
  counted: number,
  stored: number,
  meanwhile: (usage: MonthlyUsage) => void = () => undefined,
) {
  const clock = new FakeClock();
  const usage = new MonthlyUsage(clock, counted > 0 ? [[1, counted]] : []);
  const asked: number[] = [];
  const result = await reconcileCounts(
    usage,
    async () => meanwhile(usage),
    async (sinceMs) => {
      asked.push(sinceMs);
      return stored > 0 ? [[1, stored]] : [];
    },
  );
  return { result, asked, records: usage.of(1), usage };
}

const store = (records: number) => (usage: MonthlyUsage) =>
  usage.confirm(1, records, usage.charge(1, records));

describe('reconciling usage', () => {
  it('leaves correct counts alone, and reads the arrivals of the month', async () => {
    expect(await run(5, 5)).toMatchObject({
      result: { accounts: 1, corrected: [] },
      asked: [JUNE],
      records: 5,
    });
  });

  it.each([
    ['down', 9, 5],
    ['up', 2, 5],
    ['to nothing', 3, 0],
    ['from nothing', 0, 4],
  ])('corrects %s', async (_way, from, to) => {
    const { result, records } = await run(from, to);
    expect(result).toEqual({ accounts: 1, corrected: [{ account: 1, from, to }] });
    expect(records).toBe(to);
  });

  it('does not mistake records that arrive meanwhile for a difference, whether or not the tables had them in time', async () => {
    expect(await run(5, 5, store(3))).toMatchObject({ result: { corrected: [] }, records: 8 });
    expect(await run(5, 7, store(3))).toMatchObject({ result: { corrected: [] }, records: 8 });
    expect(await run(5, 8, store(3))).toMatchObject({ result: { corrected: [] }, records: 8 });
  });

  it('corrects what is certainly wrong while records arrive, and the rest when it is quiet', async () => {
    // The count is 2 too high; of 3 records that arrive, the tables have 1 in time.
    const { records, usage } = await run(7, 6, store(3));
    expect(records).toBe(9);
    await reconcileCounts(
      usage,
      async () => undefined,
      async () => [[1, 8]],
    );
    expect(usage.of(1)).toBe(8);
  });

  it('ignores records that are charged and not on disk yet', async () => {
    const clock = new FakeClock();
    const usage = new MonthlyUsage(clock, [[1, 5]]);
    const month = usage.charge(1, 3);
    const look = () =>
      reconcileCounts(
        usage,
        async () => undefined,
        async () => [[1, 5]],
      );
    expect(await look()).toEqual({ accounts: 1, corrected: [] });
    expect(usage.of(1)).toBe(8);
    usage.release(1, 3, month);
    expect(await look()).toEqual({ accounts: 1, corrected: [] });
    expect(usage.of(1)).toBe(5);
  });

  it('changes nothing when the month ends meanwhile, or the clock was set back into the previous month', async () => {
    const clock = new FakeClock();
    const usage = new MonthlyUsage(clock, [[1, 5]]);
    const turned = await reconcileCounts(
      usage,
      async () => clock.set(NEXT_MONTH),
      async () => [[1, 9]],
    );
    expect([turned.corrected, usage.of(1)]).toEqual([[], 0]);
    usage.confirm(1, 2, usage.charge(1, 2));
    clock.set(NEXT_MONTH - 1);
    expect(
      (
        await reconcileCounts(
          usage,
          async () => undefined,
          async () => [],
        )
      ).corrected,
    ).toEqual([]);
    expect(usage.of(1)).toBe(2);
  });
});
