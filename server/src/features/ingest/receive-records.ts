// POST /v1/ingest: each record is taken or turned down by itself; those that are taken are on disk when the answer leaves.
import { isUtf8 } from 'node:buffer';
import { AppError, invalid } from '#lib/app-error';
import { Pace } from '#lib/pace';
import type { Context } from '#core/context';
import type { RawBody } from '#core/endpoint';
import { countCalls, countsCalls } from '#features/gate';
import { watchQuota } from '#features/webhooks';
import type { Incoming } from '#records';
import { droppedTags, prepareInPieces, preparation } from './prepare.ts';
import { quotaExceeded } from './quota.ts';
import { readRecord, type ReadRules } from './read-record.ts';
import { Rejections } from './rejections.ts';

const MAX_RECORDS = 100;
const MAX_RECORD_BYTES = 256 * 1024;

export interface IngestAnswer {
  accepted: number;
  rejected: { id: string | null; reason: string }[];
}

export async function receiveRecords(ctx: Context, { bytes }: RawBody): Promise<IngestAnswer> {
  const pace = new Pace();
  await pace.rest();
  const values = recordsIn(bytes);
  const how = await preparation(ctx, 'json');
  const rules = rulesFor(ctx, how.receivedAtMs);
  const tooLarge = bytes.length > MAX_RECORD_BYTES ? isTooLarge : () => false;
  const rejected: IngestAnswer['rejected'] = [];
  const rejections = new Rejections();
  const incoming: Incoming[] = [];
  for (const value of values) {
    if (pace.isDue) await pace.rest();
    const read = tooLarge(value) ? oversized(value) : readRecord(value, rules);
    if (read.ok) incoming.push(await prepareInPieces(read.call, how, pace));
    else {
      rejected.push({ id: read.id, reason: read.reason });
      rejections.add(read.reason, read.id);
    }
  }
  const { account } = ctx;
  const outcome =
    incoming.length > 0
      ? await ctx.records.write({
          account: account.number,
          quota: account.recordQuota,
          records: incoming,
          tellFresh: countsCalls(ctx),
          tellUsed: true,
        })
      : ({ status: 'stored', stored: 0, duplicates: 0 } as const);
  if (outcome.status === 'refused') throw quotaExceeded(ctx, outcome);
  countCalls(ctx, incoming, outcome);
  watchQuota(ctx, outcome);
  ctx.receipts.note(
    account.id,
    { keyId: ctx.actor.id, client: ctx.origin.userAgent ?? '', scope: '', endpoint: 'ingest' },
    {
      accepted: outcome.stored,
      duplicates: outcome.duplicates,
      observations: 0,
      unpriced: 0,
      rejections: rejections.list(),
      dropped: droppedTags(how),
    },
  );
  return { accepted: incoming.length, rejected };
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

function rulesFor({ config, account }: Context, nowMs: number): ReadRules {
  let providers = providerSets.get(config.providers);
  if (!providers) providerSets.set(config.providers, (providers = new Set(config.providers)));
  return { providers, nowMs, retentionDays: account.retentionDays };
}
