// Turns the body of a request into rows. It needs neither a context nor a store, because the second thread runs it
// too.
import type { Pace } from '#lib/yield-to-event-loop';
import type { Encoding, Rejection, Span } from '#otlp';
import type { Incoming } from '#records';
import { RowGatherer, type PreparedRows } from './gather-rows.ts';
import { makeLogs, type MadeLogs } from './make-logs.ts';
import { makeRecords, type MadeRecords } from './make-records.ts';
import { makeOfSpans, makeSpans, type MadeSpans, type SpanLookUp } from './make-spans.ts';
import type { Preparation } from './prepare.ts';

/** What has to be known to read a body, by what it contains. */
interface BodyForms {
  /** Records that were sent to POST /v1/ingest. */
  records: object;
  traces: { encoding: Encoding };
  logs: { encoding: Encoding };
  /**
   * What a client of another back end has sent. `reader` is the address of a `ReadSpans`; `facts` is what that has
   * to know beside the body, as plain data.
   */
  other: { reader: ReaderAddress; contentType: string; facts?: unknown };
}

/** A function of a module, which the preparing thread loads. */
export interface ReaderAddress {
  url: string;
  name: string;
}

export type BodyKind = keyof BodyForms;

export interface Body<Kind extends BodyKind = BodyKind> {
  kind: Kind;
  form: BodyForms[Kind];
  bytes: Buffer;
}

/** What a reader found in the body of another back end's client. */
export interface OtherSpans<Notes = unknown> {
  spans: Span[];
  rejected: readonly Rejection[];
  /** For the main thread: plain data that can be copied. */
  notes: Notes;
}

/** Null if only the main thread can read the body. */
type ReadSpans<Notes = unknown> = (
  bytes: Buffer,
  contentType: string,
  pace: Pace,
  facts: unknown,
) => Promise<OtherSpans<Notes> | null>;

/** What a body has besides its records. */
interface Found {
  records: MadeRecords;
  traces: MadeSpans;
  logs: MadeLogs;
  /** `unread`: the body as it was, because only the main thread can read it. */
  other: (MadeSpans & { notes: unknown }) | { unread: Uint8Array };
}

export type Prepared<Kind extends BodyKind = BodyKind> = PreparedRows & {
  reservedTags: Preparation['reservedTags'];
  found: Found[Kind];
};

/** What holds for the records of a body. */
interface BodyWork {
  how: Preparation;
  pace: Pace;
  lookUp: SpanLookUp;
  /** Whether hooks need the calls. */
  needsCalls: boolean;
}

type ReadBody<Kind extends BodyKind> = (
  form: BodyForms[Kind],
  bytes: Buffer,
  work: BodyWork,
  take: (record: Incoming) => void,
) => Promise<Found[Kind]>;

const READERS: { readonly [Kind in BodyKind]: ReadBody<Kind> } = {
  records: (_form, bytes, { how, pace, lookUp }, take) =>
    makeRecords(bytes, how, pace, lookUp.keepMedia, take),
  traces: ({ encoding }, bytes, { how, pace, lookUp }, take) =>
    makeSpans(bytes, encoding, how, pace, lookUp, take),
  logs: ({ encoding }, bytes, { how, pace, lookUp }, take) =>
    makeLogs(bytes, encoding, how, pace, lookUp, take),
  other: async ({ reader, contentType, facts }, bytes, { how, pace, lookUp }, take) => {
    const module = (await import(reader.url)) as Record<string, ReadSpans>;
    const read = await module[reader.name]?.(bytes, contentType, pace, facts);
    if (read === undefined) throw new Error(`${reader.url} has no ${reader.name}.`);
    if (read === null) return { unread: bytes };
    const made = await makeOfSpans(read.spans, how, pace, lookUp, take);
    return { ...made, rejected: [...read.rejected, ...made.rejected], notes: read.notes };
  },
};

/**
 * Rows are seldom larger than this multiple of the body, although they include hashes of the words in content
 * and protobuf is shorter than JSON. Unused memory costs nothing.
 */
const ROWS_TO_BODY = 2;

export async function prepareBody<Kind extends BodyKind>(
  { kind, form, bytes }: Body<Kind>,
  work: BodyWork,
): Promise<Prepared<Kind>> {
  await work.pace.rest();
  const gatherer = new RowGatherer(work.needsCalls, bytes.length * ROWS_TO_BODY);
  const found = await READERS[kind](form, bytes, work, gatherer.take);
  return { ...gatherer.rows(work.how.messages), reservedTags: work.how.reservedTags, found };
}
