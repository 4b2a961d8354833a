// One call that several programs report counts once, and calls that look alike are all kept: exact calls, tokens
// and cost, for every order of arrival and every split over requests. The records store is fake.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Incoming } from '#records';
import { apiRequest, logsOf, namedEvent } from '#test/support/agent-events';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { runJobs } from '#test/support/run-jobs';
import { exportOf, plain, type SampleSpan } from '#test/support/sample-spans';
import { watchOf } from '../../src/features/ingest/duplicate-spans/duplicate-check.ts';

const START = Date.UTC(2026, 5, 15, 12);
const clock = new FakeClock(START);

type CallRow = Extract<Incoming, { kind: 'call' }>;

/** The stored records of each account, by id. */
const stored = new Map<number, Map<string, Incoming>>();
let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp({
    clock,
    records: {
      kind: 'embedded',
      write: async ({ account, records }) => {
        const own = stored.getOrInsertComputed(account, () => new Map());
        let fresh = 0;
        for (const record of records) {
          if (own.has(record.id)) continue;
          own.set(record.id, record);
          fresh += 1;
        }
        return { status: 'stored', stored: fresh, duplicates: records.length - fresh };
      },
      reclassifyAsObservation: async (account, calls) => {
        for (const { id } of calls) stored.get(account)?.delete(id);
        return calls.length;
      },
      selectPossibleDuplicates: async () => ({ calls: [], between: [] }),
    },
  });
});
afterAll(() => app.stop());

type Value = string | number | boolean;

interface Given {
  trace?: string;
  parent?: string;
  /** Milliseconds after the start. */
  at?: readonly [from: number, to: number];
  model?: string;
  provider?: string;
  tokens?: readonly [input: number, output: number] | null;
  response?: string;
  served?: string;
  more?: Record<string, Value>;
  scope?: string;
  error?: boolean;
}

interface Sent {
  scope: string;
  span: SampleSpan;
}

const hex = (text: string, length: number): string => Buffer.from(text).toString('hex').padStart(length, '0');

const nano = (ms: number): string => `${START + ms}000000`;

/** A model call. */
function chat(
  id: string,
  {
    trace = 't',
    parent,
    at = [0, 100],
    model = 'gpt-4o-mini',
    provider = 'openai',
    tokens = [1_000, 100],
    response,
    served,
    more = {},
    scope = 'x',
    error = false,
  }: Given = {},
): Sent {
  const made = plain(
    {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': provider,
      'gen_ai.request.model': model,
      ...(tokens && { 'gen_ai.usage.input_tokens': tokens[0], 'gen_ai.usage.output_tokens': tokens[1] }),
      ...(response !== undefined && { 'gen_ai.response.id': response }),
      ...(served !== undefined && { 'gen_ai.response.model': served }),
      ...(error && { 'error.type': 'timeout' }),
      ...more,
    },
    `chat ${model}`,
  );
  return { scope, span: placed(made, id, trace, parent, at) };
}

/** Any other span. */
function step(
  id: string,
  { trace = 't', parent, at = [0, 100], more = {} }: Given = {},
  name = 'POST',
): Sent {
  return { scope: 'http', span: placed(plain(more, name), id, trace, parent, at) };
}

function placed(
  span: SampleSpan,
  id: string,
  trace: string,
  parent: string | undefined,
  [from, to]: readonly [number, number],
): SampleSpan {
  return {
    ...span,
    traceId: hex(trace, 32),
    spanId: hex(id, 16),
    ...(parent !== undefined && { parentSpanId: hex(parent, 16) }),
    startTimeUnixNano: nano(from),
    endTimeUnixNano: nano(to),
  };
}

/** One program's report, sent in one request or in several. */
type Piece =
  | { path: '/otel/v1/traces' | '/v1/traces'; spans: readonly Sent[] }
  | { path: string; body: unknown };

const otel = (...spans: Sent[]): Piece => ({ path: '/otel/v1/traces', spans });
const strict = (...spans: Sent[]): Piece => ({ path: '/v1/traces', spans });

const litellm = (more: object = {}): Piece => ({
  path: '/v1/ingest/litellm',
  body: {
    id: 'chatcmpl-BxQ2m7rT1kLw9',
    trace_id: '5f0d2b5e-1111-4222-8333-444455556666',
    call_type: 'acompletion',
    status: 'success',
    custom_llm_provider: 'openai',
    model: 'gpt-4o-mini',
    prompt_tokens: 1_000,
    completion_tokens: 100,
    total_tokens: 1_100,
    startTime: (START + 10) / 1_000,
    endTime: (START + 90) / 1_000,
    response: { id: 'chatcmpl-BxQ2m7rT1kLw9', model: 'gpt-4o-mini-2024-07-18', choices: [] },
    ...more,
  },
});

