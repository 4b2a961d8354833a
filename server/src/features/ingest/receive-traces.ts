// POST /v1/traces, and the same over gRPC: spans become records and are stored like those of
// POST /v1/ingest. The response counts rejected spans by cause. Only a body that is not a valid export is an
// error.
import { isoTime } from '#lib/clock';
import type { AppError } from '#lib/app-error';
import type { Pace } from '#lib/yield-to-event-loop';
import type { Context } from '#core/context';
import { receiptsOf, type TallySource } from '#services/receipts';
import { partialSuccess, type Encoding, type PartialSuccess, type Rejection, type Span } from '#otlp';
import type { WriteOutcome } from '#records';
import { saveSpanScores } from './save-span-scores.ts';
import { forgetEvents } from './span-events/waiting-events.ts';
import { recordCalls } from './duplicate-spans/duplicate-check.ts';
import { whyOutside } from './make-spans.ts';
import type { Door } from './prepare.ts';
import type { PreparedRows } from './gather-rows.ts';
import { prepareOtherSpans, prepareSpans, storeRows, type PreparedSpans } from './prepare-and-store.ts';
import { quotaExceeded, quotaRenewsAt } from './quota.ts';

/** Where a request came from, for the receipts. */
export interface SpanSource {
  door: Door;
  endpoint: TallySource['endpoint'];
  /** The client's own name for itself; the user agent if it is not set. */
  client?: string | undefined;
  /** The project that a header names. */
  projectName?: string | undefined;
}

const STRICT: SpanSource = { door: 'strict', endpoint: 'traces' };
export const OPEN_TRACES: SpanSource = { door: 'open', endpoint: 'traces' };

/** Null if every span was stored. */
export async function receiveTraces(
  ctx: Context,
  bytes: Buffer,
  encoding: Encoding,
  source: SpanSource = STRICT,
): Promise<PartialSuccess | null> {
  const prepared = await prepareSpans(ctx, bytes, encoding, source.door, source.projectName);
  const { rejected } = await storeSpans(ctx, prepared, source);
  return partialSuccess(rejected, ctx.config.providers);
}

export interface ReceivedSpans {
  /** Newly stored. */
  stored: number;
  /** Stored before. */
  duplicates: number;
  rejected: readonly Rejection[];
  /** Set if nothing was stored, because the quota is used up. */
  quota: AppError | null;
}

/** Spans that did not arrive as OTLP. The list is emptied. `noted` are rejections from earlier steps. */
export async function receiveSpans(
  ctx: Context,
  spans: Span[],
  source: Omit<SpanSource, 'door'>,
  noted: readonly Rejection[] = [],
  pace?: Pace,
): Promise<ReceivedSpans> {
  const prepared = await prepareOtherSpans(ctx, spans, source.projectName, pace);
  return storeSpans(
    ctx,
    { ...prepared, rejected: [...noted, ...prepared.rejected] },
    { ...source, door: 'open' },
  );
}

export async function storeSpans(
  ctx: Context,
  { rows, ...prepared }: PreparedSpans,
  source: SpanSource,
): Promise<ReceivedSpans> {
  const { observations, unpriced } = rows;
  const outcome = await storeRows(ctx, rows);
  const { request, bounds, spans, scores, takenEvents } = prepared;
  const isStored = outcome.status === 'stored';
  if (isStored) {
    await recordCalls(ctx, request.receivedAtMs, spans, (ms) => whyOutside(ms, bounds) === null);
    // If a span was known before, it may have been stored without them.
    if (outcome.duplicates === 0) await forgetEvents(ctx, takenEvents);
  }
  const rejected = isStored
    ? [...prepared.rejected, ...(await saveSpanScores(ctx, scores))]
    : [quotaUsedUp(ctx, prepared.spanCount)];
  note(ctx, { ...prepared, observations, unpriced }, outcome, rejected, source);
  return {
    stored: isStored ? outcome.stored : 0,
    duplicates: isStored ? outcome.duplicates : 0,
    rejected,
    quota: isStored ? null : quotaExceeded(ctx, outcome),
  };
}

const quotaUsedUp = (ctx: Context, count: number): Rejection => ({
  reason: 'quota_exceeded',
  count,
  example: isoTime(quotaRenewsAt(ctx)),
});

type Noted = Pick<PreparedSpans, 'scopes' | 'dropped'> & Pick<PreparedRows, 'observations' | 'unpriced'>;

function note(
  ctx: Context,
  { scopes, dropped, observations, unpriced }: Noted,
  outcome: WriteOutcome,
  rejections: readonly Rejection[],
  { client, endpoint }: SpanSource,
): void {
  const stored = outcome.status === 'stored';
  receiptsOf(ctx).note(
    ctx.account.id,
    { keyId: ctx.actor.id, client: client ?? ctx.origin.userAgent ?? '', scope: scopes, endpoint },
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
