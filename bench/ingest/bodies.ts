// Request bodies, made once and given fresh ids in place before each use, so that making them costs the client next to nothing.
import { encodeTree } from '../../server/test/oracles/otlp-oracle.ts';

export type Kind = 'ingest' | 'traces-json' | 'traces-protobuf';

export interface Bodies {
  path: string;
  contentType: string;
  records: number;
  /** The next body; valid until it is asked for again. */
  next(slot: number): Buffer;
}

const PER_BODY = 100;
const VARIANTS = 16;
/** Stands where a fresh number goes: 12 hex digits in JSON, 6 bytes in protobuf. */
const MARK = 'facade0ddba1';

/** The same numbers every time. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const MODELS = [
  ['openai', 'gpt-4o-mini'],
  ['openai', 'gpt-4.1'],
  ['anthropic', 'claude-sonnet-4-5'],
  ['google', 'gemini-2.5-flash'],
  ['mistral', 'mistral-large-latest'],
] as const;
const ERRORS = ['rate_limit_exceeded', 'context_length_exceeded', 'timeout'];

export function makeBodies(kind: Kind, slots: number, content: boolean): Bodies {
  const r = random(7);
  const make = kind === 'ingest' ? () => ingestBody(r, content) : () => tracesBody(r, content, kind);
  const variants = Array.from({ length: VARIANTS }, make).map(withMarks);
  const buffers = Array.from({ length: slots }, (_, slot) => {
    const variant = variants[slot % VARIANTS];
    if (!variant) throw new Error('no variant');
    return { bytes: Buffer.from(variant.bytes), marks: variant.marks };
  });
  let counter = (Date.now() % 2 ** 32) * 4_096;
  return {
    path: kind === 'ingest' ? '/v1/ingest' : '/v1/traces',
    contentType: kind === 'traces-protobuf' ? 'application/x-protobuf' : 'application/json',
    records: PER_BODY,
    next: (slot) => {
      const buffer = buffers[slot];
      if (!buffer) throw new Error('no slot');
      for (const { at, binary } of buffer.marks) {
        counter += 1;
        if (binary) buffer.bytes.writeUIntBE(counter % 2 ** 48, at, 6);
        else buffer.bytes.write((counter % 2 ** 48).toString(16).padStart(12, '0'), at, 'latin1');
      }
      return buffer.bytes;
    },
  };
}

/** Ids of spans are bytes in protobuf, and everything else is text. */
const withMarks = (bytes: Buffer) => {
  const marks: { at: number; binary: boolean }[] = [];
  for (const binary of [false, true]) {
    const mark = Buffer.from(MARK, binary ? 'hex' : 'latin1');
    for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + mark.length))
      marks.push({ at, binary });
  }
  if (marks.length < PER_BODY) throw new Error(`${marks.length} ids found in a body of ${PER_BODY}`);
  return { bytes, marks };
};