const json = (id: string, more: object = {}): Piece => ({
  path: '/v1/ingest',
  body: {
    records: [
      {
        id,
        provider: 'openai',
        model: 'gpt-4o-mini',
        timestamp: new Date(START).toISOString(),
        promptTokens: 1_000,
        completionTokens: 100,
        totalTokens: 1_100,
        costUsd: 0.000_21,
        latencyMs: 100,
        ...more,
      },
    ],
  },
});

const langfuse = (trace: string, id: string, more: object = {}): Piece => ({
  path: '/api/public/ingestion',
  body: {
    batch: [
      {
        id: `event-${id}`,
        type: 'generation-create',
        timestamp: new Date(START).toISOString(),
        body: {
          id,
          traceId: trace,
          startTime: new Date(START).toISOString(),
          endTime: new Date(START + 100).toISOString(),
          model: 'gpt-4o-mini',
          usage: { input: 1_000, output: 100, total: 1_100 },
          ...more,
        },
      },
    ],
  },
});

const claudeLog = (more: Record<string, Value> = {}, at = 153): Piece => ({
  path: '/v1/logs',
  body: logsOf([apiRequest({ request_id: 'req_011CVq7bTmXw2', ...more }, START + at)]),
});
const claudeSpan = (id: string, given: Given = {}, more: Record<string, Value> = {}): Sent =>
  chat(id, {
    at: [0, 160],
    provider: 'anthropic',
    model: 'claude-sonnet-4-5-20250929',
    tokens: null,
    scope: 'com.anthropic.claude_code.tracing',
    ...given,
    more: {
      input_tokens: 142,
      output_tokens: 41,
      cache_read_tokens: 1_024,
      cache_creation_tokens: 256,
      request_id: 'req_011CVq7bTmXw2',
      ...more,
    },
  });
const geminiLog = (at: number): Piece => ({
  path: '/v1/logs',
  body: logsOf(
    [
      namedEvent(
        'gemini_cli.api_response',
        {
          'session.id': 's-1',
          model: 'gemini-2.5-pro',
          duration_ms: 90,
          input_token_count: 1_184,
          output_token_count: 17,
          cached_content_token_count: 1_024,
          thoughts_token_count: 64,
          tool_token_count: 10,
          total_token_count: 1_275,
        },
        START + at,
      ),
    ],
    'gemini-cli',
  ),
});
const geminiSpan = (id: string, at: readonly [number, number]): Sent =>
  chat(id, {
    at,
    trace: id,
    provider: 'gcp.gemini',
    model: 'gemini-2.5-pro',
    tokens: [1_184, 17],
    scope: 'gemini-cli',
    more: { 'session.id': 's-1' },
  });

const R1 = 'chatcmpl-BxQ2m7rT1kLw9';
const R2 = 'chatcmpl-C0pZ8yHs4nVd2';
const MINI = ['gpt-4o-mini', 1_000, 100] as const;
const CLAUDE = { provider: 'anthropic', model: 'claude-sonnet-4-5' } as const;

/** [model without its date, input, output], and how often. */
type Kept = readonly [model: string, input: number, output: number, times?: number];

const inner = (more: Given = {}): Given => ({ at: [10, 90], ...more });

