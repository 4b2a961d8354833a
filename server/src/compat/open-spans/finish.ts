// Stores spans whose parts are complete, or that no further part is expected for. Their rows are deleted only
// afterwards: a process that dies in between stores them again, and the record store drops records that it
// has.
import type { Pace } from '#lib/yield-to-event-loop';
import type { Context } from '#core/context';
import { receiveSpans, type ReceivedSpans } from '#features/ingest';
import type { Rejection, Span } from '#otlp';
import type { JsonObject } from '#records';
import type { MergedPart } from './merge-parts.ts';
import type { PeerSpans } from './peer-spans.ts';
import { noteParts } from './room.ts';
import { deleteParts, type PartPlace, type RowVersion } from './store.ts';

export interface FinishedPart {
  part: MergedPart;
  /** What is known about its trace. */
  trace: JsonObject | null;
  /** The row with earlier parts; null if there is none. */
  row: KeptRow | null;
}

type KeptRow = RowVersion & { bytes: number };

/**
 * Beyond the end of a span there is nothing to wait for: it is unfinished if it lacks its beginning or its
 * end.
 */
function spanOf(peer: PeerSpans, { part, trace }: Pick<FinishedPart, 'part' | 'trace'>): Span {
  const span = peer.toSpan(part, trace);
  if (!part.begun || !part.ended) span.unfinished = true;
  return span;
}

interface FinishedSpans {
  spans: Span[];
  /** Parts that cannot be read as a span. */
  unusable: readonly Rejection[];
}

export function makeFinishedSpans(
  { log }: Pick<Context, 'log'>,
  peer: PeerSpans,
  finished: readonly FinishedPart[],
): FinishedSpans {
  const spans: Span[] = [];
  const unusable: Rejection = { reason: 'invalid_event', count: 0, example: '' };
  for (const each of finished) {
    try {
      spans.push(spanOf(peer, each));
    } catch (error) {
      // A span that cannot be read must not block the others forever.
      log.error({ err: error, peer: peer.name }, 'a span of another back end could not be read');
      unusable.count += 1;
      unusable.example = each.part.id;
    }
  }
  return { spans, unusable: unusable.count === 0 ? [] : [unusable] };
}

export const storeFinishedSpans = (
  ctx: Context,
  peer: PeerSpans,
  { spans, unusable }: FinishedSpans,
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
): Promise<ReceivedSpans> =>
  receiveSpans(ctx, spans, { endpoint: peer.name, client }, [...noted, ...unusable], pace);

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
