// Raises the ledger to the number of arrivals. A process that dies between its insert and the commit of the
// charge leaves records that are stored and not charged. Counts are never lowered: a charge follows its
// insert, so there is nothing to give back.
import { utcMonth, type Clock } from '#lib/clock';
import type { CountArrived, UsageCorrection, Reconciliation } from '../reconcile.ts';
import type { UsageLedger } from './usage-ledger.ts';

export async function reconcileUsage(
  ledger: UsageLedger,
  countArrived: CountArrived,
  clock: Clock,
): Promise<Reconciliation> {
  const counted = await countArrived(startOf(utcMonth(clock.now())));
  const corrected: UsageCorrection[] = [];
  for (const [account, records] of counted) {
    // A running flush is counted and not charged yet, so an account that seems behind is checked again while
    // it is held.
    if (records <= (await ledger.used(account))) continue;
    const correction = await raise(ledger, countArrived, account);
    if (correction) corrected.push(correction);
  }
  return { accounts: counted.length, corrected };
}

const raise = (
  ledger: UsageLedger,
  countArrived: CountArrived,
  account: number,
): Promise<UsageCorrection | null> =>
  ledger.hold([account], 'wait', async (used, month) => {
    const from = used.get(account);
    // Held by another process for long, or deleted. The next run handles it.
    if (from === undefined) return { result: null, charges: new Map() };
    const counted = new Map(await countArrived(startOf(month)));
    const to = Math.max(from, counted.get(account) ?? 0);
    return {
      result: to > from ? { account, from, to } : null,
      charges: new Map([[account, to - from]]),
    };
  });

const startOf = (month: string): number => Date.parse(`${month}-01T00:00:00Z`);
