// POST /v1/traces, and the same over gRPC: spans become records and are stored as records are. The response counts rejected
// spans by cause. Only a body that is not a valid export is an error.
import { isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import { receiptsOf } from '#services/receipts';
import { partialSuccess, type Encoding, type PartialSuccess, type Rejection } from '#otlp';
import type { WriteOutcome } from '#records';
import { recordCalls } from './duplicate-spans/duplicate-check.ts';
import { whyOutside } from './make-spans.ts';
import { prepareSpans, type PreparedSpans } from './prepare-request.ts';
import { quotaRenewsAt } from './quota.ts';
import { storeReady, type Ready } from './ready.ts';

/** Null if every span was stored. */
export async function receiveTraces(
  ctx: Context,
  bytes: Buffer,
  encoding: Encoding,
): Promise<PartialSuccess | null> {
  const { ready, ...prepared } = await prepareSpans(ctx, bytes, encoding);
  const { observations, unpriced } = ready;
  const outcome = await storeReady(ctx, ready);
  const { request, bounds, spans } = prepared;
  if (outcome.status === 'stored') recordCalls(ctx, request, spans, (ms) => whyOutside(ms, bounds) === null);
  const rejected = outcome.status === 'refused' ? [quotaUsedUp(ctx, prepared.spanCount)] : prepared.rejected;
  note(ctx, { ...prepared, observations, unpriced }, outcome, rejected);
  return partialSuccess(rejected, ctx.config.providers);
}

const quotaUsedUp = (ctx: Context, count: number): Rejection => ({
  reason: 'quota_exceeded',
  count,
  example: isoTime(quotaRenewsAt(ctx)),
});

type Noted = Pick<PreparedSpans, 'scopes' | 'dropped'> & Pick<Ready, 'observations' | 'unpriced'>;

function note(
  ctx: Context,
  { scopes, dropped, observations, unpriced }: Noted,
  outcome: WriteOutcome,
  rejections: readonly Rejection[],
): void {
  const stored = outcome.status === 'stored';
  receiptsOf(ctx).note(
    ctx.account.id,
    { keyId: ctx.actor.id, client: ctx.origin.userAgent ?? '', scope: scopes, endpoint: 'traces' },
    {
      accepted: stored ? outcome.stored : 0,
      duplicates: stored ? outcome.duplicates : 0,
      observations: stored ? observations : 0,
      unpriced: stored ? unpriced : 0,
      rejections,
      dropped,
    },
  );
}
