import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#lib/app-error';
import { utcMonth } from '#lib/clock';
import { PLANS } from '#core/access/plans';
import { reserve } from './budget/reserve.ts';
import { Metadata } from '#metadata/open';
import { insertAccounts } from '#test/support/account-rows';
import { processState } from '#core/process-state';
import { FakeClock } from '#test/support/clock';
import { freshFolder, freshMetadata } from '#test/support/metadata';
import { hold, type SpendingContext } from './spending.ts';

const USD = 1_000_000;
const RUNS = Number(process.env['SPENDING_RUNS'] ?? 25);
const NEVER = new AbortController().signal;
const clock = new FakeClock();
let metadata: Metadata;
let accounts = 0;

beforeAll(async () => {
  metadata = await Metadata.open(await freshMetadata(freshFolder()));
});
afterAll(() => metadata.close());

/** An account with the default budget of 5 USD. */
async function freshAccount(): Promise<SpendingContext> {
  accounts += 1;
  await insertAccounts(metadata, [accounts]);
  const { id } = await metadata.reader
    .selectFrom('accounts')
    .select('id')
    .where('number', '=', accounts)
    .executeTakeFirstOrThrow();
  const account = { id, plan: PLANS.pro } as unknown as SpendingContext['account'];
  return { metadata, clock, account, log: pino({ level: 'silent' }), state: processState() };
}

async function figures({ account }: SpendingContext): Promise<{ spent: number; held: number }> {
  const row = await metadata.reader
    .selectFrom('llm_spend')
    .select(['spent_micros as spent', 'held_micros as held'])
    .where('account_id', '=', account.id)
    .where('month', '=', utcMonth(clock.now()))
    .executeTakeFirst();
  return row ?? { spent: 0, held: 0 };
}

interface Call {
  most: number;
  /** The actual cost as a share of the reserved maximum. */
  share: number;
  ms: number;
}

/** Runs as many calls at once as the throttle allows. */
async function inLanes(
  calls: readonly Call[],
  lanes: number,
  make: (call: Call) => Promise<void>,
): Promise<void> {
  const left = [...calls];
  const lane = async () => {
    for (let call = left.shift(); call; call = left.shift()) await make(call);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

describe('hold', () => {
  it('never overspends, counts every micro-dollar, and refuses only calls that do not fit', async () => {
    const call = fc.record({
      most: fc.integer({ min: 1, max: 2 * USD }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      ms: fc.nat(2),
    });
    const calls = fc.array(call, { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(calls, fc.integer({ min: 1, max: 16 }), async (calls, lanes) => {
        const ctx = await freshAccount();
        let spent = 0;
        const tooEarly: number[] = [];
        await inLanes(calls, lanes, async ({ most, share, ms }) => {
          const held = await hold(ctx, most, 'test', NEVER);
          if (held instanceof AppError) {
            // Nothing else was in progress, and the spent amount only grows.
            if (spent + most <= 5 * USD) tooEarly.push(most);
            return;
          }
          const { spent: counted, held: reserved } = await figures(ctx);
          expect(counted + reserved).toBeLessThanOrEqual(5 * USD);
          await sleep(ms);
          const actual = Math.floor(most * share);
          spent += actual;
          await held.settle(actual);
        });
        expect(await figures(ctx)).toEqual({ spent, held: 0 });
        expect(spent).toBeLessThanOrEqual(5 * USD);
        expect(tooEarly).toEqual([]);
        const open = metadata.reader.selectFrom('llm_reservations').select('id');
        expect(await open.where('account_id', '=', ctx.account.id).execute()).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('also counts costs above the reserved maximum', async () => {
    const ctx = await freshAccount();
    const both = await Promise.all([hold(ctx, 100, 'test', NEVER), hold(ctx, 200, 'test', NEVER)]);
    for (const held of both) if (!(held instanceof AppError)) await held.settle(7_000);
    expect(await figures(ctx)).toEqual({ spent: 14_000, held: 0 });
  });

  it('does not wait for reservations of other processes, nor after a signal', async () => {
    const ctx = await freshAccount();
    await reserve(ctx, 3 * USD, 'somebody else');
    expect(await hold(ctx, 3 * USD, 'test', NEVER)).toBeInstanceOf(AppError);
    const first = await hold(ctx, 2 * USD, 'test', NEVER);
    const stop = new AbortController();
    const second = hold(ctx, 2 * USD, 'test', stop.signal);
    const third = hold(ctx, 2 * USD, 'test', NEVER);
    stop.abort();
    expect(await second).toBeInstanceOf(AppError);
    await (first as Exclude<typeof first, AppError>).settle(0);
    expect(await third).not.toBeInstanceOf(AppError);
  });

  it('reserves only the missing amount if the budget has no more', async () => {
    const ctx = await freshAccount();
    const first = await hold(ctx, 4.4 * USD, 'test', NEVER);
    // A quarter of the reserved amount would be 1.1 USD, and only 0.6 USD are left.
    const second = await hold(ctx, 0.5 * USD, 'test', AbortSignal.abort());
    for (const held of [first, second]) {
      if (held instanceof AppError) throw held;
      await held.settle(1);
    }
    expect(await figures(ctx)).toEqual({ spent: 2, held: 0 });
  });

  it('passes on an error of the store and works again afterwards', async () => {
    const ctx = await freshAccount();
    const broken = {
      transaction: () => Promise.reject(new Error('the disk is full')),
    } as unknown as Metadata;
    await expect(hold({ ...ctx, metadata: broken }, 5, 'test', NEVER)).rejects.toThrow('the disk is full');
    const held = await hold(ctx, 5, 'test', NEVER);
    expect(held).not.toBeInstanceOf(AppError);
  });
});