const SHAPES: readonly (readonly [name: string, pieces: readonly Piece[], kept: readonly Kept[]])[] = [
  // One call, several reports.
  [
    'an instrumentation around a client that traces itself',
    [otel(chat('a', { response: R1 }), chat('b', inner({ parent: 'a', response: R1 })))],
    [MINI],
  ],
  ['the same without response ids', [otel(chat('a'), chat('b', inner({ parent: 'a' })))], [MINI]],
  ['the same at /v1/traces', [strict(chat('a'), chat('b', inner({ parent: 'a' })))], [MINI]],
  [
    'LangChain around OpenAI, with a step between',
    [otel(chat('a'), step('s', inner({ parent: 'a' })), chat('b', inner({ parent: 's' })))],
    [MINI],
  ],
  [
    'AI SDK, HTTP, LiteLLM: other ids',
    [
      otel(chat('a', { response: R1 }), step('p', inner({ parent: 'a' }))),
      otel(chat('l', { at: [20, 80], parent: 'p', response: R2 })),
    ],
    [MINI],
  ],
  [
    'AI SDK, HTTP, LiteLLM: no ids',
    [otel(chat('a'), step('p', inner({ parent: 'a' }))), otel(chat('l', { at: [20, 80], parent: 'p' }))],
    [MINI],
  ],
  [
    'AI SDK, HTTP, a server span, LiteLLM',
    [
      otel(chat('a')),
      otel(step('p', inner({ parent: 'a' }))),
      otel(step('q', { at: [15, 85], parent: 'p' }), chat('l', { at: [20, 80], parent: 'q' })),
    ],
    [MINI],
  ],
  [
    'LiteLLM in front of Claude, with the client of OpenAI',
    [
      otel(chat('a', { model: 'claude-sonnet-4-5' }), step('p', inner({ parent: 'a' }))),
      otel(chat('l', { ...CLAUDE, at: [20, 80], parent: 'p' })),
    ],
    [['claude-sonnet-4-5', 1_000, 100]],
  ],
  [
    'LiteLLM with a name of its own',
    [
      otel(
        chat('a', { model: 'house-alias', served: 'gpt-4o-mini-2024-07-18' }),
        step('p', inner({ parent: 'a' })),
      ),
      otel(chat('l', { at: [20, 80], parent: 'p' })),
    ],
    [MINI],
  ],
  [
    'dates in one of the models',
    [otel(chat('a'), chat('b', inner({ parent: 'a', model: 'gpt-4o-mini-2024-07-18' })))],
    [MINI],
  ],
  [
    'Azure',
    [
      otel(
        chat('a', { provider: 'azure.ai.openai' }),
        step('p', inner({ parent: 'a' })),
        chat('b', { at: [20, 80], parent: 'p', provider: 'openai' }),
      ),
    ],
    [MINI],
  ],
  [
    'Bedrock: the vendor or the region in the model',
    [
      otel(
        chat('a', {
          ...CLAUDE,
          provider: 'aws.bedrock',
          model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
        }),
        chat('b', inner({ ...CLAUDE, parent: 'a' })),
      ),
    ],
    [['claude-sonnet-4-5', 1_000, 100]],
  ],
  [
    'OpenRouter reports it too, in a trace of its own',
    [
      otel(chat('a', { model: 'openai/gpt-4o-mini', response: R1 })),
      otel(
        chat('o', inner({ trace: 'u', provider: 'openrouter', model: 'openai/gpt-4o-mini', response: R1 })),
      ),
    ],
    [MINI],
  ],
  ['the callback of LiteLLM beside a span', [otel(chat('a', { response: R1 })), litellm()], [MINI]],
  [
    'a span without tokens, and the callback of LiteLLM',
    [otel(chat('a', { response: R1, tokens: null })), litellm()],
    [MINI],
  ],
  [
    'a stream without tokens inside of one with them',
    [otel(chat('a')), otel(chat('b', inner({ parent: 'a', tokens: null })))],
    [MINI],
  ],
  [
    'an outer span without tokens',
    [otel(chat('a', { tokens: null })), otel(chat('b', inner({ parent: 'a' })))],
    [MINI],
  ],
  [
    'three deep',
    [otel(chat('a')), otel(chat('b', { at: [5, 95], parent: 'a' })), otel(chat('c', inner({ parent: 'b' })))],
    [MINI],
  ],
  [
    'the same span over three doors',
    [strict(chat('a')), otel(chat('a')), json(`${hex('t', 32)}-${hex('a', 16)}`)],
    [MINI],
  ],
  [
    'a span, and JSON with its id',
    [
      otel(chat('a')),
      json(`${hex('t', 32)}-${hex('a', 16)}`, { traceId: hex('t', 32), spanId: hex('a', 16) }),
    ],
    [MINI],
  ],
  ['a span that is sent again', [otel(chat('a')), otel(chat('a'))], [MINI]],
  [
    'a span, and the ingestion of Langfuse with its ids',
    [otel(chat('a')), langfuse(hex('t', 32), hex('a', 16))],
    [MINI],
  ],
  [
    'a parent with the sum of its two steps',
    [
      otel(chat('a', { at: [0, 300], tokens: [3_000, 250] })),
      otel(chat('b', { at: [10, 100], parent: 'a' })),
      otel(chat('c', { at: [110, 290], parent: 'a', tokens: [2_000, 150] })),
    ],
    [MINI, ['gpt-4o-mini', 2_000, 150]],
  ],
  [
    'a crew: sums of sums',
    [
      otel(chat('r', { at: [0, 300], tokens: [3_000, 300] })),
      otel(
        chat('a', { at: [5, 200], parent: 'r', tokens: [2_000, 200] }),
        chat('b', { at: [10, 90], parent: 'a' }),
      ),
      otel(chat('c', { at: [110, 190], parent: 'a' }), chat('d', { at: [210, 290], parent: 'r' })),
    ],
    [[...MINI, 3]],
  ],
  [
    'an agent span with the sum',
    [
      otel(
        step(
          'r',
          {
            at: [0, 300],
            more: {
              'gen_ai.operation.name': 'invoke_agent',
              'gen_ai.usage.input_tokens': 2_000,
              'gen_ai.usage.output_tokens': 200,
            },
          },
          'invoke_agent',
        ),
      ),
      otel(chat('b', { at: [10, 90], parent: 'r' }), chat('c', { at: [110, 190], parent: 'r' })),
    ],
    [[...MINI, 2]],
  ],
  [
    'two attempts inside of a span: one failed',
    [
      otel(chat('a', { at: [0, 300] })),
      otel(
        chat('b', { at: [10, 90], parent: 'a', tokens: null, error: true }),
        chat('c', { at: [110, 290], parent: 'a' }),
      ),
    ],
    [['gpt-4o-mini', 0, 0], MINI],
  ],
  [
    'Claude Code: a log event beside its span',
    [otel(claudeSpan('a')), claudeLog()],
    [['claude-sonnet-4-5', 1_422, 41]],
  ],
  [
    'Claude Code: a log event that is written 4 s later',
    [otel(claudeSpan('a')), claudeLog({}, 4_200)],
    [['claude-sonnet-4-5', 1_422, 41]],
  ],
  [
    'Gemini CLI: a log event beside its span',
    [otel(geminiSpan('a', [0, 100])), geminiLog(95)],
    [['gemini-2.5-pro', 1_194, 81]],
  ],
  // Calls that look alike.
  [
    'ten sequential calls of Ollama with one id',
    [otel(...seq(10, (n) => chat(`o${n}`, { at: [n * 100, n * 100 + 90], response: 'chatcmpl-417' })))],
    [[...MINI, 10]],
  ],
  [
    'ten calls at once of a mock server with one id',
    [
      otel(...seq(5, (n) => chat(`m${n}`, { response: 'chatcmpl-mock' }))),
      otel(...seq(5, (n) => chat(`n${n}`, { response: 'chatcmpl-mock', trace: 'u' }))),
    ],
    [[...MINI, 10]],
  ],
  [
    'two models at once with one id',
    [
      otel(chat('a', { response: 'chatcmpl-123' })),
      otel(chat('b', { ...CLAUDE, trace: 'u', response: 'chatcmpl-123', tokens: [77_777, 5] })),
    ],
    [MINI, ['claude-sonnet-4-5', 77_777, 5]],
  ],
  [
    'two models at once with one long id',
    [otel(chat('a', { response: R1 })), otel(chat('b', { ...CLAUDE, trace: 'u', response: R1 }))],
    [MINI, ['claude-sonnet-4-5', 1_000, 100]],
  ],
  [
    'an answer from a cache has the id of the first',
    [otel(chat('a', { response: R1 })), otel(chat('b', { at: [200, 210], response: R1 }))],
    [[...MINI, 2]],
  ],
  [
    'one id, other counts',
    [otel(chat('a', { response: R1 })), otel(chat('b', { trace: 'u', response: R1, tokens: [1_000, 101] }))],
    [MINI, ['gpt-4o-mini', 1_000, 101]],
  ],
  [
    'a retry with the id of the first, after it',
    [
      otel(chat('a', { response: R1, tokens: null, error: true })),
      otel(chat('b', { at: [150, 250], response: R1 })),
    ],
    [['gpt-4o-mini', 0, 0], MINI],
  ],
  [
    'equal calls beside each other, one within the time of the other',
    [otel(chat('a', { parent: 'r' }), chat('b', inner({ parent: 'r' }))), otel(step('r'))],
    [[...MINI, 2]],
  ],
  [
    'a call around two with its own tokens each',
    [
      otel(chat('a', { at: [0, 300] })),
      otel(chat('b', { at: [10, 90], parent: 'a' })),
      otel(chat('c', { at: [110, 290], parent: 'a' })),
    ],
    [[...MINI, 3]],
  ],
  [
    'a call around two, neither their sum',
    [
      otel(chat('a', { at: [0, 300], tokens: [50, 5] })),
      otel(chat('b', { at: [10, 90], parent: 'a' })),
      otel(chat('c', { at: [110, 290], parent: 'a' })),
    ],
    [
      ['gpt-4o-mini', 50, 5],
      [...MINI, 2],
    ],
  ],
  [
    'a tool of a call asks another model',
    [
      otel(chat('a', { at: [0, 300] }), step('s', { at: [10, 290], parent: 'a' }, 'execute_tool')),
      otel(chat('b', { at: [20, 280], parent: 's', model: 'gpt-4o' })),
    ],
    [MINI, ['gpt-4o', 1_000, 100]],
  ],
  [
    'a child that outlives its parent',
    [otel(chat('a'), chat('b', { at: [50, 250], parent: 'a' }))],
    [[...MINI, 2]],
  ],
  [
    'a child that begins after its parent',
    [otel(chat('a')), otel(chat('b', { at: [150, 250], parent: 'a' }))],
    [[...MINI, 2]],
  ],
  ['two traces without ids', [otel(chat('a')), otel(chat('b', { trace: 'u' }))], [[...MINI, 2]]],
  [
    'runs at the same time, with the same prompt',
    [
      otel(...seq(3, (n) => chat('a', { trace: `r${n}` }))),
      otel(...seq(3, (n) => chat('b', { trace: `r${n}`, at: [110, 190] }))),
    ],
    [[...MINI, 6]],
  ],
  [
    'a batch of equal requests under one span',
    [otel(step('r'), ...seq(8, (n) => chat(`b${n}`, { parent: 'r' })))],
    [[...MINI, 8]],
  ],
  [
    'JSON with the ids of a span under another id',
    [otel(chat('a')), json('own', { traceId: hex('t', 32), spanId: hex('a', 16) })],
    [[...MINI, 2]],
  ],
  [
    'JSON with the response id of a span',
    [otel(chat('a', { response: R1 })), json('own', { requestMeta: { responseId: R1 } })],
    [[...MINI, 2]],
  ],
  [
    'two requests of Gemini CLI with equal counts, one with its span',
    [otel(geminiSpan('a', [0, 100])), geminiLog(95), geminiLog(96)],
    [['gemini-2.5-pro', 1_194, 81, 2]],
  ],
  [
    'a log event of Claude Code long after the span',
    [otel(claudeSpan('a')), claudeLog({}, 9_000)],
    [['claude-sonnet-4-5', 1_422, 41, 2]],
  ],
];

