// POST /v1/traces, and the same over gRPC: spans become records, and go the way of records from there. What cannot be stored is
// counted by cause in the answer; only bytes that are no export at all are an error.
import { AppError } from '#lib/app-error';
import { DAY_MS, isoTime } from '#lib/clock';
import { Pace } from '#lib/pace';
import type { Context } from '#core/context';
import {
  decodeJson,
  decodeProtobuf,
  mapTraces,
  partialSuccess,
  RejectionTally,
  type Encoding,
  type PartialSuccess,
  type Rejection,
  type Span,
} from '#otlp';
import { countCalls, countsCalls } from '#features/gate';
import { watchQuota } from '#features/webhooks';
import type { Incoming, StoredRecord } from '#records';
import { noteCalls, settleCalls } from './doubles/doubles.ts';
import { droppedTags, prepareInPieces, preparation, type Preparation } from './prepare.ts';
import { quotaRenewsAt } from './quota.ts';

const FUTURE_MS = DAY_MS;
const MAX_SCOPES = 3;

/** Null: every span is stored. */
export async function receiveTraces(
  ctx: Context,
  bytes: Buffer,
  encoding: Encoding,
): Promise<PartialSuccess | null> {
  const pace = new Pace();
  await pace.rest();
  const decoded = encoding === 'json' ? decodeJson(bytes) : decodeProtobuf(bytes);
  if (!decoded.ok) throw new AppError('bad_request', decoded.reason, decoded.message);
  const how = await preparation(ctx, 'otlp');
  const { providers } = ctx.config;
  const mapped = mapTraces(decoded.spans, { providers, nowMs: how.receivedAtMs });
  const spans = settleCalls(ctx, how, mapped);
  const outside = new RejectionTally();
  const kept = mapped.records.filter((record) => isInTime(record, how, outside));
  const incoming: Incoming[] = [];
  for (const record of kept) {
    if (pace.isDue) await pace.rest();
    incoming.push(await prepareInPieces(record, how, pace));
  }
  const outcome =
    incoming.length > 0
      ? await ctx.records.write({
          account: how.account,
          quota: ctx.account.recordQuota,
          records: incoming,
          tellFresh: countsCalls(ctx),
          tellUsed: true,
        })
      : ({ status: 'stored', stored: 0, duplicates: 0 } as const);
  countCalls(ctx, incoming, outcome);
  watchQuota(ctx, outcome);
  if (outcome.status === 'stored') noteCalls(ctx, how, spans, (ms) => whyOutside(ms, how) === null);
  const rejected =
    outcome.status === 'refused'
      ? [quotaUsedUp(ctx, mapped.spanCount)]
      : [...mapped.rejected, ...outside.list()];
  note(how, decoded.spans, incoming, outcome, rejected);
  return partialSuccess(rejected, providers);
}

interface Bounds {
  receivedAtMs: number;
  retentionMs: number;
}

function whyOutside(timestampMs: number, { receivedAtMs, retentionMs }: Bounds): string | null {
  if (timestampMs > receivedAtMs + FUTURE_MS) return 'timestamp_in_future';
  return timestampMs > receivedAtMs - retentionMs ? null : 'timestamp_too_old';
}

function isInTime({ timestampMs }: StoredRecord, bounds: Bounds, outside: RejectionTally): boolean {
  const why = whyOutside(timestampMs, bounds);
  if (why !== null) outside.add(why, isoTime(timestampMs), '');
  return why === null;
}

const quotaUsedUp = (ctx: Context, count: number): Rejection => ({
  reason: 'quota_exceeded',
  count,
  example: isoTime(quotaRenewsAt(ctx)),
});

function note(
  how: Preparation,
  spans: readonly Span[],
  incoming: readonly Incoming[],
  outcome: { status: string; stored?: number; duplicates?: number },
  rejections: readonly Rejection[],
): void {
  const { ctx } = how;
  const stored = outcome.status === 'stored';
  let observations = 0;
  let unpriced = 0;
  if (stored) {
    for (const record of incoming) {
      if (record.kind === 'observation') observations += 1;
      else if (record.row.cost.source === 'none') unpriced += 1;
    }
  }
  ctx.receipts.note(
    ctx.account.id,
    {
      keyId: ctx.actor.id,
      client: ctx.origin.userAgent ?? '',
      scope: scopesOf(spans),
      endpoint: 'traces',
    },
    {
      accepted: outcome.stored ?? 0,
      duplicates: outcome.duplicates ?? 0,
      observations,
      unpriced,
      rejections,
      dropped: droppedTags(how),
    },
  );
}

/** Names of the instrumentations, which is what a user knows them by. */
function scopesOf(spans: readonly Span[]): string {
  const names = new Set<string>();
  for (const { scope } of spans) {
    if (names.size >= MAX_SCOPES) break;
    if (scope.name !== '') names.add(scope.name);
  }
  return [...names].join(', ');
}
