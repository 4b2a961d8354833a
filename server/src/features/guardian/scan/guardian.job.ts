// Runs every five minutes and scans new records. One query finds the accounts with new records; the others
// cost nothing.
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#lib/clock';
import { unavailable } from '#lib/app-error';
import type { SystemContext } from '#core/context';
import { job } from '#core/jobs/job';
import { perProcess } from '#core/process-state';
import { jobSlice, runRound } from '#core/jobs/job-slice';
import { selectAccountIds } from '#services/retention';
import type { ScanRow } from '../store.ts';
import { UsualCache } from '../baseline/baseline.ts';
import { scanForFindings } from './scan-account.ts';
import { scanAssessments } from './scan-assessments.ts';
import { selectScans } from './store.ts';
import { selectArrivalCounts } from '../records/arrivals.ts';

const NAME = 'guardian';
const ACCOUNTS_AT_ONCE = 2;
const ROUND_MS = 240 * SECOND_MS;

interface Due {
  number: number;
  row: ScanRow | null;
  /** JSON: number of arrived records by day. */
  arrived: string;
}

const usualCacheOf = perProcess(() => new UsualCache());

export const guardianJob = job({
  name: NAME,
  schedule: '*/5 * * * *',
  // The next round is the retry.
  maxAttempts: 1,
  timeoutMs: 15 * MINUTE_MS,
  run: async (ctx, _payload, signal) => {
    // Accounts without a turn are first in the next round.
    const slice = jobSlice(ROUND_MS, signal);
    const failures: unknown[] = [];
    const due = await dueAccounts(ctx);
    const ids = await selectAccountIds(
      ctx.db,
      due.map(({ number }) => number),
    );
    await runRound(
      due,
      ACCOUNTS_AT_ONCE,
      slice,
      async ({ number, row, arrived }) => {
        const account = await ctx.accounts.get(ids.get(number) ?? '');
        if (account) await scanForFindings(ctx, usualCacheOf(ctx), account, row, arrived);
      },
      (error, { number }) => {
        const account = ids.get(number) ?? null;
        ctx.log.warn({ job: NAME, account, err: error }, 'account could not be scanned');
        failures.push(error);
      },
    );
    await scanAssessments(ctx, signal);
    if (failures.length === 0) return;
    throw unavailable(
      'guardian_incomplete',
      `${failures.length} of ${due.length} accounts could not be scanned. The next round tries them again.`,
      failures[0],
    );
  },
});

/**
 * Accounts whose arrival count changed since their last scan. The account that waited longest comes first.
 */
async function dueAccounts(ctx: SystemContext): Promise<Due[]> {
  const sinceDay = new Date(ctx.clock.now() - DAY_MS).toISOString().slice(0, 10);
  const [counts, scans] = await Promise.all([
    ctx.records.askAll(selectArrivalCounts(sinceDay)),
    selectScans(ctx.db),
  ]);
  const rows = new Map(scans.map((row) => [row.account_number, row]));
  return [...Map.groupBy(counts, ({ account }) => account)]
    .map(([number, days]): Due => {
      const byDay = days.map(({ day, records }) => [day, records] as const).toSorted();
      return { number, row: rows.get(number) ?? null, arrived: JSON.stringify(Object.fromEntries(byDay)) };
    })
    .filter(({ row, arrived }) => !row || hasNews(row.arrived, arrived))
    .toSorted((left, right) => (left.row?.scanned_at ?? 0) - (right.row?.scanned_at ?? 0));
}

/** A day that dropped out of the window is no change. */
function hasNews(before: string, now: string): boolean {
  const known = JSON.parse(before) as Record<string, number>;
  return Object.entries(JSON.parse(now) as Record<string, number>).some(
    ([day, records]) => known[day] !== records,
  );
}