function seq<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

async function send(account: TestAccount, piece: Piece): Promise<void> {
  if (!('spans' in piece)) {
    const reply = await account.call('POST', piece.path, piece.body);
    if (reply.statusCode >= 300) throw new Error(`${piece.path}: ${reply.body}`);
    return;
  }
  const byScope = Map.groupBy(piece.spans, ({ scope }) => scope);
  const resourceSpans = [...byScope].flatMap(
    ([scope, spans]) =>
      exportOf(
        spans.map(({ span }) => span),
        scope,
      ).resourceSpans,
  );
  const reply = await account.call('POST', piece.path, { resourceSpans });
  if (reply.statusCode !== 200) throw new Error(reply.body);
}

/** At most twenty-four orders of the requests, the same every time. */
function orders<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]];
  const [first, ...rest] = all as [T, ...T[]];
  return orders(rest)
    .flatMap((order) => order.map((_, at) => order.toSpliced(at, 0, first)).concat([[...order, first]]))
    .slice(0, 24);
}

/** Each span in a request of its own. */
const apart = (pieces: readonly Piece[]): Piece[] =>
  pieces.flatMap((piece): Piece[] =>
    'spans' in piece ? piece.spans.map((span) => ({ path: piece.path, spans: [span] })) : [piece],
  );

