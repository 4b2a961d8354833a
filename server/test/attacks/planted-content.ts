// Words planted in every content key of every dialect, and in every other place in records and spans that
// accepts text.
import { randomBytes } from 'node:crypto';
import { CONTENT_KEYS } from '#semconv';
import { sampleRecord } from '../support/sample-records.ts';
import { inference, plain, type SampleSpan } from '../support/sample-spans.ts';

export type Door = 'otlp-json' | 'otlp-protobuf' | 'grpc';

/** Unique words, each with the place where it was planted. */
export class Canaries {
  readonly prefix = `cnry${randomBytes(4).toString('hex')}x`;
  readonly places = new Map<string, string>();

  word(place: string): string {
    const word = `${this.prefix}${this.places.size.toString(36).padStart(4, '0')}q`;
    this.places.set(word, place);
    return word;
  }

  /** The places of the words that occur in a text. */
  foundIn(text: string): string[] {
    const words = new Set(text.match(new RegExp(`${this.prefix}[0-9a-z]{4}q`, 'g')) ?? []);
    return [...words].map((word) => this.places.get(word) ?? 'nowhere').toSorted();
  }
}

export const long = (word: string): string =>
  `${'so it was said, and more of it. '.repeat(9)}${word} and no end.`;

/** Every key of the tables; a prefix is completed to a whole key. */
const KEYS = CONTENT_KEYS.map((key) => key.replace('*', '0.content'));
const UNKNOWN = [
  'custom.note',
  'langsmith.run.notes',
  'x',
  'url.query',
  'db.query.text',
  'gen_ai.tool.description',
];

export const attribute = (key: string, value: unknown) => ({ key, value: { stringValue: value } });

/** All keys, spread over several spans, because a span with too many attributes drops the last ones. */
export function spansWith(canaries: Canaries, door: Door): SampleSpan[] {
  const spans: SampleSpan[] = [];
  for (const [kind, make] of Object.entries({ call: inference, observation: plain })) {
    for (let at = 0; at < KEYS.length; at += 20) {
      const keys = [...KEYS.slice(at, at + 20), ...(at === 0 ? UNKNOWN : [])];
      for (const [width, said] of Object.entries({ short: (word: string) => word, long })) {
        const span = make();
        span.attributes.push(
          ...keys.map((key) => attribute(key, said(canaries.word(`${door} ${kind} ${width} ${key}`)))),
        );
        spans.push(span);
      }
    }
    const failed: SampleSpan & { status?: unknown; events?: unknown[] } = make();
    const word = (what: string) => canaries.word(`${door} ${kind} ${what}`);
    failed.status = { code: 2, message: `cannot read ${word('status')}` };
    failed.attributes.push(attribute(`${word('key of an attribute')} of mine`, 'x'));
    failed.events = [
      ['exception', ['exception.message', 'exception.stacktrace']],
      ['gen_ai.user.message', ['content']],
      ['gen_ai.choice', ['message']],
      ['gen_ai.client.inference.operation.details', ['gen_ai.input.messages', 'gen_ai.output.messages']],
      ['log', ['note']],
    ].map(([name, keys]) => ({
      name,
      timeUnixNano: failed.startTimeUnixNano,
      attributes: (keys as string[]).map((key) => attribute(key, word(`event ${String(name)} ${key}`))),
    }));
    spans.push(failed);
  }
  const traceId = randomBytes(16).toString('hex');
  for (const span of spans) span.traceId = traceId;
  return spans;
}

export function recordsWith(canaries: Canaries): Record<string, unknown>[] {
  const word = (place: string) => canaries.word(`json ${place}`);
  const records: Record<string, unknown>[] = [];
  for (let at = 0; at < KEYS.length; at += 20) {
    const keys = [...KEYS.slice(at, at + 20), ...(at === 0 ? UNKNOWN : [])];
    for (const [width, said] of Object.entries({
      short: (text: string): unknown => text,
      long: (text: string): unknown => long(text),
      nested: (text: string): unknown => [{ role: 'user', content: [{ type: 'text', text }] }],
    })) {
      const members = (where: string) =>
        Object.fromEntries(keys.map((key) => [key, said(word(`${where} ${width} ${key}`))]));
      records.push(
        sampleRecord({ requestMeta: { ...members('requestMeta'), attributes: members('attributes') } }),
      );
    }
  }
  records.push(
    sampleRecord({
      error: `400 the model said\n${word('error')}`,
      errorDetails: {
        type: 'bad',
        code: `no good ${word('code of an error')}`,
        message: word('error message'),
        stack: word('stack'),
        more: word('more'),
      },
      toolCalls: [
        { id: '1', name: 'search', arguments: word('arguments'), result: { text: word('result') } },
        { id: '2', name: 'search', error: word('error of a tool') },
        { id: '3', type: 'function', function: { name: 'f', arguments: word('function arguments') } },
        word('a tool call that is text'),
      ],
      redactionMetadata: { version: 1, note: word('redaction') },
      requestMeta: {
        operation: long(word('a long technical member')),
        contentDigest: { input: word('digest') },
        pricing: { note: word('pricing') },
        params: { stop: [word('params')] },
        [`${word('name of a member')} of mine`]: 1,
        finishReasons: [{ reason: word('object in a list') }],
        tokens: [word('list')],
      },
    }),
    sampleRecord({ error: long(word('long error')), errorDetails: word('details that are text') }),
    sampleRecord({
      toolCalls: word('tool calls that are text'),
      redactionMetadata: word('redaction as text'),
    }),
  );
  return records;
}
