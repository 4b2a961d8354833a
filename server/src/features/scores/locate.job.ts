// Finds the records that scores refer to: the call and the trace of a bare span id, and the project of a
// score that was sent without one. A record may arrive after its score, so a search is repeated, less and
// less often, for a day.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/clock';
import { job } from '#core/jobs/job';
import type { SystemContext } from '#core/context';
import type { Account } from '#core/access/accounts';
import { recordOf, refsOf } from './refs.ts';
import { selectScoredRecords } from './records.ts';
import { selectScoresToLocate, updateScorePlace, type SentScore } from './store.ts';

const NAME = 'score-location';
const AT_ONCE = 500;
const MAX_ROUNDS = 100;
const GIVE_UP_MS = DAY_MS;
const LONGEST_WAIT_MS = HOUR_MS;
const SHORTEST_WAIT_MS = MINUTE_MS / 4;

export const scoreLocationJob = job({
  name: NAME,
  schedule: '*/10 * * * * *',
  maxAttempts: 1,
  timeoutMs: 10 * MINUTE_MS,
  hasWork: async ({ db, clock }) => (await selectScoresToLocate(db, clock.now(), 1)).length > 0,
  run: async (ctx, _payload, signal) => {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      signal.throwIfAborted();
      const due = await selectScoresToLocate(ctx.db, ctx.clock.now(), AT_ONCE);
      for (const [accountId, rows] of Map.groupBy(due, (row) => row.account_id)) {
        const account = await ctx.accounts.get(accountId);
        if (account) await locate(ctx, account, rows);
      }
      if (due.length < AT_ONCE) return;
    }
  },
});

async function locate(ctx: SystemContext, account: Account, rows: readonly SentScore[]): Promise<void> {
  const now = ctx.clock.now();
  const scope = { account: account.number, project: null, sinceMs: now - account.retentionDays * DAY_MS };
  const records = await ctx.records.ask(scope, selectScoredRecords(refsOf(rows)));
  await ctx.metadata.transaction(async (db) => {
    for (const row of rows) {
      const found = recordOf(row, records, row.any_project === 1 ? null : row.project_number);
      const place = found
        ? {
            project_number: found.project,
            ...(found.kind === 'call' ? { call_id: found.id } : {}),
            // The span is not a call, so the call id that was derived from it does not exist.
            ...(found.kind === 'observation' ? { call_id: null } : {}),
            ...(found.traceId === '' ? {} : { trace_id: found.traceId }),
            locate_at: null,
          }
        : { locate_at: nextLook(row, now) };
      if (!(await updateScorePlace(db, row, place))) await updateScorePlace(db, row, { locate_at: null });
    }
  });
}

/** The wait equals the age of the score, within limits. */
function nextLook({ received_at: receivedAt }: SentScore, now: number): number | null {
  const age = now - receivedAt;
  if (age >= GIVE_UP_MS) return null;
  return now + Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, age));
}