/** All spans of one door in one request. */
function together(pieces: readonly Piece[]): Piece[] {
  const spans = pieces.filter((piece) => 'spans' in piece);
  const others = pieces.filter((piece) => !('spans' in piece));
  return [...Map.groupBy(spans, ({ path }) => path)]
    .map(([path, some]): Piece => ({ path, spans: some.flatMap((piece) => piece.spans) }))
    .concat(others);
}

/** US dollars per million tokens, from the vendors' lists. */
const PRICES: Readonly<Record<string, readonly [input: number, output: number]>> = {
  'gpt-4o-mini': [0.15, 0.6],
  'gpt-4o': [2.5, 10],
  'claude-sonnet-4-5': [3, 15],
};
/** Claude Code reports it. Gemini: 170 + 1,024 cached at a tenth, 81 out. */
const OTHER_COSTS: Readonly<Record<string, number>> = {
  'claude-sonnet-4-5 1422 41': 0.002_308_2,
  'gemini-2.5-pro 1194 81': (170 * 1.25 + 1_024 * 0.125 + 81 * 10) / 1e6,
};

const costOf = ([model, input, output]: Kept): number => {
  const [inputPrice, outputPrice] = PRICES[model] ?? [0, 0];
  return OTHER_COSTS[`${model} ${input} ${output}`] ?? (input * inputPrice + output * outputPrice) / 1e6;
};

