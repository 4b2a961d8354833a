// Removes data that scans, judges or runs wrote about calls that were erased meanwhile. It runs some time
// after the erasure, reads the data written since, and removes data about calls that are not stored. So no
// list of erased calls is needed.
import { MINUTE_MS } from '#lib/clock';
import { chunks } from '#lib/chunks';
import type { SystemContext } from '#core/context';
import { job, type Enqueue } from '#core/jobs/job';
import { isGeneratedCall } from '#features/eval-runs';
import { forget } from './forget.ts';
import { selectStoredIds, wholeAccount } from '#records';

const NAME = 'erasure-sweep';
/** Scans and runs that had read a call have written their results by then. */
const LATE_MS = 15 * MINUTE_MS;
/** Erasures of a few minutes share one sweep. */
const SLOT_MS = 5 * MINUTE_MS;

interface Payload {
  accountId: string;
  since: number;
}

export const sweep = (accountId: string, since: number, now = since): Enqueue => {
  const slot = Math.floor(now / SLOT_MS) + 1;
  return {
    name: NAME,
    payload: { accountId, since: Math.min(since, (slot - 1) * SLOT_MS) } satisfies Payload,
    uniqueKey: `${NAME}:${accountId}:${slot}:${since === now ? '' : since}`,
    runAt: slot * SLOT_MS + LATE_MS,
    maxAttempts: 100,
  };
};

export const erasureSweepJob = job<Payload | null>({
  name: NAME,
  timeoutMs: 30 * MINUTE_MS,
  run: async (ctx, payload, signal) => {
    const account = payload && (await ctx.accounts.get(payload.accountId));
    if (!payload || !account) return;
    const written = await selectWrittenSince(ctx, payload);
    for (const ids of chunks(written)) {
      signal.throwIfAborted();
      const stored = await ctx.records.ask(wholeAccount(account.number), selectStoredIds(ids));
      const callIds = ids.filter((id) => !stored.has(id));
      if (callIds.length === 0) continue;
      const erased = {
        projectId: null,
        projectNumber: null,
        callIds,
        traceIds: [],
        wholeTraceIds: [],
        sessionIds: [],
        sessionId: null,
      };
      await ctx.metadata.transaction((db) => forget(ctx, db, account, erased));
    }
  },
});

const ABOUT_CALLS = ['annotations', 'comments', 'eval_scores', 'judge_probes', 'safety_assessments'] as const;

/** An output that could not be generated has scores with a reason, but no call. */
async function selectWrittenSince({ db }: SystemContext, { accountId, since }: Payload): Promise<string[]> {
  const ids = new Set<string>();
  for (const table of ABOUT_CALLS) {
    const rows = await db
      .selectFrom(table)
      .select('call_id')
      .distinct()
      .where('account_id', '=', accountId)
      .where('created_at', '>=', since)
      .execute();
    for (const { call_id: id } of rows) if (id !== null && !isGeneratedCall(id)) ids.add(id);
  }
  return [...ids];
}
