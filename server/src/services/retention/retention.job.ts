// Deletes records within a day of their expiry and applies a changed retention to stored records. No query
// waits for this, because queries exclude expired records.
import { MINUTE_MS, SECOND_MS, type Clock } from '#lib/clock';
import { loadAccount } from '#core/access/accounts';
import type { SystemContext } from '#core/context';
import { Postponed, job } from '#core/jobs/job';
import { EXPIRED_RECORDS, changeRecords } from '#core/record-changes/record-changes';
import { setRetention } from '#records';
import type { Tx } from '#core/change/change';
import {
  deleteRetentionChange,
  selectRetentionChanges,
  type RetentionChange,
  upsertRetentionChange,
} from './store.ts';

const RETENTION_JOB = 'retention';

// Longer than any request that may still use the old retention.
const SETTLED_MS = 10 * MINUTE_MS;

export const retentionJob = job({
  name: RETENTION_JOB,
  // Not hourly: each run rewrites whole old parts for the few records that expired since.
  schedule: '23 */6 * * *',
  firstRetryMs: MINUTE_MS,
  // Parts are rewritten, which takes a while on a large store.
  timeoutMs: 60 * MINUTE_MS,
  // One at a time: a change of retention between the deletions from two tables would make sums and records
  // inconsistent.
  run: (ctx, _payload, signal) =>
    changeRecords(ctx, ONE_AT_A_TIME, (held) => expire(ctx, AbortSignal.any([held, signal]))),
});

const ONE_AT_A_TIME = { account: EXPIRED_RECORDS, kind: 'retention', place: RETENTION_JOB } as const;

async function expire(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  // Comes first, and nothing is deleted if it fails or waits: a longer retention keeps records that would be
  // deleted now.
  await applyChanges(ctx, signal);
  const deleted = await ctx.records.admin.deleteExpired(ctx.clock.now(), signal);
  ctx.log.info({ job: RETENTION_JOB, deleted }, 'expired rows deleted');
}

/**
 * Applies a change at once, and again when no request can still use the old retention. Then the change is
 * done.
 */
async function applyChanges(ctx: SystemContext, signal: AbortSignal): Promise<void> {
  let postponed: Postponed | null = null;
  for (const change of await selectRetentionChanges(ctx.db)) {
    signal.throwIfAborted();
    try {
      await applyChange(ctx, change, signal);
    } catch (error) {
      // The other accounts do not wait for this one.
      if (!(error instanceof Postponed)) throw error;
      postponed = error;
    }
  }
  if (postponed) throw postponed;
}

async function applyChange(ctx: SystemContext, change: RetentionChange, signal: AbortSignal): Promise<void> {
  const settled = ctx.clock.now() - change.changedAt >= SETTLED_MS;
  const account = await loadAccount(ctx.db, change.accountId);
  if (account) {
    const { id, number, retentionDays } = account;
    const order = { account: number, kind: 'retention', place: `${RETENTION_JOB}:${number}` } as const;
    await changeRecords(ctx, order, (held) =>
      ctx.records.admin.change(number, setRetention(retentionDays), AbortSignal.any([held, signal])),
    );
    ctx.log.info({ job: RETENTION_JOB, account: id, retentionDays }, 'retention applied to stored records');
  }
  if (settled) await ctx.metadata.transaction((db) => deleteRetentionChange(db, change));
}

// Requests in progress, and processes that have not seen the change yet, use the old retention for a moment
// longer.
const START_DELAY_MS = 5 * SECOND_MS;

/** Call in the transaction that changes the retention, so that it also applies to stored records. */
export async function retentionChanged(tx: Tx, clock: Clock, accountId: string): Promise<void> {
  const now = clock.now();
  await upsertRetentionChange(tx.db, { accountId, changedAt: now });
  // Without a unique key: a running job may have read before this change, and an extra one does no harm.
  await tx.enqueue({ name: RETENTION_JOB, runAt: now + START_DELAY_MS });
}