const nameOf = (model: string): string =>
  model.replace(/^(?:us\.anthropic\.|openai\/)/, '').replace(/-20\d\d-?\d\d-?\d\d(?:-v1:0)?$/, '');

it('has enough shapes', () => {
  expect(SHAPES.length).toBeGreaterThanOrEqual(40);
});

it.each(SHAPES)('%s', { timeout: 120_000 }, async (_name, pieces, kept) => {
  const expected = kept
    .flatMap(([model, input, output, times = 1]) => seq(times, () => `${model} ${input} ${output}`))
    .toSorted();
  const cost = kept.reduce((sum, one) => sum + (one[3] ?? 1) * costOf(one), 0);
  const splits = [...orders(pieces), ...orders(together(pieces))];
  const single = apart(pieces);
  splits.push(single, single.toReversed());
  if (single.length <= 4) splits.push(...orders(single));
  const accounts: [TestAccount, readonly Piece[]][] = [];
  for (const order of splits) {
    const account = await app.account();
    accounts.push([account, order]);
    for (const piece of order) await send(account, piece);
  }
  await watchOf(app.services).late.flush();
  await runJobs(app);
  for (const [account, order] of accounts) {
    const { number } = (await app.services.accounts.get(account.id))!;
    const calls = [...(stored.get(number)?.values() ?? [])].filter(
      (record): record is CallRow => record.kind === 'call',
    );
    const found = calls.map(({ row: { call } }) => {
      const { promptTokens, completionTokens, totalTokens } = call;
      if (totalTokens !== promptTokens + completionTokens) throw new Error(`${totalTokens} is no sum`);
      return `${nameOf(call.model)} ${promptTokens} ${completionTokens}`;
    });
    const costUsd = calls.reduce((total, { row }) => total + row.cost.costUsd, 0);
    const sent = JSON.stringify(order).slice(0, 2_000);
    expect({ sent, found: found.toSorted(), costUsd }).toEqual({
      sent,
      found: expected,
      costUsd: expect.closeTo(cost, 9),
    });
  }
});

it(
  '400 calls of 10 runs on Ollama, one after the other; 500 calls, 300 at a time',
  { timeout: 120_000 },
  async () => {
    // As Ollama makes them: a number below 999.
    let state = 7;
    const ollamaId = (): string => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return `chatcmpl-${state % 999}`;
    };
    const one = (id: string, trace: string, from: number) =>
      chat(id, { trace, at: [from, from + 90], model: 'llama3.2', provider: 'ollama', response: ollamaId() });
    const runs = await app.account();
    for (let run = 0; run < 10; run += 1) {
      await send(runs, otel(...seq(40, (n) => one(`c${n}`, `run${run}`, n * 100))));
    }
    const many = await app.account();
    for (let at = 0; at < 500; at += 50) {
      await send(many, otel(...seq(50, (n) => one(`p${at + n}`, `m${at + n}`, at + n < 300 ? 0 : 50))));
    }
    await watchOf(app.services).late.flush();
    await runJobs(app);
    for (const [account, count] of [
      [runs, 400],
      [many, 500],
    ] as const) {
      const { number } = (await app.services.accounts.get(account.id))!;
      const records = [...(stored.get(number)?.values() ?? [])];
      expect(records.filter(({ kind }) => kind === 'call')).toHaveLength(count);
    }
  },
);
