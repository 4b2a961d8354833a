// Reads a run as LangSmith's clients send it: whole, or its beginning (`post`) and its end (`patch`) apart.
// Only what becomes part of a record is kept, because a part may wait for the other in the metadata store.
import { createHash } from 'node:crypto';
import { isObject } from '#lib/is-object';
import type { Json, JsonObject } from '#records';
import type { SpanPart } from '../open-spans/peer-spans.ts';
import { clientTime } from './run-time.ts';

export type RunOperation = 'post' | 'patch';

const MAX_ID = 100;

/** Two ids and a hyphen are the id of a record, which has at most 256 characters. */
export function idOf(value: Json | undefined): string {
  if (typeof value !== 'string' || /\p{Cc}/u.test(value) || !value.isWellFormed()) return '';
  return value.length <= MAX_ID ? value : createHash('sha256').update(value).digest('hex');
}

/** Null if it is not a run or has no id. */
export function runPart(run: unknown, operation: RunOperation, bytes = 0): SpanPart | null {
  if (!isObject(run)) return null;
  const sent = run as JsonObject;
  const id = idOf(sent['id']);
  if (id === '') return null;
  const body = bodyOf(sent);
  addExtra(sent['extra'], body);
  const firstTokenAt = firstToken(sent['events']);
  if (firstTokenAt > 0) body['first_token_at'] = firstTokenAt;
  const isPost = operation === 'post';
  const endMs = clientTime(sent['end_time']);
  return {
    kind: 'span',
    id,
    traceId: traceOf(sent, id),
    body,
    begins: isPost,
    ends: endMs > 0,
    // A patch without an end comes before the one with it.
    order: isPost ? 0 : endMs || 1,
    bytes,
  };
}

/**
 * The members that are kept. Every body has all of them in the same order, undefined if the run lacks one: V8 reads
 * members of objects with one shape several times as fast.
 */
function bodyOf(sent: JsonObject): JsonObject {
  const body: Record<string, Json | undefined> = {
    name: sent['name'] ?? undefined,
    run_type: sent['run_type'] ?? undefined,
    start_time: sent['start_time'] ?? undefined,
    end_time: sent['end_time'] ?? undefined,
    parent_run_id: sent['parent_run_id'] ?? undefined,
    session_name: sent['session_name'] ?? undefined,
    session_id: sent['session_id'] ?? undefined,
    reference_example_id: sent['reference_example_id'] ?? undefined,
    inputs: sent['inputs'] ?? undefined,
    outputs: sent['outputs'] ?? undefined,
    attachments: isObject(sent['attachments']) ? sent['attachments'] : undefined,
    error: sent['error'] ?? undefined,
    tags: sent['tags'] ?? undefined,
    // Made of `extra` and of the events.
    metadata: undefined,
    params: undefined,
    first_token_at: undefined,
  };
  return body as JsonObject;
}

/** '' for a child that does not name its trace. */
function traceOf(run: JsonObject, id: string): string {
  const traceId = idOf(run['trace_id']);
  if (traceId !== '') return traceId;
  // `20261116T190000718006Z<root id>.<time>Z<id>`: the runs from the root down.
  const order = run['dotted_order'];
  const root = typeof order === 'string' ? /^\d{8}T\d+Z([^.]+)/.exec(order)?.[1] : undefined;
  return idOf(root) || (idOf(run['parent_run_id']) === '' ? id : '');
}

/** The model's settings of LangChain, of the wrappers, and of the first versions. */
const PARAMETERS = ['invocation_params', 'ls_invocation_params'] as const;

const EXTRA_MEMBERS = new Set(['metadata', 'runtime', 'invocation_params', 'options', 'batch_size', 'tools']);

function addExtra(extra: Json | undefined, body: JsonObject): void {
  if (!isObject(extra)) return;
  const { metadata: given, invocation_params: params } = extra;
  // LiteLLM sends its metadata in place of `extra`.
  const isFlat = given === undefined && !Object.keys(extra).some((key) => EXTRA_MEMBERS.has(key));
  const metadata = isFlat ? extra : isObject(given) ? given : {};
  const kept: JsonObject = {};
  let isAny = addScalars(metadata, kept);
  if (isObject(metadata['usage_metadata'])) {
    kept['usage_metadata'] = metadata['usage_metadata'];
    isAny = true;
  }
  if (isAny) body['metadata'] = kept;
  const parameters: JsonObject = {};
  let isSet = addScalars(params, parameters);
  for (const name of PARAMETERS) isSet = addScalars(metadata[name], parameters) || isSet;
  if (isSet) body['params'] = parameters;
}

const MAX_SCALARS = 200;
const MAX_SCALAR = 4_096;

/** False if there are none. */
function addScalars(value: Json | undefined, kept: JsonObject): boolean {
  if (!isObject(value)) return false;
  let count = 0;
  for (const key of Object.keys(value)) {
    const member = value[key];
    const isShort = typeof member === 'string' && member.length <= MAX_SCALAR;
    if (!isShort && typeof member !== 'number' && typeof member !== 'boolean') continue;
    if ((count += 1) > MAX_SCALARS) break;
    kept[key] = member;
  }
  return count > 0;
}

/** There is an event for each token. */
function firstToken(events: Json | undefined): number {
  if (!Array.isArray(events)) return 0;
  const first = events.find((event) => isObject(event) && event['name'] === 'new_token');
  return isObject(first) ? clientTime(first['time']) : 0;
}
