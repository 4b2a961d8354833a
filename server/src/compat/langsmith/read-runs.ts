// The bodies of LangSmith's clients: one run, a batch as JSON, and a multipart form. A run or a part that
// cannot be read is counted, and the others are kept.
import { AppError } from '#lib/app-error';
import { isObject } from '#lib/is-object';
import { readJsonAround, readJsonRecord, UnreadJson, WHOLE_JSON_BYTES } from '#lib/json-record';
import { boundaryOf, splitMultipart, type MultipartPart } from '#lib/multipart';
import type { Pace } from '#lib/yield-to-event-loop';
import { RejectionTally } from '#otlp';
import { memberItems, readItem, scalarsIn, type ReadItem } from '../body-items.ts';
import type { SpanPart } from '../open-spans/peer-spans.ts';
import { runPart, type RunOperation } from './run-part.ts';

export interface ReadRuns {
  parts: SpanPart[];
  feedback: Record<string, unknown>[];
  rejected: RejectionTally;
}

/** Whether large members are read, for which the preparing thread has the time, or stay unread. */
type RunReading = 'whole' | 'around';

const MAX_RUNS = 10_000;

/** `isMember`: of a run. */
const readAs =
  (reading: RunReading, { length: bodyBytes }: Buffer, isMember = false): ReadItem =>
  (text, pace) =>
    reading === 'whole' ? readJsonRecord(text, pace) : readJsonAround(text, pace, { bodyBytes, isMember });

const nothingRead = (): ReadRuns => ({ parts: [], feedback: [], rejected: new RejectionTally() });

function takeRun(
  run: unknown,
  operation: RunOperation,
  bytes: number,
  { parts, rejected }: Pick<ReadRuns, 'parts' | 'rejected'>,
): void {
  const part = runPart(run, operation, bytes);
  if (!part) return rejected.add('invalid_run', '', nameOf(run));
  if (parts.length >= MAX_RUNS) {
    throw new AppError('bad_request', 'too_many_records', `The body has more than ${MAX_RUNS} runs.`);
  }
  parts.push(part);
}

const nameOf = (run: unknown): string =>
  isObject(run) && typeof run['name'] === 'string' ? run['name'] : '';

/** `id` is in the path of a single patch. */
export async function readRun(
  bytes: Buffer,
  pace: Pace,
  operation: RunOperation,
  id?: string,
): Promise<ReadRuns> {
  const read = nothingRead();
  const item = await readItem(bytes, pace, readAs('around', bytes));
  if (!item.ok) throw new AppError('bad_request', item.reason, `The run cannot be read: ${item.reason}.`);
  const run = item.value;
  takeRun(id !== undefined && isObject(run) ? { ...run, id } : run, operation, item.bytes, read);
  return read;
}

export async function readBatch(
  bytes: Buffer,
  pace: Pace,
  reading: RunReading = 'around',
): Promise<ReadRuns> {
  const read = nothingRead();
  const lists = await memberItems(bytes, pace, ['post', 'patch'], readAs(reading, bytes));
  if (lists === null) throw new AppError('bad_request', 'invalid_request', 'The body is not an object.');
  for (const operation of ['post', 'patch'] as const) {
    for (const item of lists.get(operation) ?? []) {
      if (pace.isDue) await pace.rest();
      if (item.ok) takeRun(item.value, operation, item.bytes, read);
      else read.rejected.add(item.reason, '', nameOf(await scalarsIn(item.text, pace)));
    }
  }
  return read;
}

/** `post.<id>` and `patch.<id>` with their large members apart. */
const RUN_PART = /^(post|patch)\.(.+?)(?:\.(inputs|outputs|events|extra|error|serialized))?$/;

interface DraftRun {
  operation: RunOperation;
  run: Record<string, unknown> | null;
  members: Record<string, unknown>;
  bytes: number;
}

