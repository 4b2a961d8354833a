import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, utcMonth } from '#lib/clock';
import type { SystemContext } from '#core/context';
import { PLANS } from '#core/access/plans';
import type { MetadataConfig } from '#config';
import { Metadata } from '#metadata/open';
import { insertAccounts } from '#test/support/account-rows';
import { FakeClock } from '#test/support/clock';
import { freshFolder, freshMetadata } from '#test/support/metadata';
import { release, reserve, settleReservation, type BudgetContext, type Reservation } from './reserve.ts';
import { selectFigures, upsertBudget } from './store.ts';
import { budgetSweepJob } from './sweep.job.ts';

const USD = 1_000_000;
const JUNE = Date.UTC(2026, 5, 15, 12);
const RUNS = Number(process.env['BUDGET_RUNS'] ?? 150);

const clock = new FakeClock(JUNE);
let config: MetadataConfig;
let metadata: Metadata;
/** A connection of another process; SQLite supports only one. */
let other: Metadata;
let accounts = 0;
let ctx: BudgetContext;
let elsewhere: BudgetContext;

beforeAll(async () => {
  config = await freshMetadata(freshFolder());
  metadata = await Metadata.open(config);
  other = inject('engine') === 'postgres' ? await Metadata.open(config) : metadata;
});
afterAll(async () => {
  await metadata.close();
  if (other !== metadata) await other.close();
});
beforeEach(async () => {
  clock.set(JUNE);
  ctx = await freshAccount();
  elsewhere = { ...ctx, metadata: other };
});

async function freshAccount(plan: 'free' | 'pro' = 'pro'): Promise<BudgetContext> {
  accounts += 1;
  await insertAccounts(metadata, [accounts]);
  const { id } = await metadata.reader
    .selectFrom('accounts')
    .select('id')
    .where('number', '=', accounts)
    .executeTakeFirstOrThrow();
  return { metadata, clock, account: { id, plan: PLANS[plan] } as BudgetContext['account'] };
}

const allow = (micros: number, whose = ctx) =>
  metadata.transaction((db) => upsertBudget(db, whose.account.id, micros, clock.now()));

const figures = (month = utcMonth(clock.now()), whose = ctx) =>
  selectFigures(metadata.reader, whose.account.id, month, clock.now());

const sweep = () =>
  budgetSweepJob.run({ metadata, clock } as unknown as SystemContext, null, AbortSignal.timeout(30_000));

/** The stored rows, without values computed on read. */
const stored = (whose = ctx) =>
  metadata.reader
    .selectFrom('llm_spend')
    .select(['month', 'spent_micros as spent', 'held_micros as held'])
    .where('account_id', '=', whose.account.id)
    .orderBy('month')
    .execute();

const outcome = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'held',
    (error: { reason?: string }) => error.reason,
  );

describe('reserve', () => {
  it('reserves, and settles at the actual cost', async () => {
    const reservation = await reserve(ctx, 3 * USD, 'test');
    expect(reservation).toMatchObject({ micros: 3 * USD, month: '2026-06' });
    expect(await figures()).toEqual({ chosen: null, spent: 0, held: 3 * USD });
    expect(await settleReservation(ctx, reservation, 1_234_567)).toBe(true);
    expect(await figures()).toEqual({ chosen: null, spent: 1_234_567, held: 0 });
    expect(await metadata.reader.selectFrom('llm_reservations').select('id').execute()).toEqual([]);
  });

  it('429 budget_exhausted: one micro-dollar too much, with the time until the next month', async () => {
    clock.set(Date.UTC(2026, 11, 31, 23, 58, 59, 1));
    await settleReservation(ctx, await reserve(ctx, 2 * USD, 'test'), 2 * USD);
    await reserve(ctx, USD, 'test');
    await expect(reserve(ctx, 2 * USD + 1, 'test')).rejects.toMatchObject({
      status: 429,
      reason: 'budget_exhausted',
      message: expect.stringContaining(
        '2 USD are spent, 1 USD are held by work under way, and up to 2.000001',
      ),
      retryAfterSeconds: 61,
    });
    expect((await figures()).held).toBe(USD);
    await reserve(ctx, 2 * USD, 'test');
    expect(await outcome(reserve(ctx, 1, 'test'))).toBe('budget_exhausted');
    clock.advance(2 * MINUTE_MS);
    expect(await outcome(reserve(ctx, 5 * USD, 'test'))).toBe('held');
  });

  it('429: the first reservation exceeds the whole budget', async () => {
    expect(await outcome(reserve(ctx, 5 * USD + 1, 'test'))).toBe('budget_exhausted');
    expect(await stored()).toEqual([]);
  });

  it('uses the chosen budget at once; on Free the default', async () => {
    await allow(20 * USD);
    const first = await reserve(ctx, 15 * USD, 'test');
    await allow(10 * USD);
    expect(await outcome(reserve(ctx, 1, 'test'))).toBe('budget_exhausted');
    await settleReservation(ctx, first, 9 * USD);
    expect(await outcome(reserve(ctx, USD, 'test'))).toBe('held');
    const free = await freshAccount('free');
    await allow(500 * USD, free);
    expect(await outcome(reserve(free, 5 * USD + 1, 'test'))).toBe('budget_exhausted');
    expect(await outcome(reserve(free, 5 * USD, 'test'))).toBe('held');
  });

  it('rejects invalid amounts', async () => {
    const reservation = await reserve(ctx, 0, 'test');
    for (const amount of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      await expect(reserve(ctx, amount, 'test')).rejects.toThrow(RangeError);
      await expect(settleReservation(ctx, reservation, amount)).rejects.toThrow(RangeError);
    }
    expect(await figures()).toEqual({ chosen: null, spent: 0, held: 0 });
  });

  it('never exceeds the budget: 50 at once for a budget of 20, from two processes', async () => {
    await allow(20 * USD);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, at) => outcome(reserve(at % 2 ? ctx : elsewhere, USD, `judge ${at}`))),
    );
    expect(outcomes.toSorted()).toEqual([
      ...Array.from({ length: 30 }, () => 'budget_exhausted'),
      ...Array.from({ length: 20 }, () => 'held'),
    ]);
    expect(await figures()).toMatchObject({ spent: 0, held: 20 * USD });
  });

  it('never overspends: 50 callers that reserve and settle for less, twice each', async () => {
    await allow(20 * USD);
    let spent = 0;
    const spender = async (at: number) => {
      const mine = at % 2 ? ctx : elsewhere;
      for (let round = 0; round < 3; round += 1) {
        const reservation = await reserve(mine, USD, 'test').catch(() => null);
        if (!reservation) return;
        const { spent: seen, held } = await figures();
        expect(seen + held).toBeLessThanOrEqual(20 * USD);
        const actual = 300_000 + at * 10_007;
        const [first, second] = await Promise.all([
          settleReservation(mine, reservation, actual),
          settleReservation(ctx, reservation, actual),
        ]);
        expect([first, second].toSorted()).toEqual([false, true]);
        spent += actual;
      }
    };
    await Promise.all(Array.from({ length: 50 }, (_, at) => spender(at)));
    expect(await figures()).toMatchObject({ spent, held: 0 });
    expect(spent).toBeLessThanOrEqual(20 * USD);
  });
});

