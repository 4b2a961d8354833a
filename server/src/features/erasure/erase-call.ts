// DELETE /v1/query/calls/{id}
import { notFound } from '#lib/app-error';
import { SECOND_MS } from '#lib/clock';
import { callDigest } from '#content';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { changeRecords } from '#core/record-changes/record-changes';
import { scopeOf } from '#services/record-access';
import { purge } from './purge.job.ts';
import { forget } from './forget.ts';
import { sweep } from './sweep.job.ts';
import { batchOf, takeOut } from './take-out.ts';
import { selectCall } from '#records';

const PATIENCE_MS = 20 * SECOND_MS;

/** The call is gone from every answer when this returns, and from disk within minutes. */
export async function eraseCall(ctx: Context, id: string): Promise<void> {
  const { account } = ctx;
  // A request for an unknown call does not wait for a turn.
  if (!(await ctx.records.ask(scopeOf(ctx), selectCall(id)))) throw notFound('Call');
  const keys = await ctx.contentKeys.load(account);
  const turn = { account: account.number, kind: 'erasure', patienceMs: PATIENCE_MS } as const;
  const found = await changeRecords(ctx, turn, async (held) => {
    const read = await ctx.records.ask(scopeOf(ctx), selectCall(id));
    if (!read) return false;
    const { timestampMs, traceId, sessionId } = read.call;
    const { records, erased } = await batchOf(ctx, [{ id, timestampMs, traceId, sessionId }], null);
    await change(ctx, 'call.erase', async ({ db, enqueue }) => {
      const now = ctx.clock.now();
      await forget(ctx, db, account, erased);
      await enqueue(purge(now));
      await enqueue(sweep(account.id, now));
      // The id may identify a person, so the audit log keeps only a digest of it.
      return {
        result: undefined,
        target: { type: 'call', id: callDigest(keys, id) },
        metadata: { records: records.length },
      };
    });
    await takeOut(ctx, records, held);
    return true;
  });
  if (!found) throw notFound('Call');
}
