// POST /api/public/ingestion
import { chunks } from '#lib/chunks';
import { isoTime } from '#lib/clock';
import { Pace } from '#lib/yield-to-event-loop';
import type { Context } from '#core/context';
import type { RawBody } from '#core/endpoint';
import { saveScores, type ScoreDraft } from '#features/scores';
import type { Rejection } from '#otlp';
import { receiveParts, type SpanPart } from '../../open-spans/index.ts';
import { quotaReply } from '../../quota-reply.ts';
import { LANGFUSE } from '../peer.ts';
import { scoreDraft } from '../scores/score-draft.ts';
import { batchEvents, type BatchEvent } from './batch-events.ts';
import { eventPart } from './event-part.ts';
import { langfuseSpans } from './observation-span.ts';
import { timeIn } from './time-in.ts';

const CREATED = 201;

/** Faults that a retry would not fix are answered as a success and noted for diagnostics. */
export async function receiveBatch(ctx: Context, { bytes }: RawBody, client: string | undefined) {
  const pace = new Pace(ctx.account);
  // Before it is read: what waits for its turn are bytes, not objects.
  await pace.rest();
  const { events, ids, faulty } = await batchEvents(bytes, pace);
  const parts: SpanPart[] = [];
  const scores: ScoreDraft[] = [];
  const unusable = [...faulty];
  for (const event of events) {
    if (pace.isDue) await pace.rest();
    if (event.type === 'sdk-log') continue;
    if (event.type === 'score-create') {
      scores.push(scoreDraft(event.body, event.id, timeOf(event)));
      continue;
    }
    const part = eventPart(event);
    if (part) parts.push(part);
    else unusable.push(event.type);
  }
  events.length = 0;
  const rejections = [...(await rejectedScores(ctx, scores)), ...rejectionsOf(unusable)];
  const { quota } = await receiveParts(ctx, langfuseSpans, parts, { client, pace }, rejections);
  if (quota) return quotaReply(LANGFUSE, quota);
  return { successes: ids.map((id) => ({ id, status: CREATED })), errors: [] };
}

/** Clients without a clock leave the time to us. */
function timeOf({ timestamp }: BatchEvent): string | undefined {
  const ms = timeIn(timestamp);
  return ms === null ? undefined : isoTime(ms);
}

async function rejectedScores(ctx: Context, scores: readonly ScoreDraft[]): Promise<Rejection[]> {
  const rejected: Rejection[] = [];
  for (const some of chunks(scores, 100)) {
    for (const saved of await saveScores(ctx, some)) {
      if (!saved.ok) rejected.push({ reason: 'invalid_event', count: 1, example: `score: ${saved.reason}` });
    }
  }
  return rejected;
}

const MAX_WORDS = 4;

function rejectionsOf(unusable: readonly string[]): Rejection[] {
  const byWord = Map.groupBy(unusable, (word) => word.slice(0, 80));
  return [...byWord]
    .slice(0, MAX_WORDS)
    .map(([example, all]) => ({ reason: 'invalid_event', count: all.length, example }));
}
