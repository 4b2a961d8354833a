// The body of POST /v1/ingest to records that can be stored, each by itself, and the reasons of those that cannot. It needs neither a
// context nor a store: the thread that prepares requests runs it too.
import { isUtf8 } from 'node:buffer';
import { AppError, invalid } from '#lib/app-error';
import type { Pace } from '#lib/pace';
import type { Incoming } from '#records';
import { prepareInPieces, type Preparation } from './prepare.ts';
import { readRecord, type ReadRules } from './read-record.ts';
import { Rejections, type Rejected } from './rejections.ts';

const MAX_RECORDS = 100;
const MAX_RECORD_BYTES = 256 * 1024;

export interface MadeRecords {
  rejected: { id: string | null; reason: string }[];
  /** The same by cause. */
  rejections: Rejected[];
}

/** Each record is given to `take` as soon as it is ready, and then let go of: with content, all of them together are large. */
export async function makeRecords(
  bytes: Buffer,
  how: Preparation,
  pace: Pace,
  take: (record: Incoming) => void,
): Promise<MadeRecords> {
  const values = recordsIn(bytes);
  const rules = readRules(how);
  const tooLarge = bytes.length > MAX_RECORD_BYTES ? isTooLarge : () => false;
  const rejected: MadeRecords['rejected'] = [];
  const rejections = new Rejections();
  for (const [at, value] of values.entries()) {
    values[at] = null;
    if (pace.isDue) await pace.rest();
    const read = tooLarge(value) ? oversized(value) : readRecord(value, rules);
    if (read.ok) {
      const prepared = prepareInPieces(read.call, how, pace);
      take(prepared instanceof Promise ? await prepared : prepared);
    } else {
      rejected.push({ id: read.id, reason: read.reason });
      rejections.add(read.reason, read.id);
    }
  }
  return { rejected, rejections: rejections.list() };
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
    // V8 quotes the text around what it could not read. That is content, and this message is kept in the receipts.
    const [message = ''] = error instanceof Error ? error.message.split(/, (?:\.\.\.)?"/) : [];
    throw invalidBody('invalid_json', `The body is not valid JSON. ${message}`.trim());
  }
}

/** A character takes at most six bytes of JSON, and a number, a name's quotes and the like less than this. */
const BYTES_A_CHARACTER = 6;
const BYTES_A_VALUE = 32;

/** Whether it may be: without writing the JSON, which takes as long as all the rest of reading a record. */
function mayBeTooLarge(value: unknown): boolean {
  let bytes = 0;
  const waiting: unknown[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    bytes += typeof next === 'string' ? next.length * BYTES_A_CHARACTER : BYTES_A_VALUE;
    if (bytes > MAX_RECORD_BYTES) return true;
    if (typeof next !== 'object' || next === null) continue;
    for (const key of Object.keys(next)) {
      bytes += key.length * BYTES_A_CHARACTER;
      waiting.push((next as Record<string, unknown>)[key]);
    }
  }
  return false;
}

/** Only asked of bodies that are long enough to hold one. */
const isTooLarge = (value: unknown): boolean => {
  if (!mayBeTooLarge(value)) return false;
  const text = JSON.stringify(value);
  return text.length > MAX_RECORD_BYTES || Buffer.byteLength(text) > MAX_RECORD_BYTES;
};

function oversized(value: unknown): { ok: false; id: string | null; reason: string } {
  const id = (value as { id?: unknown } | null)?.id;
  return {
    ok: false,
    id: typeof id === 'string' ? id.slice(0, MAX_RECORD_ID) : null,
    reason: 'a record must be at most 256 KiB of JSON; shorten or leave out requestMeta.input and output',
  };
}

const MAX_RECORD_ID = 256;

const providerSets = new WeakMap<readonly string[], ReadonlySet<string>>();

const readRules = ({ providers, receivedAtMs, retentionDays }: Preparation): ReadRules => ({
  providers: providerSets.getOrInsertComputed(providers, (list) => new Set(list)),
  nowMs: receivedAtMs,
  retentionDays,
});
