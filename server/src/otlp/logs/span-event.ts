// Log events of the GenAI conventions. What instrumentations wrote as events of a span is now a log record that
// names the span, so each becomes such an event again.
import { hash } from 'node:crypto';
import { isObject } from '#lib/is-object';
import type { Json } from '#records';
import { isSpanEvent } from '../event-names.ts';
import type { Attributes, SpanEvent } from '../span.ts';
import type { LogRecord } from './log-record.ts';

/** An event of a span that arrived apart from it. */
export interface LogEvent {
  /** The same for an event that is sent again. */
  id: string;
  traceId: string;
  spanId: string;
  event: SpanEvent;
}

const MAY_HAVE = ['gen_ai.', '.exception', 'exception.type'];

/** Whether a body can have such events. Most exports of logs have none and need not be decoded. */
export const mayHaveSpanEvents = (body: Buffer): boolean => MAY_HAVE.some((text) => body.indexOf(text) >= 0);

/** Takes the log records of one export. */
export class SpanEventReader {
  readonly events: LogEvent[] = [];
  readonly #seen = new Map<string, number>();

  /** Whether the record is an event of a span. */
  add(record: LogRecord): boolean {
    const { traceId, spanId } = record;
    const name = nameOf(record);
    if (name === undefined || traceId === '' || spanId === '') return false;
    const event = { name, timeMs: record.timeMs || record.observedMs, attributes: attributesOf(record) };
    // A message may be said twice in one millisecond.
    const what = hashOf([traceId, spanId, name, event.timeMs, ...event.attributes]);
    const times = this.#seen.get(what) ?? 0;
    this.#seen.set(what, times + 1);
    this.events.push({ id: hashOf([what, times]), traceId, spanId, event });
    return true;
  }
}

function nameOf({ eventName, attributes, body }: LogRecord): string | undefined {
  for (const name of [eventName, attributes.get('event.name'), body])
    if (typeof name === 'string' && isSpanEvent(name)) return name;
  return undefined;
}

/** Until 1.36 of the conventions, the message was the body. */
function attributesOf({ attributes, body }: LogRecord): Attributes {
  if (isObject(body)) {
    const all: Attributes = new Map(attributes);
    for (const [key, value] of Object.entries(body)) if (!all.has(key)) all.set(key, value);
    return all;
  }
  if (typeof body !== 'string' || body === '' || isSpanEvent(body) || attributes.has('content'))
    return attributes;
  return new Map([...attributes, ['content', body]]);
}

const hashOf = (parts: readonly Json[]): string => hash('sha256', JSON.stringify(parts)).slice(0, 32);
