// Stores what the client of another back end sent in one whole body. The preparing thread reads it, if that runs or the
// body is large.
import { Pace } from '#lib/yield-to-event-loop';
import type { Context } from '#core/context';
import type { RawBody } from '#core/endpoint';
import {
  inThisThread,
  preparerFor,
  prepareOtherBody,
  receiveSpans,
  storeSpans,
  type OtherSpans,
  type ReaderAddress,
  type ReceivedSpans,
} from '#features/ingest';
import type { TallySource } from '#services/receipts';

interface OtherReader<Facts, Notes> {
  at: ReaderAddress;
  read: (bytes: Buffer, contentType: string, pace: Pace, facts: Facts) => Promise<OtherSpans<Notes>>;
}

export async function receiveOther<Facts, Notes>(
  ctx: Context,
  { bytes, contentType }: Pick<RawBody, 'bytes' | 'contentType'>,
  { at, read }: OtherReader<Facts | undefined, Notes>,
  source: { endpoint: TallySource['endpoint'] },
  facts?: Facts,
): Promise<{ received: ReceivedSpans; notes: Notes }> {
  const preparer = preparerFor(ctx, bytes.length);
  if (preparer === inThisThread) {
    const pace = new Pace(ctx.account);
    await pace.rest();
    const { spans, rejected, notes } = await read(bytes, contentType, pace, facts);
    return { received: await receiveSpans(ctx, spans, source, rejected, pace), notes };
  }
  const form = { reader: at, contentType, facts };
  const made = await prepareOtherBody(ctx, preparer, { form, bytes });
  if ('unread' in made) throw new Error('The body of such a client is always read.');
  const received = await storeSpans(ctx, made.prepared, { ...source, door: 'open' });
  return { received, notes: made.notes as Notes };
}