describe('settle', () => {
  it('twice, or after a release, changes nothing', async () => {
    const [a, b] = [await reserve(ctx, USD, 'test'), await reserve(ctx, USD, 'test')];
    expect([
      await settleReservation(ctx, a, 400),
      await settleReservation(ctx, a, 900),
      await release(ctx, a),
    ]).toEqual([true, false, false]);
    expect([await release(ctx, b), await settleReservation(ctx, b, 900)]).toEqual([true, false]);
    expect(await figures()).toMatchObject({ spent: 400, held: 0 });
  });

  it('counts costs above the reservation, even beyond the budget', async () => {
    await settleReservation(ctx, await reserve(ctx, 4 * USD, 'test'), 7 * USD);
    expect(await figures()).toMatchObject({ spent: 7 * USD, held: 0 });
    expect(await outcome(reserve(ctx, 1, 'test'))).toBe('budget_exhausted');
  });

  it('does not touch reservations of another account', async () => {
    const reservation = await reserve(ctx, USD, 'test');
    expect(await settleReservation(await freshAccount(), reservation, 0)).toBe(false);
    expect((await figures()).held).toBe(USD);
  });

  it('charges the month in which it was reserved', async () => {
    clock.set(Date.UTC(2026, 5, 30, 23, 59, 59, 999));
    const reservation = await reserve(ctx, 5 * USD, 'test');
    clock.advance(1);
    expect(await figures()).toMatchObject({ spent: 0, held: 0 });
    expect(await outcome(reserve(ctx, 5 * USD, 'test'))).toBe('held');
    await settleReservation(ctx, reservation, 2 * USD);
    expect(await stored()).toEqual([
      { month: '2026-06', spent: 2 * USD, held: 0 },
      { month: '2026-07', spent: 0, held: 5 * USD },
    ]);
  });
});

