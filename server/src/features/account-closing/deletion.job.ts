// Deletes an account and everything stored for it after the grace period. Durable: it is retried until it
// succeeds. Only an entry in the operator's audit chain remains.
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#lib/clock';
import { OPERATOR_CHAIN } from '#core/change/audit';
import { changeAs } from '#core/change/change';
import type { SystemContext } from '#core/context';
import { job, Postponed, type Enqueue } from '#core/jobs/job';
import { enqueue } from '#core/jobs/job-queue';
import { changeRecords } from '#core/record-changes/record-changes';
import { deleteAccountRow, deleteAccountRows, type Leaving } from './account-rows.ts';
import { deleteAccount } from '#records';
import { removeMediaOf } from '#services/media';

const NAME = 'account-deletion';
/** Requests and jobs in progress have ended by then, and the data they wrote is deleted too. */
const LATE_MS = 15 * MINUTE_MS;

interface Payload {
  accountId: string;
  /** Set in the second round, when the account itself is gone. */
  number?: number;
}

export const accountDeletion = (accountId: string, runAt: number): Enqueue => ({
  name: NAME,
  payload: { accountId } satisfies Payload,
  // The key includes the time, because a job that waits for a later time must not block this one.
  uniqueKey: `${NAME}:${accountId}:${runAt}`,
  runAt,
  maxAttempts: 10_000,
});

export const accountDeletionJob = job<Payload | null>({
  name: NAME,
  firstRetryMs: 5 * SECOND_MS,
  maxRetryMs: 5 * MINUTE_MS,
  // Parts are rewritten, which takes a while on a large account.
  timeoutMs: 60 * MINUTE_MS,
  run: async (ctx, payload, signal) => {
    if (payload === null) return;
    const { accountId: id, number } = payload;
    if (number !== undefined) return remove(ctx, { id, number }, signal);
    const row = await ctx.db
      .selectFrom('accounts')
      .select(['number', 'deletes_at'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row || row.deletes_at === null) return;
    const waitMs = row.deletes_at - ctx.clock.now();
    // It was restored and closed again, or the clock was set back.
    if (waitMs > 0) {
      throw new Postponed(
        'account_closing',
        'The account is still in its grace period.',
        Math.min(waitMs, DAY_MS),
      );
    }
    const account = { id, number: row.number };
    await shutOut(ctx, account);
    const late: Enqueue = {
      name: NAME,
      payload: { accountId: id, number: account.number } satisfies Payload,
      uniqueKey: `${NAME}:late:${account.number}`,
      runAt: ctx.clock.now() + LATE_MS,
      maxAttempts: 10_000,
    };
    await remove(ctx, account, signal);
    await changeAs(
      ctx,
      { accountId: OPERATOR_CHAIN, actor: ctx.actor, origin: null },
      'account.delete',
      async ({ db }) => {
        await enqueue(db, ctx.clock, late);
        // Last, and with its entry: without the row there would be no second attempt.
        await deleteAccountRow(db, id);
        return { result: undefined, target: { type: 'account', id } };
      },
    );
    ctx.log.info({ job: NAME, account: id }, 'account deleted');
  },
});

/** Deletes keys and sessions first, so that no one writes for the account any more. */
const shutOut = (ctx: SystemContext, { id }: Leaving): Promise<void> =>
  changeAs(
    ctx,
    { accountId: id, actor: ctx.actor, origin: null },
    'account.delete_begin',
    async ({ db, invalidate }) => {
      const keys = await db.deleteFrom('api_keys').where('account_id', '=', id).returning('id').execute();
      for (const key of keys) await invalidate('keys', key.id);
      await db.deleteFrom('sessions').where('account_id', '=', id).execute();
      await invalidate('accounts', id);
      return { result: undefined, target: { type: 'account', id } };
    },
  );

async function remove(ctx: SystemContext, account: Leaving, signal: AbortSignal): Promise<void> {
  const turn = { account: account.number, kind: 'account-deletion', place: `${NAME}:${account.id}` } as const;
  await changeRecords(ctx, turn, async (held) => {
    const ended = AbortSignal.any([held, signal]);
    await ctx.records.admin.change(account.number, deleteAccount(), ended);
    await removeMediaOf(ctx, account, ended);
    await deleteAccountRows((work) => ctx.metadata.transaction(work), account);
    ctx.contentKeys.forget(account.id);
    await ctx.records.admin.purgeErased(ended);
  });
  await ctx.metadata.scrub();
}
