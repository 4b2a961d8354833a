// An event of the batch as a part of a span or trace.
import { isObject } from '#lib/is-object';
import type { Json, JsonObject } from '#records';
import type { SpanPart } from '../../open-spans/index.ts';
import type { BatchEvent } from './batch-events.ts';
import { idIn } from './span-ids.ts';
import { timeIn } from './time-in.ts';

const TRACE_MEMBERS = [
  'name',
  'userId',
  'sessionId',
  'release',
  'version',
  'environment',
  'tags',
  'metadata',
] as const;

/** Everything that becomes part of a record. */
const SPAN_MEMBERS = [
  'name',
  'startTime',
  'endTime',
  'completionStartTime',
  'model',
  'modelParameters',
  'input',
  'output',
  'usage',
  'usageDetails',
  'costDetails',
  'metadata',
  'level',
  'statusMessage',
  'parentObservationId',
  'version',
  'environment',
  'promptName',
  'promptVersion',
] as const;

/** Words of older clients. */
const FORMER: readonly (readonly [former: string, member: string])[] = [
  ['prompt', 'input'],
  ['completion', 'output'],
];

const OBSERVATION = /^(\w+)-(create|update)$/;

/** Types of observations, as the dialect has them. */
const TYPES: ReadonlySet<string> = new Set([
  'span',
  'generation',
  'event',
  'agent',
  'tool',
  'chain',
  'retriever',
  'evaluator',
  'embedding',
  'guardrail',
]);

/** What the pattern finds in the usual types of events. */
const KNOWN_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  [...TYPES, 'observation'].flatMap((word) =>
    ['create', 'update'].map((verb) => [`${word}-${verb}`, ['', word, verb]]),
  ),
);

/** Null if the event is no part of a trace. */
export function eventPart(event: BatchEvent): SpanPart | null {
  if (event.type === 'trace-create') return tracePart(event);
  const [, word = '', verb] = KNOWN_WORDS.get(event.type) ?? OBSERVATION.exec(event.type) ?? [];
  const { body } = event;
  const named = typeof body['type'] === 'string' ? body['type'].toLowerCase() : 'span';
  const type = word === 'observation' ? (TYPES.has(named) ? named : 'span') : word;
  const id = idOf(event);
  if (!TYPES.has(type) || id === '') return null;
  const begins = verb === 'create';
  return {
    kind: 'span',
    id,
    traceId: idIn(body['traceId']),
    body: pickedOfSpan(body, type),
    begins,
    // An event has no end of its own.
    ends: type === 'event' || timeIn(body['endTime']) !== null,
    order: begins ? 0 : orderOf(event),
    bytes: event.bytes,
  };
}

/** Updates of a trace are creates too, so the later one wins. Its input and output are those of its spans. */
function tracePart(event: BatchEvent): SpanPart | null {
  const id = idOf(event);
  if (id === '') return null;
  const body = picked(event.body, TRACE_MEMBERS);
  const says =
    body['name'] ?? body['userId'] ?? body['sessionId'] ?? body['tags'] ?? body['metadata'] ?? null;
  return {
    kind: 'trace',
    id,
    traceId: id,
    body,
    // An update with an output alone may come first. Spans go on waiting for what the trace is about.
    begins: says !== null || (event.body['output'] ?? null) === null,
    ends: false,
    order: orderOf(event),
    bytes: event.bytes,
  };
}

/** Dify sends spans without an id. Sent again, the event has the same one. */
const idOf = ({ id, body }: BatchEvent): string => idIn(body['id']) || idIn(id);

/** At least 1, because 0 is the beginning. */
const orderOf = ({ timestamp }: BatchEvent): number => Math.max(1, timeIn(timestamp) ?? 1);

function picked(body: JsonObject, members: readonly string[]): JsonObject {
  const kept: JsonObject = {};
  for (const member of members) {
    const value = Object.hasOwn(body, member) ? body[member] : undefined;
    if (value !== undefined && value !== null) kept[member] = member === 'metadata' ? asRecord(value) : value;
  }
  return kept;
}

function pickedOfSpan(body: JsonObject, type: string): JsonObject {
  const kept = picked(body, SPAN_MEMBERS);
  for (const [former, member] of FORMER) {
    const value = Object.hasOwn(body, former) ? body[former] : undefined;
    if (value !== undefined && value !== null) kept[member] ??= value;
  }
  kept['type'] = type;
  return kept;
}

/** Metadata may be any JSON. What is no object has no names to merge by. */
const asRecord = (value: Json): JsonObject => (isObject(value) ? value : { metadata: value });
