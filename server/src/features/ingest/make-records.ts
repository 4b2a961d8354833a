// Turns the body of POST /v1/ingest into records for the store, and rejects invalid ones one by one. It needs
// neither a context nor a store, because the preparing thread runs it too.
import { isUtf8 } from 'node:buffer';
import { AppError, invalid } from '#lib/app-error';
import type { Pace } from '#lib/yield-to-event-loop';
import { providerNamer } from '#otlp';
import type { Incoming } from '#records';
import { prepareInPieces, type Preparation } from './prepare.ts';
import { MIN_CHARACTERS, takeMediaOfRecords, type KeepMedia } from './take-media.ts';
import { readRecord, type ReadRules } from './read-record.ts';
import type { RecordRejectionCode } from '#services/receipts';
import { reasonOf, RejectionCounts, type CountedRejection } from './rejections.ts';

const MAX_RECORDS = 100;

interface RejectedRecord {
  id: string | null;
  reason: string;
  code: RecordRejectionCode;
  field: string | null;
}

export interface MadeRecords {
  rejected: RejectedRecord[];
  /** The same, counted by rule. */
  rejections: CountedRejection[];
  /** Accepted records that name their span. */
  spans: NamedSpan[];
}

/** A record with the trace and span id of a span, which may have been sent as a span too. */
export interface NamedSpan {
  id: string;
  traceId: string;
  spanId: string;
}

/**
 * Passes each record to `take` as soon as it is ready, and keeps no reference: with content, all records
 * together are large.
 */
export async function makeRecords(
  bytes: Buffer,
  how: Preparation,
  pace: Pace,
  keepMedia: KeepMedia,
  take: (record: Incoming) => void,
): Promise<MadeRecords> {
  const values = recordsIn(bytes);
  if (how.keys !== null && bytes.length >= MIN_CHARACTERS)
    await takeMediaOfRecords(how.project, values, keepMedia, pace);
  const rules = readRules(how);
  const rejected: RejectedRecord[] = [];
  const rejections = new RejectionCounts();
  const spans: NamedSpan[] = [];
  for (const [at, value] of values.entries()) {
    values[at] = null;
    if (pace.isDue) await pace.rest();
    const read = readRecord(value, rules);
    if (read.ok) {
      const { id, traceId, spanId } = read.call;
      if (traceId !== null && spanId !== null) spans.push({ id, traceId, spanId });
      const prepared = prepareInPieces(read.call, how, pace);
      take(prepared instanceof Promise ? await prepared : prepared);
    } else {
      const { id, rejection } = read;
      const { code, field } = rejection;
      rejected.push({ id, reason: reasonOf(rejection), code, field });
      rejections.add(id, rejection);
    }
  }
  return { rejected, rejections: rejections.list(), spans };
}

const invalidBody = (reason: string, message: string) => new AppError('bad_request', reason, message);

function recordsIn(bytes: Buffer): unknown[] {
  if (bytes.length === 0) throw invalidBody('body_required', 'A JSON body is needed: {"records": […]}.');
  const records = (parse(bytes) as { records?: unknown } | null)?.records;
  if (!Array.isArray(records)) {
    throw invalid('records', 'The body must be an object with an array "records".');
  }
  if (records.length > MAX_RECORDS) {
    throw invalid(
      'records',
      `A request takes at most ${MAX_RECORDS} records; this one has ${records.length}. Send them in several requests.`,
      'too_many_records',
    );
  }
  return records;
}

function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw invalidBody('invalid_json', 'The body is not valid UTF-8.');
  try {
    return JSON.parse(bytes.toString());
  } catch (error) {
    // V8 quotes the text around the error. That text may be content, and the receipts store this message.
    const [message = ''] = error instanceof Error ? error.message.split(/, (?:\.\.\.)?"/) : [];
    throw invalidBody('invalid_json', `The body is not valid JSON. ${message}`.trim());
  }
}

const providerSets = new WeakMap<readonly string[], ReadonlySet<string>>();

const readRules = ({ providers, anyProvider, receivedAtMs, retentionDays }: Preparation): ReadRules => ({
  providers: providerSets.getOrInsertComputed(providers, (list) => new Set(list)),
  nameProvider: anyProvider ? providerNamer(providers) : null,
  nowMs: receivedAtMs,
  retentionDays,
});