const hex = (r: () => number, digits: number): string => {
  let text = '';
  while (text.length < digits)
    text += Math.floor(r() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return text.slice(0, digits);
};

const SYLLABLES =
  'ba co de fi gu ha in jo ka le mi no or pa qu re si to un ve wa ex yo za st er ing al'.split(' ');
const VOCABULARY = 3_000;

/** As people and models write: few words often, many seldom, a number here and there, commas and full stops. */
const prose = (r: () => number, chars: number): string => {
  let text = '';
  while (text.length < chars) {
    const rank = Math.floor(VOCABULARY ** r());
    let word = '';
    for (let left = rank + 40; left > 0; left = Math.floor(left / SYLLABLES.length)) {
      word += SYLLABLES[left % SYLLABLES.length];
    }
    const dice = r();
    text += dice < 0.02 ? `${Math.floor(r() * 2_000)} ` : word;
    text += dice > 0.92 ? '. ' : dice > 0.85 ? ', ' : ' ';
  }
  return text.slice(0, chars);
};

/** About 590 bytes of JSON each: four tags, a trace, a session and some metadata; with content 3 kB more. */
function ingestBody(r: () => number, content: boolean): Buffer {
  const records = Array.from({ length: PER_BODY }, () => {
    const [provider, model] = MODELS[Math.floor(r() * MODELS.length)] ?? MODELS[0];
    const prompt = Math.floor(r() * r() * 8_000) + 20;
    const completion = Math.floor(r() * r() * 2_000);
    const error = r() < 0.03 ? ERRORS[Math.floor(r() * 3)] : null;
    return {
      id: `${hex(r, 8)}-${hex(r, 4)}-4${hex(r, 3)}-a${hex(r, 3)}-${MARK}`,
      provider,
      model,
      timestamp: new Date(Date.now() - Math.floor(r() * 3_600_000)).toISOString(),
      promptTokens: prompt,
      completionTokens: completion,
      totalTokens: prompt + completion,
      costUsd: Math.round((prompt * 2.5 + completion * 10) * 100) / 1e8,
      latencyMs: Math.round(200 + Math.exp(r() * 4) * 1_000 * r()),
      tags: {
        env: r() < 0.8 ? 'production' : 'staging',
        feature: `feature-${Math.floor(r() * 20)}`,
        userId: `user-${Math.floor(r() * 5_000)}`,
        region: ['eu-west-1', 'us-east-1', 'ap-northeast-1'][Math.floor(r() * 3)],
      },
      error,
      errorDetails: error === null ? null : { status: 429, type: error },
      traceId: hex(r, 32),
      spanId: hex(r, 16),
      parentSpanId: r() < 0.5 ? hex(r, 16) : null,
      sessionId: `sess-${Math.floor(r() * 200_000)}`,
      requestMeta: {
        temperature: 0.7,
        maxTokens: 1_024,
        stream: true,
        cachedTokens: prompt >> 1,
        reasoningTokens: completion >> 2,
        ttftMs: 100 + Math.floor(r() * 900),
        ...(content ? { input: prose(r, 2_000), output: prose(r, 1_000) } : {}),
      },
    };
  });
  return Buffer.from(JSON.stringify({ records }));
}

/** Spans as an instrumentation of an SDK sends them: half of them chats, half steps around them. */
function tracesBody(r: () => number, content: boolean, kind: Kind): Buffer {
  const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
  const int = (key: string, value: number) => ({ key, value: { intValue: String(value) } });
  const spans = Array.from({ length: PER_BODY }, (_, at) => {
    const [provider, model] = MODELS[Math.floor(r() * MODELS.length)] ?? MODELS[0];
    const start = Date.now() - Math.floor(r() * 3_600_000);
    const chat = at % 2 === 0;
    return {
      traceId: `${hex(r, 20)}${MARK}`,
      spanId: `${hex(r, 4)}${MARK}`,
      ...(r() < 0.5 ? { parentSpanId: hex(r, 16) } : {}),
      name: chat ? `chat ${model}` : 'retrieve documents',
      kind: chat ? 3 : 1,
      startTimeUnixNano: `${start}000000`,
      endTimeUnixNano: `${start + Math.floor(r() * 4_000)}000000`,
      attributes: chat
        ? [
            text('gen_ai.operation.name', 'chat'),
            text('gen_ai.provider.name', provider),
            text('gen_ai.request.model', model),
            text('gen_ai.response.model', model),
            text('gen_ai.response.id', `chatcmpl-${hex(r, 12)}${MARK}`),
            int('gen_ai.usage.input_tokens', Math.floor(r() * 4_000)),
            int('gen_ai.usage.output_tokens', Math.floor(r() * 1_000)),
            int('gen_ai.request.max_tokens', 1_024),
            text('session.id', `sess-${Math.floor(r() * 200_000)}`),
            ...(content
              ? [
                  text('gen_ai.input.messages', JSON.stringify([{ role: 'user', content: prose(r, 2_000) }])),
                  text(
                    'gen_ai.output.messages',
                    JSON.stringify([{ role: 'assistant', content: prose(r, 1_000) }]),
                  ),
                ]
              : []),
          ]
        : [
            text('db.system.name', 'postgresql'),
            text('db.operation.name', 'SELECT'),
            int('db.response.returned_rows', Math.floor(r() * 100)),
          ],
      status: { code: r() < 0.03 ? 2 : 1 },
    };
  });
  const tree = {
    resourceSpans: [
      {
        resource: {
          attributes: [text('service.name', 'bench'), text('deployment.environment.name', 'production')],
        },
        scopeSpans: [{ scope: { name: 'bench-instrumentation', version: '1.0.0' }, spans }],
      },
    ],
  };
  return kind === 'traces-json' ? Buffer.from(JSON.stringify(tree)) : Buffer.from(encodeTree(tree));
}
