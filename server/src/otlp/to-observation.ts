// Turns a span that is not a call into a typed observation with all its attributes.
import type { Json, JsonObject, ObservationRecord } from '#records';
import { EVENTS } from '#semconv';
import { bareObject } from './bare-object.ts';
import { BoundedAttributes, cutText, MAX_NAME, sizeOf } from './bounds.ts';
import { contentOfEvents } from './content.ts';
import { CONTENT_LIMIT } from './content-room.ts';
import { failureOf } from './error.ts';
import { spanLabels, toolOf } from './labels.ts';
import { observationType } from './observation-type.ts';
import type { SpanFields } from './span-fields.ts';
import type { Span, SpanEvent } from './span.ts';
import { openLabels } from './open-fields.ts';
import { tagsOf } from './tags.ts';
import { lineageAt, MAX_OPERATION, sessionOf } from './to-call.ts';

const MAX_EVENTS = 16;

export function toObservation(
  span: Span,
  fields: SpanFields,
  id: string,
  nowMs: number,
  isOpen = false,
  contentLimit = CONTENT_LIMIT,
): ObservationRecord {
  const type = observationType(span, fields);
  const tags = tagsOf(span, fields, isOpen && fields.hasOpen ? openLabels(span) : []);
  return {
    kind: 'observation',
    id,
    type,
    name: cutText(nameOf(span), MAX_NAME),
    timestampMs: span.startMs || span.endMs || nowMs,
    durationMs: span.durationMs,
    error: failureOf(span, fields, true)?.error ?? null,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId || null,
    sessionId: sessionOf(span, fields),
    tool: toolOf(span, type),
    operation: cutText(fields.text.operation ?? '', MAX_OPERATION),
    labels: spanLabels(span, fields, type, tags),
    tags,
    lineage: lineageAt(isOpen),
    attributes: attributesOf(span, contentLimit),
  };
}

/** n8n calls all nodes and workflows alike; people know them by the names that they gave them. */
const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['node.execute', 'n8n.node.name'],
  ['workflow.execute', 'n8n.workflow.name'],
]);

function nameOf({ name, attributes }: Span): string {
  const key = NAMED_BY.get(name);
  const given = key === undefined ? undefined : attributes.get(key);
  return typeof given === 'string' && given !== '' ? given : name;
}

function attributesOf(span: Span, limit: number): JsonObject {
  const attributes = new BoundedAttributes(limit);
  // The service name goes first: it is small, and the limit drops the last attributes.
  const service = span.resource.get('service.name');
  if (typeof service === 'string' && service !== '') attributes.add('service.name', service);
  span.attributes.forEach((value, key) => attributes.add(key, value));
  if (span.events.length > 0) addEvents(attributes, span.events);
  if (span.unfinished) attributes.kept['tracewell.unfinished'] = true;
  if (attributes.dropped > 0) attributes.kept['tracewell.dropped_attributes'] = attributes.dropped;
  return attributes.kept;
}

/** Messages of events stand where those of attributes do. */
function addEvents(attributes: BoundedAttributes, events: readonly SpanEvent[]): void {
  for (const [key, value] of messagesOfEvents(events))
    if (!(key in attributes.kept)) attributes.add(key, value);
  attributes.add(EVENTS, eventsWithin(events, attributes.left));
}

function messagesOfEvents(events: readonly SpanEvent[]): [string, Json][] {
  if (!events.some(({ name }) => name.startsWith('gen_ai.'))) return [];
  const { input, output, systemInstructions } = contentOfEvents(events);
  const said: [string, Json | undefined][] = [
    ['gen_ai.input.messages', input],
    ['gen_ai.output.messages', output],
    ['gen_ai.system_instructions', systemInstructions],
  ];
  return said.filter((entry): entry is [string, Json] => entry[1] !== undefined);
}

/** What events that came after its span add to the attributes of an observation. */
export function lateAttributes(before: JsonObject, events: readonly SpanEvent[], limit: number): JsonObject {
  const kept = before[EVENTS];
  const known = Array.isArray(kept) ? kept : [];
  const told = new Set(known.map((event) => JSON.stringify(event)));
  const fresh = eventsWithin(events, limit).filter((event) => !told.has(JSON.stringify(event)));
  const added = bareObject();
  for (const [key, value] of messagesOfEvents(events)) if (!(key in before)) added[key] = value;
  return { ...before, ...added, [EVENTS]: [...known, ...fresh].slice(0, MAX_EVENTS) };
}

function eventsWithin(events: readonly SpanEvent[], bytes: number): Json[] {
  let left = bytes;
  return events.slice(0, MAX_EVENTS).map(({ name, timeMs, attributes }) => {
    const event: JsonObject = { name: cutText(name, MAX_NAME), timeMs };
    if (attributes.size > 0) {
      const bounded = new BoundedAttributes(left);
      attributes.forEach((value, key) => bounded.add(key, value));
      event['attributes'] = bounded.kept;
      left = bounded.left;
    }
    left -= sizeOf(event['name'] ?? null) + EVENT_BYTES;
    return event;
  });
}

/** The JSON around the attributes of an event, with some room. */
const EVENT_BYTES = 80;
