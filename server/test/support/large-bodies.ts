// Long conversations in the bodies of each door that takes them.
import { randomUUID } from 'node:crypto';
import { encodeTree } from '#test/oracles/otlp-oracle';
import { exportOf, inference, type SampleSpan } from '#test/support/sample-spans';

export interface SentMessage {
  role: string;
  content: string;
}

const PROSE = 'The parcel left the "warehouse" on Monday \\ 荷物 😀, and the courier has it.\n ';

/** Of about so many bytes as JSON; no two messages are equal. */
export function conversation(bytes: number, each = 20_000): SentMessage[] {
  const messages: SentMessage[] = [];
  for (let left = bytes; left > 0;) {
    const content = `${messages.length} ${PROSE.repeat(Math.max(1, Math.floor(Math.min(each, left) / 90)))}`;
    messages.push({ role: messages.length % 2 === 0 ? 'user' : 'assistant', content });
    left -= Buffer.byteLength(JSON.stringify(messages.at(-1))) + 1;
  }
  return messages;
}

interface LargeBody {
  method: 'POST' | 'PATCH';
  path: string;
  contentType: string;
  bytes: Buffer;
}

/** The requests of one call, and the id of its record. */
export interface SentCall {
  id: string;
  requests: LargeBody[];
}

const json = (path: string, body: unknown, method: LargeBody['method'] = 'POST'): LargeBody => ({
  method,
  path,
  contentType: 'application/json',
  bytes: Buffer.from(JSON.stringify(body)),
});

const ANSWER = 'It is on its way.';
const iso = (beforeMs: number): string => new Date(Date.now() - beforeMs).toISOString();

export const spanWith = (input: readonly SentMessage[]): SampleSpan =>
  inference({
    'gen_ai.input.messages': JSON.stringify(input),
    'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', content: ANSWER }]),
  });
const idOf = ({ traceId, spanId }: SampleSpan): string => `${traceId}-${spanId}`;

const ofSpan =
  (path: string, encoding: 'json' | 'protobuf' = 'json') =>
  (input: readonly SentMessage[]): SentCall => {
    const span = spanWith(input);
    const tree = exportOf([span]);
    const request: LargeBody =
      encoding === 'json'
        ? json(path, tree)
        : {
            method: 'POST',
            path,
            contentType: 'application/x-protobuf',
            bytes: Buffer.from(encodeTree(tree)),
          };
    return { id: idOf(span), requests: [request] };
  };

function langfuse(input: readonly SentMessage[], inParts: boolean): SentCall {
  const [id, traceId] = [randomUUID(), randomUUID()];
  const event = (type: string, body: object) => ({ id: randomUUID(), type, timestamp: iso(0), body });
  const trace = event('trace-create', { id: traceId, name: 'delivery', timestamp: iso(2_000) });
  const begin = { id, traceId, name: 'answer', startTime: iso(1_000), model: 'gpt-4o-mini', input };
  const end = { endTime: iso(100), output: ANSWER, usageDetails: { input: 900, output: 120 } };
  const path = '/api/public/ingestion';
  const whole = [json(path, { batch: [trace, event('generation-create', { ...begin, ...end })] })];
  const parts = [
    json(path, { batch: [trace, event('generation-create', begin)] }),
    json(path, { batch: [event('generation-update', { id, traceId, ...end })] }),
  ];
  return { id: `${traceId}-${id}`, requests: inParts ? parts : whole };
}

function langsmith(input: readonly SentMessage[], form: 'batch' | 'parts' | 'multipart'): SentCall {
  const id = randomUUID();
  const begin = {
    id,
    trace_id: id,
    name: 'ChatOpenAI',
    run_type: 'llm',
    start_time: iso(1_000),
    inputs: { model: 'gpt-4o-mini', messages: input },
    extra: { metadata: { ls_provider: 'openai', ls_model_name: 'gpt-4o-mini' } },
  };
  const end = {
    end_time: iso(100),
    outputs: { choices: [{ message: { role: 'assistant', content: ANSWER } }] },
  };
  const requests = {
    batch: () => [json('/runs/batch', { post: [{ ...begin, ...end }] })],
    parts: () => [json('/runs', begin), json(`/runs/${id}`, { id, trace_id: id, ...end }, 'PATCH')],
    multipart: () => {
      const { inputs, extra, ...main } = begin;
      const parts = {
        '': { ...main, end_time: end.end_time },
        '.inputs': inputs,
        '.outputs': end.outputs,
        '.extra': extra,
      };
      const texts = Object.entries(parts).map(
        ([name, value]) =>
          `--b\r\nContent-Disposition: form-data; name="post.${id}${name}"\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(value)}\r\n`,
      );
      return [
        {
          method: 'POST' as const,
          path: '/runs/multipart',
          contentType: 'multipart/form-data; boundary=b',
          bytes: Buffer.from(`${texts.join('')}--b--\r\n`),
        },
      ];
    },
  };
  return { id: `${id}-${id}`, requests: requests[form]() };
}

function litellm(input: readonly SentMessage[]): SentCall {
  const [id, traceId] = [randomUUID(), randomUUID()];
  const payload = {
    id,
    trace_id: traceId,
    call_type: 'acompletion',
    status: 'success',
    custom_llm_provider: 'openai',
    model: 'gpt-4o-mini',
    startTime: Date.now() / 1_000 - 1,
    endTime: Date.now() / 1_000,
    prompt_tokens: 900,
    completion_tokens: 120,
    total_tokens: 1_020,
    messages: input,
    response: { model: 'gpt-4o-mini', choices: [{ message: { content: ANSWER } }] },
  };
  return { id: `${traceId}-${id}`, requests: [json('/v1/ingest/litellm', [payload])] };
}

function helicone(input: readonly SentMessage[]): SentCall {
  const id = randomUUID();
  const body = {
    providerRequest: {
      url: 'custom-model-nopath',
      json: { model: 'gpt-4o-mini', messages: input },
      meta: { 'Helicone-Request-Id': id },
    },
    providerResponse: {
      status: 200,
      headers: {},
      json: {
        model: 'gpt-4o-mini',
        choices: [{ message: { role: 'assistant', content: ANSWER } }],
        usage: { prompt_tokens: 900, completion_tokens: 120 },
      },
    },
  };
  return { id: `${id}-${id}`, requests: [json('/custom/v1/log', body)] };
}

/** How each client sends a call with a long conversation. */
export const DOORS: Readonly<Record<string, (input: readonly SentMessage[]) => SentCall>> = {
  'OTLP as JSON': ofSpan('/otel/v1/traces'),
  'OTLP as protobuf': ofSpan('/otel/v1/traces', 'protobuf'),
  'OTLP of Langfuse': ofSpan('/api/public/otel/v1/traces'),
  'OTLP of LangSmith': ofSpan('/api/v1/otel/v1/traces'),
  'OTLP of Opik': ofSpan('/api/v1/private/otel/v1/traces'),
  'a batch of Langfuse': (input) => langfuse(input, false),
  'parts of Langfuse': (input) => langfuse(input, true),
  'a batch of LangSmith': (input) => langsmith(input, 'batch'),
  'a form of LangSmith': (input) => langsmith(input, 'multipart'),
  'parts of LangSmith': (input) => langsmith(input, 'parts'),
  LiteLLM: litellm,
  Helicone: helicone,
};
