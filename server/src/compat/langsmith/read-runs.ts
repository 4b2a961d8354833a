// The bodies of LangSmith's clients: one run, a batch as JSON, and a multipart form. A run or a part that
// cannot be read is counted, and the others are kept.
import { AppError } from '#lib/app-error';
import { isObject } from '#lib/is-object';
import { boundaryOf, splitMultipart, type MultipartPart } from '#lib/multipart';
import { isSafeJson, parseJson } from '#lib/safe-json';
import { RejectionTally } from '#otlp';
import type { SpanPart } from '../open-spans/peer-spans.ts';
import { runPart, type RunOperation } from './run-part.ts';

export interface ReadRuns {
  parts: SpanPart[];
  feedback: Record<string, unknown>[];
  rejected: RejectionTally;
}

const MAX_RUNS = 10_000;

const nothingRead = (): ReadRuns => ({ parts: [], feedback: [], rejected: new RejectionTally() });

function takeRun(run: unknown, operation: RunOperation, { parts, rejected }: ReadRuns): void {
  const part = runPart(run, operation);
  if (!part) return rejected.add('invalid_run', '', nameOf(run));
  if (parts.length >= MAX_RUNS) {
    throw new AppError('bad_request', 'too_many_records', `The body has more than ${MAX_RUNS} runs.`);
  }
  parts.push(part);
}

const nameOf = (run: unknown): string =>
  isObject(run) && typeof run['name'] === 'string' ? run['name'] : '';

/** `id` is in the path of a single patch. */
export function readRun(bytes: Buffer, operation: RunOperation, id?: string): ReadRuns {
  const read = nothingRead();
  const { value: run } = required(bytes);
  if (!isSafeJson(run)) throw new AppError('bad_request', 'too_deep', 'The run is nested too deeply.');
  takeRun(id !== undefined && isObject(run) ? { ...run, id } : run, operation, read);
  return read;
}

export function readBatch(bytes: Buffer): ReadRuns {
  const read = nothingRead();
  const { value: body, isSafe } = required(bytes);
  if (!isObject(body)) throw new AppError('bad_request', 'invalid_request', 'The body is not an object.');
  for (const operation of ['post', 'patch'] as const) {
    const runs = body[operation];
    if (!Array.isArray(runs)) continue;
    for (const run of runs) {
      if (isSafe || isSafeJson(run)) takeRun(run, operation, read);
      else read.rejected.add('too_deep', '', nameOf(run));
    }
  }
  return read;
}

/** Only the run with a key or a depth that is not allowed must be lost, not its batch. */
function required(bytes: Buffer): { value: unknown; isSafe: boolean } {
  const parsed = parseJson(bytes);
  if (parsed.ok) return { value: parsed.value, isSafe: true };
  const { reason, message } = parsed.fault;
  const isOneRun = reason === 'too_deep' || reason === 'duplicate_key' || reason === 'forbidden_key';
  const value = isOneRun ? wholeJson(bytes) : undefined;
  if (value === undefined) throw new AppError('bad_request', reason, message);
  return { value, isSafe: false };
}

function wholeJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return undefined;
  }
}

/** `post.<id>` and `patch.<id>` with their large members apart. */
const RUN_PART = /^(post|patch)\.(.+?)(?:\.(inputs|outputs|events|extra|error|serialized))?$/;

interface DraftRun {
  operation: RunOperation;
  run: Record<string, unknown> | null;
  members: Record<string, unknown>;
}

export function readMultipart(bytes: Buffer, contentType: string): ReadRuns {
  const boundary = boundaryOf(contentType);
  const split =
    boundary === undefined
      ? { ok: false as const, message: 'The Content-Type has no boundary.' }
      : splitMultipart(bytes, boundary);
  if (!split.ok) throw new AppError('bad_request', 'invalid_multipart', split.message);
  const read = nothingRead();
  const runs = new Map<string, DraftRun>();
  for (const part of split.parts) takePart(part, runs, read);
  for (const [name, { operation, run, members }] of runs) {
    if (run) takeRun({ ...run, ...members }, operation, read);
    else read.rejected.add('invalid_run', '', name);
  }
  return read;
}

function takePart(part: MultipartPart, runs: Map<string, DraftRun>, { feedback, rejected }: ReadRuns): void {
  const { name } = part;
  const [, operation, id, member] = RUN_PART.exec(name) ?? [];
  if (operation !== undefined && id !== undefined) {
    const draft = runs.getOrInsertComputed(`${operation}.${id}`, () => ({
      operation: operation as RunOperation,
      run: null,
      members: {},
    }));
    // How LangChain would build the model again.
    if (member === 'serialized') return;
    const value = jsonOf(part);
    if (value === undefined) rejected.add('invalid_json', '', name);
    else if (member !== undefined) draft.members[member] = value;
    else if (isObject(value)) draft.run = { id, ...value };
  } else if (name.startsWith('feedback.')) {
    const value = jsonOf(part);
    if (isObject(value)) feedback.push({ id: name.slice('feedback.'.length), ...value });
    else rejected.add('invalid_json', '', name);
  } else rejected.add(name.startsWith('attachment.') ? 'attachment_not_stored' : 'unknown_part', '', name);
}

function jsonOf({ content }: MultipartPart): unknown {
  const parsed = parseJson(content);
  return parsed.ok ? parsed.value : undefined;
}
