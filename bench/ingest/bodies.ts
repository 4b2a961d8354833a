// Request bodies, made once and given fresh ids in place before each use, so that making them costs the
// client next to nothing.
import { encodeLogs, encodeTree } from '../../server/test/oracles/otlp-oracle.ts';
import { langfuseBodies } from './langfuse-bodies.ts';
import { agentEvents } from './agent-events.ts';
import { hex, MARK, PER_BODY, placesOf, prose, random, TIME_MARK } from './made-up.ts';

export type Kind =
  | 'ingest'
  | 'traces-json'
  | 'traces-protobuf'
  | 'langfuse'
  | 'langsmith'
  | 'logs-json'
  | 'logs-protobuf';

const PATHS: Readonly<Record<Exclude<Kind, 'langfuse'>, string>> = {
  ingest: '/v1/ingest',
  'traces-json': '/v1/traces',
  'traces-protobuf': '/v1/traces',
  langsmith: '/runs/batch',
  'logs-json': '/v1/logs',
  'logs-protobuf': '/v1/logs',
};

export interface Bodies {
  path: string;
  contentType: string;
  records: number;
  /** The next body. It is valid until the next call. */
  next(slot: number): Buffer;
}

const VARIANTS = 16;
const MODELS = [
  ['openai', 'gpt-4o-mini'],
  ['openai', 'gpt-4.1'],
  ['anthropic', 'claude-sonnet-4-5'],
  ['google', 'gemini-2.5-flash'],
  ['mistral', 'mistral-large-latest'],
] as const;
const ERRORS = ['rate_limit_exceeded', 'context_length_exceeded', 'timeout'];

/** `live`: each record of `ingest` has its own trace and a time of the last minute, as while agents run. */
export function makeBodies(kind: Kind, slots: number, content: boolean, live = false): Bodies {
  const r = random(7);
  if (kind === 'langfuse') return langfuseBodies(slots, content, { r, models: MODELS });
  const make = (): Buffer => {
    if (kind === 'ingest') return ingestBody(r, content, live);
    if (kind === 'langsmith') return langsmithBody(r, content);
    return kind.startsWith('logs') ? logsBody(r, content, kind) : tracesBody(r, content, kind);
  };
  const variants = Array.from({ length: VARIANTS }, make).map((bytes) => withMarks(bytes, r));
  const buffers = Array.from({ length: slots }, (_, slot) => {
    const variant = variants[slot % VARIANTS];
    if (!variant) throw new Error('no variant');
    return { ...variant, bytes: Buffer.from(variant.bytes) };
  });
  let counter = (Date.now() % 2 ** 32) * 4_096;
  return {
    path: PATHS[kind],
    contentType: kind.endsWith('protobuf') ? 'application/x-protobuf' : 'application/json',
    records: PER_BODY,
    next: (slot) => {
      const buffer = buffers[slot];
      if (!buffer) throw new Error('no slot');
      for (const { at, binary } of buffer.marks) {
        counter += 1;
        if (binary) buffer.bytes.writeUIntBE(counter % 2 ** 48, at, 6);
        else buffer.bytes.write((counter % 2 ** 48).toString(16).padStart(12, '0'), at, 'latin1');
      }
      const now = Date.now();
      for (const { at, agoMs } of buffer.times)
        buffer.bytes.write(new Date(now - agoMs).toISOString(), at, 'latin1');
      return buffer.bytes;
    },
  };
}

/** Ids of spans are bytes in protobuf, and everything else is text. */
const withMarks = (bytes: Buffer, r: () => number) => {
  const marks: { at: number; binary: boolean }[] = [];
  for (const binary of [false, true]) {
    const mark = Buffer.from(MARK, binary ? 'hex' : 'latin1');
    marks.push(...placesOf(bytes, mark).map((at) => ({ at, binary })));
  }
  if (marks.length < PER_BODY) throw new Error(`${marks.length} ids found in a body of ${PER_BODY}`);
  const times = placesOf(bytes, TIME_MARK).map((at) => ({ at, agoMs: r() * 60_000 }));
  return { bytes, marks, times };
};

