// Stores spans whose parts are complete, or that no further part is expected for. Their rows are deleted only
// afterwards: a process that dies in between stores them again, and the record store drops records that it
// has.
import type { Pace } from '#lib/yield-to-event-loop';
import type { Context } from '#core/context';
import { hasUnreadJson, unreadJsonBytes } from '#lib/json-record';
import {
  preparerFor,
  prepareOtherBody,
  receiveSpans,
  storeSpans,
  type ReceivedSpans,
} from '#features/ingest';
import type { Rejection, Span } from '#otlp';
import type { JsonObject } from '#records';
import type { MergedPart } from './merge-parts.ts';
import type { PeerSpans } from './peer-spans.ts';
import { noteParts } from './room.ts';
import { deleteParts, type PartPlace, type RowVersion } from './store.ts';
import { spanOfParts, type WholePart } from './whole-spans.ts';

export interface FinishedPart {
  part: MergedPart;
  /** What is known about its trace. */
  trace: JsonObject | null;
  /** The row with earlier parts; null if there is none. */
  row: KeptRow | null;
}

type KeptRow = RowVersion & { bytes: number };

interface FinishedSpans {
  spans: Span[];
  /** Parts that cannot be read as a span. */
  unusable: readonly Rejection[];
  /** Parts with members that this thread has not read. */
  large: readonly WholePart[];
}

export function makeFinishedSpans(
  { log }: Pick<Context, 'log'>,
  peer: PeerSpans,
  finished: readonly FinishedPart[],
): FinishedSpans {
  const spans: Span[] = [];
  const large: WholePart[] = [];
  const unusable: Rejection = { reason: 'invalid_event', count: 0, example: '' };
  for (const each of finished) {
    if (each.part.isLarge || hasUnreadJson(each.trace)) {
      large.push(wholeOf(each));
      continue;
    }
    try {
      spans.push(spanOfParts(peer, each));
    } catch (error) {
      // A span that cannot be read must not block the others forever.
      log.error({ err: error, peer: peer.name }, 'a span of another back end could not be read');
      unusable.count += 1;
      unusable.example = each.part.id;
    }
  }
  return { spans, unusable: unusable.count === 0 ? [] : [unusable], large };
}

const wholeOf = ({ part: { id, traceId, body, begun, ended }, trace }: FinishedPart): WholePart => ({
  part: { id, traceId, body, begun, ended },
  trace,
});

export async function storeFinishedSpans(
  ctx: Context,
  peer: PeerSpans,
  { spans, unusable, large }: FinishedSpans,
  {
    client,
    noted,
    pace,
  }: {
    client: string | undefined;
    noted: readonly Rejection[];
    /** The pace of the work so far, if it was not interrupted. */
    pace?: Pace | undefined;
  },
): Promise<ReceivedSpans> {
  const source = { endpoint: peer.name, client };
  let sum = await receiveSpans(ctx, spans, source, [...noted, ...unusable], pace);
  for (const part of large) {
    if (sum.quota !== null) break;
    const { stored, duplicates, rejected, quota } = await storeLargeSpan(ctx, peer, part, client);
    sum = {
      stored: sum.stored + stored,
      duplicates: sum.duplicates + duplicates,
      rejected: [...sum.rejected, ...rejected],
      quota,
    };
  }
  return sum;
}

/**
 * The preparing thread reads, redacts and seals it: for a long conversation, all of that would keep this thread from
 * everybody else.
 */
async function storeLargeSpan(
  ctx: Context,
  peer: PeerSpans,
  part: WholePart,
  client: string | undefined,
): Promise<ReceivedSpans> {
  const bytes = unreadJsonBytes(part);
  const form = { reader: peer.mergedReader, contentType: 'application/json' };
  const made = await prepareOtherBody(ctx, preparerFor(ctx, bytes.length), { form, bytes });
  if ('unread' in made) throw new Error('A merged span is always read.');
  return storeSpans(ctx, made.prepared, { door: 'open', endpoint: peer.name, client });
}

export async function deleteFinished(
  ctx: Pick<Context, 'metadata' | 'state' | 'clock'>,
  place: PartPlace,
  rows: readonly KeptRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await ctx.metadata.transaction((db) => deleteParts(db, place, rows));
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  noteParts(ctx, place.accountId, {
    span: { rows: -rows.length, bytes: -bytes },
    trace: { rows: 0, bytes: 0 },
  });
}
