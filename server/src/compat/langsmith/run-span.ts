// Turns a run into a span with the attributes that LangSmith's own exporter writes
// (semconv/dialects/langsmith.ts).
import { isObject } from '#lib/is-object';
import { LONGEST_MEMO, memo } from '#lib/memo';
import type { Attributes, Span, SpanEvent } from '#otlp';
import type { Json, JsonObject } from '#records';
import { meaningOfKey } from '#semconv';
import type { PeerSpans, SpanPart } from '../open-spans/peer-spans.ts';
import { callContent, readable } from './run-content.ts';
import { readError, type RunError } from './run-error.ts';
import { modelCall, membersOf } from './run-model.ts';
import { idOf } from './run-part.ts';
import { clientTime } from './run-time.ts';

const SCOPE = { name: 'langsmith', version: '' };
const INTERNAL = 1;
const FAILED = 2;
const MAX_METADATA = 60;

/** Tags that LangChain and LangGraph add to each step. */
const OWN_TAG = /^(?:seq:step|map:key|graph:step|langsmith):/;

export const langsmithSpans: PeerSpans = {
  name: 'langsmith',
  needsTrace: false,
  mergedMembers: new Set(['metadata', 'params']),
  contentMembers: ['inputs', 'outputs', 'attachments'],
  mergedReader: { url: new URL('./merged-runs.ts', import.meta.url).href, name: 'readMergedRuns' },
  toSpan: runSpan,
};

