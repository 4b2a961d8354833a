// Bodies of 72 MiB, as the clients of other back ends could send them: many records of the usual size, or a
// single one.
import { randomUUID } from 'node:crypto';

export interface PeerBody {
  path: string;
  contentType: string;
  bytes: Buffer;
}

const LIMIT = 72 * 1_048_576;
const ROOM = 4_096;
const PROSE = 'The parcel left the warehouse on Monday, and the "courier" has it.\n ';
const BOUNDARY = '----bench';

const now = Date.now();
const iso = (afterMs: number): string => new Date(now - 60_000 + afterMs).toISOString();
const message = (bytes: number) => ({ role: 'user', content: PROSE.repeat(Math.ceil(bytes / PROSE.length)) });
const messages = (bytes: number) => Array.from({ length: Math.ceil(bytes / 2_000) }, () => message(2_000));

/** As many items as fit, each as JSON text. */
function filled(item: (at: number) => unknown, separator = ','): string {
  const texts: string[] = [];
  for (let bytes = 0, at = 0; ; at += 1) {
    const text = JSON.stringify(item(at));
    bytes += Buffer.byteLength(text) + separator.length;
    if (bytes > LIMIT - ROOM || at >= 10_000) return texts.join(separator);
    texts.push(text);
  }
}

const json = (path: string, text: string): PeerBody => ({
  path,
  contentType: 'application/json',
  bytes: Buffer.from(text),
});

const USAGE = { input: 900, output: 120 };
const ONE = 64 * 1_048_576;

const generation = (bytes: number) => ({
  id: randomUUID(),
  type: 'generation-create',
  timestamp: iso(0),
  body: {
    id: randomUUID(),
    traceId: randomUUID(),
    name: 'answer',
    startTime: iso(0),
    endTime: iso(900),
    model: 'gpt-4o-mini',
    input: messages(bytes),
    output: 'It is on its way.',
    usageDetails: USAGE,
  },
});

const run = (bytes: number) => {
  const id = randomUUID();
  return {
    id,
    trace_id: id,
    name: 'ChatOpenAI',
    run_type: 'llm',
    start_time: iso(0),
    end_time: iso(900),
    inputs: { messages: messages(bytes) },
    outputs: {
      choices: [{ message: { role: 'assistant', content: 'It is on its way.' } }],
      usage_metadata: { input_tokens: 900, output_tokens: 120, total_tokens: 1_020 },
    },
    extra: { metadata: { ls_provider: 'openai', ls_model_name: 'gpt-4o-mini' } },
  };
};

const payload = (bytes: number) => ({
  id: randomUUID(),
  trace_id: randomUUID(),
  call_type: 'acompletion',
  status: 'success',
  custom_llm_provider: 'openai',
  model: 'gpt-4o-mini',
  startTime: (now - 60_000) / 1_000,
  endTime: (now - 59_000) / 1_000,
  prompt_tokens: 900,
  completion_tokens: 120,
  total_tokens: 1_020,
  response_cost: 0.0002,
  messages: messages(bytes),
  response: { model: 'gpt-4o-mini', choices: [{ message: { content: 'It is on its way.' } }] },
});

const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
});

const logRecord = (name: string) => (at: number) => ({
  timeUnixNano: `${now - 60_000}000000`,
  body: { stringValue: `${name}.api_request` },
  attributes: [
    attribute('event.name', 'api_request'),
    attribute('session.id', 'bench'),
    attribute('prompt.id', randomUUID()),
    attribute('request_id', `req_${at}`),
    attribute('model', 'claude-sonnet-4-5'),
    attribute('input_tokens', 900),
    attribute('output_tokens', 120),
    attribute('duration_ms', 900),
    attribute('user.comment', message(1_200).content),
  ],
});

const logs = (name: string): PeerBody =>
  json('/otel/v1/logs', `{"resourceLogs":[{"scopeLogs":[{"logRecords":[${filled(logRecord(name))}]}]}]}`);

function form(parts: () => Generator<[string, unknown]>): PeerBody {
  const texts: string[] = [];
  let bytes = 0;
  for (const [name, value] of parts()) {
    const text = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(value)}\r\n`;
    bytes += Buffer.byteLength(text);
    if (bytes > LIMIT - ROOM || texts.length >= 19_998) break;
    texts.push(text);
  }
  return {
    path: '/runs/multipart',
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
    bytes: Buffer.from(`${texts.join('')}--${BOUNDARY}--\r\n`),
  };
}

const formOf = (bytes: number): PeerBody =>
  form(function* () {
    for (;;) {
      const { inputs, outputs, extra, ...main } = run(bytes);
      yield [`post.${main.id}`, main];
      yield [`post.${main.id}.inputs`, inputs];
      yield [`post.${main.id}.outputs`, outputs];
      yield [`post.${main.id}.extra`, extra];
    }
  });

const heliconeLog = (asked: unknown, response: object): PeerBody =>
  json(
    '/custom/v1/log',
    JSON.stringify({
      providerRequest: {
        url: 'custom-model-nopath',
        json: { model: 'gpt-4o-mini', messages: asked },
        meta: {},
      },
      providerResponse: { status: 200, headers: {}, ...response },
      timing: {
        startTime: { seconds: Math.floor(now / 1_000) - 60, milliseconds: 0 },
        endTime: { seconds: Math.floor(now / 1_000) - 59, milliseconds: 0 },
      },
    }),
  );

/** Quotes and line breaks of the text are escaped once more in the body. */
function streamOf(bytes: number): string {
  const chunk = {
    id: 'chatcmpl-1',
    model: 'gpt-4o-mini',
    choices: [{ index: 0, delta: { content: 'word ' } }],
  };
  const event = `data: ${JSON.stringify(chunk)}\n\n`;
  const last = { choices: [], usage: { prompt_tokens: 900, completion_tokens: 120 } };
  return `${event.repeat(bytes / (event.length * 1.25))}data: ${JSON.stringify(last)}\n\ndata: [DONE]\n\n`;
}

/** Generated when needed, because each is large. */
export const PEER_BODIES: Readonly<Record<string, () => PeerBody>> = {
  'langfuse, 4 kB events': () =>
    json('/api/public/ingestion', `{"batch":[${filled(() => generation(4_000))}]}`),
  'langfuse, one event': () => json('/api/public/ingestion', JSON.stringify({ batch: [generation(ONE)] })),
  'langsmith batch, 4 kB runs': () => json('/runs/batch', `{"post":[${filled(() => run(4_000))}]}`),
  'langsmith batch, one run': () => json('/runs/batch', JSON.stringify({ post: [run(ONE)] })),
  'langsmith form, 4 kB runs': () => formOf(4_000),
  'langsmith form, 800-byte parts': () => formOf(100),
  'litellm, 4 kB payloads': () => json('/v1/ingest/litellm', `[${filled(() => payload(4_000))}]`),
  'litellm, lines': () => ({
    ...json(
      '/v1/ingest/litellm',
      filled(() => payload(4_000), '\n'),
    ),
    contentType: 'application/x-ndjson',
  }),
  'litellm, one payload': () => json('/v1/ingest/litellm', JSON.stringify([payload(ONE)])),
  'logs of Claude Code': () => logs('claude_code'),
  'other logs': () => logs('shop'),
  'helicone, one log': () =>
    heliconeLog(messages(ONE), {
      json: { model: 'gpt-4o-mini', usage: { prompt_tokens: 900, completion_tokens: 120 } },
    }),
  'helicone, one stream': () => heliconeLog(messages(4_000), { json: {}, textBody: streamOf(ONE) }),
};