describe('an unsettled reservation', () => {
  it('counts as spent in full when it expires, before and after the sweep', async () => {
    await reserve(ctx, 2 * USD, 'killed');
    await reserve(ctx, USD, 'slow', HOUR_MS);
    clock.advance(15 * MINUTE_MS - 1);
    await sweep();
    expect(await figures()).toMatchObject({ spent: 0, held: 3 * USD });
    clock.advance(1);
    expect(await figures()).toMatchObject({ spent: 2 * USD, held: USD });
    expect(await outcome(reserve(ctx, 2 * USD + 1, 'test'))).toBe('budget_exhausted');
    await Promise.all([sweep(), sweep()]);
    expect(await stored()).toEqual([{ month: '2026-06', spent: 2 * USD, held: USD }]);
    expect(await figures()).toMatchObject({ spent: 2 * USD, held: USD });
  });

  it('is corrected once by a late settlement, swept or not', async () => {
    const [a, b] = [await reserve(ctx, 2 * USD, 'test'), await reserve(ctx, 2 * USD, 'test')];
    clock.advance(HOUR_MS);
    await settleReservation(ctx, a, 5);
    expect(await figures()).toMatchObject({ spent: 2 * USD + 5, held: 0 });
    await sweep();
    expect([await settleReservation(ctx, b, 3 * USD), await settleReservation(ctx, b, 0)]).toEqual([
      true,
      false,
    ]);
    expect(await stored()).toEqual([{ month: '2026-06', spent: 3 * USD + 5, held: 0 }]);
  });

  it('is deleted after a week and stays counted', async () => {
    const reservation = await reserve(ctx, 2 * USD, 'test');
    clock.advance(HOUR_MS);
    await sweep();
    clock.advance(7 * DAY_MS);
    await sweep();
    expect(await settleReservation(ctx, reservation, 0)).toBe(false);
    expect(await figures()).toMatchObject({ spent: 2 * USD, held: 0 });
  });

  it('is either settled or charged if both happen at once', async () => {
    await allow(100 * USD);
    const open = await Promise.all(Array.from({ length: 40 }, () => reserve(ctx, USD, 'test')));
    clock.advance(HOUR_MS);
    await Promise.all([
      sweep(),
      ...open.map((reservation, at) => settleReservation(at % 2 ? ctx : elsewhere, reservation, 1_000)),
      sweep(),
    ]);
    await sweep();
    expect(await stored()).toEqual([{ month: '2026-06', spent: 40_000, held: 0 }]);
  });
});

describe('any sequence', () => {
  type Step =
    | { do: 'reserve'; micros: number; validMs: number }
    | { do: 'settle'; which: number; micros: number }
    | { do: 'release'; which: number }
    | { do: 'budget'; micros: number }
    | { do: 'wait'; ms: number }
    | { do: 'sweep' };

  const micros = fc.integer({ min: 0, max: 4 * USD });
  const which = fc.nat({ max: 9 });
  const steps: fc.Arbitrary<Step[]> = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.record({ do: fc.constant('reserve'), micros, validMs: fc.nat(HOUR_MS) }) },
      { weight: 3, arbitrary: fc.record({ do: fc.constant('settle'), which, micros }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('release'), which }) },
      {
        weight: 1,
        arbitrary: fc.record({
          do: fc.constant('budget'),
          micros: fc.integer({ min: 5 * USD, max: 12 * USD }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.oneof(fc.nat(HOUR_MS), fc.nat(3 * DAY_MS)) }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('sweep') }) },
    ),
    { maxLength: 24 },
  );

  interface Held {
    reservation: Reservation;
    expiresAt: number;
    /** Null if neither settled nor released. */
    actual: number | null;
  }

  /** Recomputes everything from the list of reservations. */
  class Model {
    budget = 5 * USD;
    readonly all: Held[] = [];
    figures(month: string, now: number) {
      let [spent, held] = [0, 0];
      for (const { reservation, expiresAt, actual } of this.all) {
        if (reservation.month !== month) continue;
        if (actual !== null) spent += actual;
        else if (expiresAt <= now) spent += reservation.micros;
        else held += reservation.micros;
      }
      return { spent, held };
    }
  }

  it('matches the figures and rejections of a plain list', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        // Two days before the end of a month.
        clock.set(Date.UTC(2026, 5, 29));
        const mine = await freshAccount();
        const model = new Model();
        for (const step of sequence) {
          const [got, expected] = await take(mine, model, step);
          expect(got).toBe(expected);
        }
        for (const month of ['2026-06', '2026-07', '2026-08']) {
          expect(await figures(month, mine)).toMatchObject(model.figures(month, clock.now()));
        }
      }),
      { numRuns: RUNS },
    );
  });

  /** The actual result and the result of the model. */
  async function take(mine: BudgetContext, model: Model, step: Step): Promise<[unknown, unknown]> {
    const now = clock.now();
    if (step.do === 'wait') return [clock.advance(step.ms), undefined];
    if (step.do === 'sweep') return [await sweep(), undefined];
    if (step.do === 'budget') {
      model.budget = step.micros;
      await allow(step.micros, mine);
      return [null, null];
    }
    if (step.do === 'reserve') {
      const { spent, held } = model.figures(utcMonth(now), now);
      const reserved = await reserve(mine, step.micros, 'model', step.validMs).catch(() => null);
      if (reserved) model.all.push({ reservation: reserved, expiresAt: now + step.validMs, actual: null });
      return [reserved !== null, spent + held + step.micros <= model.budget];
    }
    const chosen = model.all[step.which];
    // After a week a sweep may have deleted it; the exact time is not guaranteed.
    if (!chosen || now - chosen.expiresAt > 7 * DAY_MS) return [null, null];
    const first = chosen.actual === null;
    const actual = step.do === 'settle' ? step.micros : 0;
    chosen.actual ??= actual;
    const { reservation } = chosen;
    const done =
      step.do === 'settle' ? settleReservation(mine, reservation, actual) : release(mine, reservation);
    return [await done, first];
  }
});