export async function readMultipart(
  bytes: Buffer,
  pace: Pace,
  contentType: string,
  reading: RunReading = 'around',
): Promise<ReadRuns> {
  const boundary = boundaryOf(contentType);
  const split =
    boundary === undefined
      ? { ok: false as const, message: 'The Content-Type has no boundary.' }
      : await splitMultipart(bytes, boundary, pace);
  if (!split.ok) throw new AppError('bad_request', 'invalid_multipart', split.message);
  const read = nothingRead();
  const runs = new Map<string, DraftRun>();
  const attachments: MultipartPart[] = [];
  for (const part of split.parts) {
    if (pace.isDue) await pace.rest();
    if (part.name.startsWith('attachment.')) attachments.push(part);
    else await takePart(part, { pace, reading, body: bytes }, runs, read);
  }
  for (const part of attachments) {
    if (pace.isDue) await pace.rest();
    if (!attach(part, runs, reading)) read.rejected.add('attachment_not_stored', '', part.name);
  }
  for (const [name, { operation, run, members, bytes: size }] of runs) {
    if (pace.isDue) await pace.rest();
    if (run) takeRun({ ...run, ...members }, operation, size, read);
    else read.rejected.add('invalid_run', '', name);
  }
  return read;
}

const ATTACHMENT = /^attachment\.([^.]+)\.(.{1,200})$/s;
const TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/;

/** As a data URL, like files in messages. False if the form does not have its run. */
function attach(
  { name, type, content }: MultipartPart,
  runs: ReadonlyMap<string, DraftRun>,
  reading: RunReading,
): boolean {
  const [, id, as = ''] = ATTACHMENT.exec(name) ?? [];
  const draft = [runs.get(`post.${id}`), runs.get(`patch.${id}`)].find((each) => each?.run);
  if (!draft) return false;
  const own = draft.members['attachments'];
  const list = isObject(own) ? own : (draft.members['attachments'] = {} as Record<string, unknown>);
  const prefix = `data:${TYPE.test(type) ? type : 'application/octet-stream'};base64,`;
  // Not by assignment: the name may be `__proto__`.
  Object.defineProperty(list, as, {
    value:
      reading === 'around' && content.length > WHOLE_JSON_BYTES
        ? new UnreadJson(Buffer.from(`"${prefix}${content.toString('base64')}"`, 'latin1'))
        : prefix + content.toString('base64'),
    enumerable: true,
    configurable: true,
    writable: true,
  });
  draft.bytes += content.length;
  return true;
}

interface FormReading {
  pace: Pace;
  reading: RunReading;
  body: Buffer;
}

async function takePart(
  part: MultipartPart,
  how: FormReading,
  runs: Map<string, DraftRun>,
  { feedback, rejected }: ReadRuns,
): Promise<void> {
  const { name } = part;
  const [, operation, id, member] = RUN_PART.exec(name) ?? [];
  if (operation !== undefined && id !== undefined) {
    const draft = runs.getOrInsertComputed(`${operation}.${id}`, () => ({
      operation: operation as RunOperation,
      run: null,
      members: {},
      bytes: 0,
    }));
    draft.bytes += part.content.length;
    // How LangChain would build the model again.
    if (member === 'serialized') return;
    const value = await jsonOf(part, how, member !== undefined);
    if (value === undefined) rejected.add('invalid_json', '', name);
    else if (member !== undefined) draft.members[member] = value;
    else if (isObject(value)) draft.run = { id, ...value };
  } else if (name.startsWith('feedback.')) {
    const value = await jsonOf(part, { ...how, reading: 'whole' });
    if (isObject(value)) feedback.push({ id: name.slice('feedback.'.length), ...value });
    else rejected.add('invalid_json', '', name);
  } else rejected.add('unknown_part', '', name);
}

async function jsonOf(
  { content }: MultipartPart,
  { pace, reading, body }: FormReading,
  isMember = false,
): Promise<unknown> {
  const item = await readItem(content, pace, readAs(reading, body, isMember));
  return item.ok ? item.value : undefined;
}