/** About 590 bytes of JSON each: four tags, a trace, a session and some metadata; with content 3 kB more. */
function ingestBody(r: () => number, content: boolean, live: boolean): Buffer {
  const records = Array.from({ length: PER_BODY }, () => {
    const [provider, model] = MODELS[Math.floor(r() * MODELS.length)] ?? MODELS[0];
    const prompt = Math.floor(r() * r() * 8_000) + 20;
    const completion = Math.floor(r() * r() * 2_000);
    const error = r() < 0.03 ? ERRORS[Math.floor(r() * 3)] : null;
    return {
      id: `${hex(r, 8)}-${hex(r, 4)}-4${hex(r, 3)}-a${hex(r, 3)}-${MARK}`,
      provider,
      model,
      timestamp: live ? TIME_MARK : new Date(Date.now() - Math.floor(r() * 3_600_000)).toISOString(),
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
      traceId: live ? `${hex(r, 20)}${MARK}` : hex(r, 32),
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

/** Whole runs as LangSmith's clients send them: half of them chats of LangChain, half steps around them. */
function langsmithBody(r: () => number, content: boolean): Buffer {
  const wrapped = (name: string, kwargs: object) => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain_core', 'messages', name],
    kwargs,
  });
  const runs = Array.from({ length: PER_BODY }, (_, at) => {
    const [provider, model] = MODELS[Math.floor(r() * MODELS.length)] ?? MODELS[0];
    const start = Date.now() - Math.floor(r() * 3_600_000);
    const uuid = () => `${hex(r, 8)}-${hex(r, 4)}-7${hex(r, 3)}-a${hex(r, 3)}-`;
    const [input, output] = [Math.floor(r() * 4_000), Math.floor(r() * 1_000)];
    const usage = { input_tokens: input, output_tokens: output, total_tokens: input + output };
    const text = content ? prose(r, 1_000) : 'Yes.';
    const isChat = at % 2 === 0;
    const answer = {
      content: text,
      id: `chatcmpl-${hex(r, 12)}${MARK}`,
      usage_metadata: usage,
      response_metadata: {},
    };
    return {
      id: `${uuid()}${MARK}`,
      trace_id: `${uuid()}${MARK}`,
      ...(r() < 0.5 ? { parent_run_id: `${uuid()}${hex(r, 12)}` } : {}),
      name: isChat ? 'ChatOpenAI' : 'RunnableSequence',
      run_type: isChat ? 'llm' : 'chain',
      session_name: 'default',
      start_time: new Date(start).toISOString().replace('Z', '001Z'),
      end_time: start + Math.floor(r() * 4_000),
      inputs: isChat
        ? { messages: [[wrapped('HumanMessage', { content: content ? prose(r, 2_000) : 'Is it?' })]] }
        : { question: 'Is it?' },
      outputs: isChat
        ? { generations: [[{ text, message: wrapped('AIMessage', answer) }]], llmOutput: { tokenUsage: {} } }
        : { output: text },
      extra: {
        metadata: {
          ls_provider: provider,
          ls_model_name: model,
          ls_model_type: 'chat',
          LANGSMITH_TRACING: 'true',
          thread_id: `sess-${Math.floor(r() * 200_000)}`,
          env: 'production',
        },
        runtime: { sdk: 'langsmith-js', sdk_version: '0.10.5', platform: 'node' },
        invocation_params: { model, temperature: 0.7 },
      },
      tags: ['seq:step:2'],
      error: null,
    };
  });
  return Buffer.from(JSON.stringify({ post: runs, patch: [] }));
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

function logsBody(r: () => number, content: boolean, kind: Kind): Buffer {
  const tree = agentEvents(r, content);
  return kind === 'logs-json' ? Buffer.from(JSON.stringify(tree)) : Buffer.from(encodeLogs(tree));
}
