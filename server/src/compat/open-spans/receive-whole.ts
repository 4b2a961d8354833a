// Requests in which every span is whole need the metadata store for one question: whether their place has parts
// of spans. If it has none, the second thread, if it runs, reads them and prepares their records. Spans that wait
// for a part, and those of a place with parts, are left to this thread (receive-parts.ts).
import type { RawBody } from '#core/endpoint';
import type { Context } from '#core/context';
import {
  inThisThread,
  preparerFor,
  prepareOtherBody,
  storeSpans,
  type ReaderAddress,
  type ReceivedSpans,
} from '#features/ingest';
import type { Rejection } from '#otlp';
import { rememberFinished } from './late-updates.ts';
import type { PeerSpans } from './peer-spans.ts';
import { partPlaceOf } from './receive-parts.ts';
import { hasParts } from './store.ts';
import type { WholeNotes } from './whole-spans.ts';

type Outcome = { unread: Buffer } | { received: ReceivedSpans };

/**
 * Returns the body if it has to be read here. `reader` is what reads it elsewhere. `first`
 * stores what else the body has, and returns what it rejects.
 */
export async function receiveWhole(
  ctx: Context,
  peer: PeerSpans,
  reader: ReaderAddress,
  { bytes, contentType }: RawBody,
  first: (besides: WholeNotes['besides']) => Promise<readonly Rejection[]>,
): Promise<Outcome> {
  const preparer = preparerFor(ctx, bytes.length);
  const place = partPlaceOf(ctx, peer);
  if (preparer === inThisThread || (await hasParts(ctx.db, place, 'span'))) return { unread: bytes };
  const form = { reader, contentType };
  const made = await prepareOtherBody(ctx, preparer, { form, bytes });
  if ('unread' in made) return made;
  const { prepared } = made;
  const notes = made.notes as WholeNotes;
  prepared.rejected = [...(await first(notes.besides)), ...prepared.rejected];
  if (prepared.spanCount + prepared.rejected.length === 0) return { received: NOTHING };
  const client = ctx.origin.userAgent ?? '';
  const received = await storeSpans(ctx, prepared, { door: 'open', endpoint: peer.name, client });
  if (received.quota === null) rememberFinished(ctx, place, notes.orders);
  return { received };
}

const NOTHING: ReceivedSpans = { stored: 0, duplicates: 0, rejected: [], quota: null };