export function runSpan({ id, traceId, body }: Pick<SpanPart, 'id' | 'traceId' | 'body'>): Span {
  const parentSpanId = idOf(body['parent_run_id']);
  const endMs = clientTime(body['end_time']);
  const startMs = clientTime(body['start_time']) || endMs;
  const error = typeof body['error'] === 'string' && body['error'] !== '' ? readError(body['error']) : null;
  const span: Span = {
    traceId: traceId || parentSpanId || id,
    spanId: id,
    parentSpanId,
    name: textOf(body['name']),
    kind: INTERNAL,
    startMs,
    endMs,
    // The last digits of a start are a counter, so it may lie after the end.
    durationMs: Math.max(0, endMs - startMs),
    attributes: attributesOf(body, startMs, error),
    events: error ? [exceptionEvent(error, endMs)] : [],
    statusCode: error ? FAILED : 0,
    statusMessage: error?.message ?? '',
    resource: new Map(),
    scope: SCOPE,
  };
  if (endMs === 0) span.unfinished = true;
  return span;
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Earlier versions said `chat` and `chat_model`. */
function kindOf(body: JsonObject): string {
  const type = textOf(body['run_type']).toLowerCase();
  return type.startsWith('chat') ? 'llm' : type || 'chain';
}

/** Content comes last, because a record with too many attributes drops the last ones. */
function attributesOf(body: JsonObject, startMs: number, error: RunError | null): Attributes {
  const attributes: Attributes = new Map();
  const set = (key: string, value: Json | undefined): void => {
    if (value !== undefined && value !== null && value !== '') attributes.set(key, value);
  };
  const kind = kindOf(body);
  set('langsmith.span.kind', kind);
  set('langsmith.trace.session_name', textOf(body['session_name']));
  set('langsmith.reference_example_id', textOf(body['reference_example_id']));
  if (error?.type !== undefined) set('error.type', error.type);
  if (error?.status !== undefined) set('http.response.status_code', error.status);
  addTags(body['tags'], set);
  addMetadata(membersOf(body['metadata']), membersOf(body['params']), set);
  if (kind === 'llm' || kind === 'embedding') addCall(body, kind, startMs, set);
  else addStep(body, kind, set);
  set('langsmith.attachments', body['attachments']);
  return attributes;
}

type SetAttribute = (key: string, value: Json | undefined) => void;

function addTags(tags: Json | undefined, set: SetAttribute): void {
  if (!Array.isArray(tags)) return;
  const own = tags.filter((tag) => typeof tag === 'string' && tag !== '' && !OWN_TAG.test(tag));
  if (own.length > 0) set('langsmith.span.tags', own);
}

/**
 * Without what the client sets for itself: the program's LANGSMITH_ variables, versions, the model's
 * settings.
 */
function addMetadata(metadata: JsonObject, params: JsonObject, set: SetAttribute): void {
  let count = 0;
  for (const name of Object.keys(metadata)) {
    const value = metadata[name];
    if (isObject(value) || params[name] === value) continue;
    const { key, isRepeated } = name.length > LONGEST_MEMO ? metadataKey(name) : knownMetadataKey(name);
    if (isRepeated) continue;
    if ((count += 1) > MAX_METADATA) return;
    set(key, value);
  }
}

function metadataKey(name: string): { key: string; isRepeated: boolean } {
  const key = `langsmith.metadata.${name}`;
  return { key, isRepeated: meaningOfKey(key).repeated };
}

/** The same text for the same name: a new one would be hashed again at each step. */
const knownMetadataKey = memo(metadataKey);

function addCall(body: JsonObject, kind: 'llm' | 'embedding', startMs: number, set: SetAttribute): void {
  const call = modelCall(body);
  const isEmbedding = kind === 'embedding';
  // Without a model and without usage it is a step with the type `llm`, not a call.
  if (call.model !== undefined || call.usage)
    set('gen_ai.operation.name', isEmbedding ? 'embeddings' : 'chat');
  set('gen_ai.provider.name', call.provider);
  set('gen_ai.request.model', call.model);
  set('gen_ai.response.model', call.responseModel);
  set('gen_ai.response.id', call.responseId);
  set('gen_ai.response.service_tier', call.serviceTier);
  if (call.finishReasons.length > 0) set('gen_ai.response.finish_reasons', call.finishReasons);
  set('langsmith.usage_metadata', call.usage);
  set('gen_ai.usage.cost', call.costUsd);
  if (call.isStream) set('langsmith.request.streaming', true);
  for (const [key, value] of call.settings) set(key, value);
  set('user.id', call.userId);
  const firstMs = clientTime(body['first_token_at']);
  if (firstMs > 0 && startMs > 0) {
    set('gen_ai.response.time_to_first_chunk', Math.max(0, firstMs - startMs) / 1_000);
  }
  const { input, output, system } = callContent(body, isEmbedding);
  set('gen_ai.system_instructions', system);
  set('gen_ai.prompt', input);
  set('gen_ai.completion', output);
}

/**
 * The names of the conventions, which the transcript of a trace and the fingerprint of a tool's arguments
 * read.
 */
const STEP_CONTENT: Readonly<Record<string, readonly [input: string, output: string]>> = {
  tool: ['gen_ai.tool.call.arguments', 'gen_ai.tool.call.result'],
  retriever: ['gen_ai.retrieval.query.text', 'gen_ai.retrieval.documents'],
};

function addStep(body: JsonObject, kind: string, set: SetAttribute): void {
  const [input, output] = STEP_CONTENT[kind] ?? ['gen_ai.prompt', 'gen_ai.completion'];
  if (kind === 'tool') set('gen_ai.tool.name', textOf(body['name']));
  set(input, said(body['inputs']));
  set(output, said(body['outputs']));
}

const said = (value: Json | undefined): Json | undefined =>
  value === undefined || value === null ? undefined : onlyMember(readable(value));

/** `traceable` wraps a value that is not an object: {input: …}, {output: …}. */
function onlyMember(value: Json): Json {
  if (!isObject(value)) return value;
  const names = Object.keys(value);
  const [name] = names;
  const isWrapper = names.length === 1 && (name === 'input' || name === 'output' || name === 'outputs');
  return isWrapper ? (value[name] ?? value) : value;
}

function exceptionEvent({ message, type, stack }: RunError, timeMs: number): SpanEvent {
  const attributes: Attributes = new Map([['exception.message', message]]);
  if (type !== undefined) attributes.set('exception.type', type);
  if (stack !== undefined) attributes.set('exception.stacktrace', stack);
  return { name: 'exception', timeMs, attributes };
}
