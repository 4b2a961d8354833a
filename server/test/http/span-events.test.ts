// Events that are sent as log records belong to the span that they name: its messages, its error, its scores. It does
// not matter which comes first.
import { describe, expect, inject, it } from 'vitest';
import { openTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { testEngine } from '#test/support/lazy-records';
import { leftToSqlite } from '#test/support/records-engine';
import { exportOf, inference, plain, type SampleSpan } from '#test/support/sample-spans';

const SLOW_MS = 900_000;

type Value = Record<string, unknown>;
type Fields = Record<string, unknown>;

const text = (stringValue: string): Value => ({ stringValue });

/** Any JSON as an attribute. */
function valueOf(json: unknown): Value {
  if (typeof json === 'string') return text(json);
  if (typeof json === 'number') return { doubleValue: json };
  if (Array.isArray(json)) return { arrayValue: { values: json.map(valueOf) } };
  return { kvlistValue: { values: listed(json as Fields) } };
}

const listed = (fields: Fields) =>
  Object.entries(fields).map(([key, value]) => ({ key, value: valueOf(value) }));

interface Event {
  name: string;
  attributes?: Fields;
  body?: unknown;
}

const EVENT_AT = Date.now();

const logOf = ({ traceId, spanId }: SampleSpan, { name, attributes = {}, body }: Event, at: number) => ({
  timeUnixNano: `${at}000000`,
  eventName: name,
  traceId,
  spanId,
  attributes: listed(attributes),
  ...(body === undefined ? {} : { body: valueOf(body) }),
});

const logsOf = (span: SampleSpan, events: readonly Event[]) => ({
  resourceLogs: [
    {
      resource: {},
      scopeLogs: [
        { scope: { name: 'test' }, logRecords: events.map((event, at) => logOf(span, event, EVENT_AT + at)) },
      ],
    },
  ],
});

async function open({ content = true } = {}) {
  await testEngine();
  const clock = new FakeClock(Date.now());
  const app = await openTestApp({ clock });
  const account = await app.account();
  if (content) await account.call('PUT', '/v1/account/consents/plaintext-storage');
  return { app, account, clock };
}

type World = Awaited<ReturnType<typeof open>>;

async function sendEvents(
  account: TestAccount,
  span: SampleSpan,
  events: readonly Event[],
): Promise<unknown> {
  const reply = await account.call('POST', '/otel/v1/logs', logsOf(span, events));
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

async function sendSpans(account: TestAccount, spans: readonly SampleSpan[], path = '/otel/v1/traces') {
  const reply = await account.call('POST', path, exportOf(spans));
  expect(reply.json()).toEqual({});
}

const ORDERS = ['events first', 'span first', 'both, then the events again'] as const;
type Order = (typeof ORDERS)[number];

async function sendBoth(
  { app, account, clock }: World,
  span: SampleSpan,
  events: readonly Event[],
  order: Order,
): Promise<void> {
  if (order !== 'events first') await sendSpans(account, [span]);
  await sendEvents(account, span, events);
  if (order === 'events first') await sendSpans(account, [span]);
  await addEvents(app, clock);
  if (order === 'both, then the events again') {
    await sendEvents(account, span, events);
    await addEvents(app, clock);
  }
}

async function addEvents(app: TestApp, clock: FakeClock): Promise<void> {
  clock.advance(60_000);
  await app.worker.runNow('span-events');
}

interface Call {
  error: string | null;
  errorDetails: Fields | null;
  toolCalls: unknown;
  requestMeta: Fields;
  piiRedacted: boolean;
  redactionMetadata: Fields | null;
}

async function callOf(account: TestAccount, { traceId, spanId }: SampleSpan): Promise<Call> {
  const reply = await account.call('GET', `/v1/query/calls/${traceId}-${spanId}`);
  expect(reply.statusCode).toBe(200);
  return reply.json<{ call: Call }>().call;
}

const ASKED = [{ role: 'user', parts: [{ type: 'text', content: 'What is the weather in Bern?' }] }];
const SAID = [
  {
    role: 'assistant',
    parts: [{ type: 'tool_call', id: 'c1', name: 'get_weather', arguments: { city: 'Bern' } }],
  },
];
const DETAILS: Event = {
  name: 'gen_ai.client.inference.operation.details',
  attributes: {
    'gen_ai.operation.name': 'chat',
    'gen_ai.input.messages': ASKED,
    'gen_ai.output.messages': JSON.stringify(SAID),
    'gen_ai.system_instructions': [{ type: 'text', content: 'Be brief.' }],
  },
};
const MESSAGES: Event[] = [
  { name: 'gen_ai.user.message', attributes: { 'gen_ai.system': 'openai' }, body: { content: 'Hello' } },
  { name: 'gen_ai.assistant.message', body: { content: 'Hello' } },
  { name: 'gen_ai.user.message', body: { content: 'Hello' } },
  {
    name: 'gen_ai.choice',
    body: { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Bye' } },
  },
];
const EXCEPTION: Event = {
  name: 'gen_ai.client.operation.exception',
  attributes: { 'exception.type': 'RateLimitError', 'exception.message': 'Rate limit reached' },
};

describe.skipIf(leftToSqlite(inject('engine')))('log events of a span', { timeout: SLOW_MS }, () => {
  describe.each(ORDERS)('%s', (order) => {
    it('are its messages', async () => {
      const world = await open();
      const span = inference();
      await sendBoth(world, span, [DETAILS], order);
      const call = await callOf(world.account, span);
      expect(call.requestMeta).toMatchObject({
        input: ASKED,
        output: SAID,
        systemInstructions: [{ type: 'text', content: 'Be brief.' }],
      });
      expect(call.toolCalls).toMatchObject([{ id: 'c1', name: 'get_weather', arguments: { city: 'Bern' } }]);
      expect(call.error).toBeNull();
      const found = await world.account.call('POST', '/v1/query/calls', { search: 'weather' });
      expect(found.json<{ records: unknown[] }>().records).toHaveLength(1);
    });

    it('are its messages, one by one, in their order', async () => {
      const world = await open();
      const span = inference();
      await sendBoth(world, span, MESSAGES, order);
      expect((await callOf(world.account, span)).requestMeta).toMatchObject({
        input: [
          { role: 'user', content: 'Hello' },
          { role: 'assistant', content: 'Hello' },
          { role: 'user', content: 'Hello' },
        ],
        output: [{ role: 'assistant', content: 'Bye', finish_reason: 'stop' }],
      });
    });

    it('are its error, which counts once', async () => {
      const world = await open();
      const span = inference();
      await sendBoth(world, span, [EXCEPTION], order);
      expect(await callOf(world.account, span)).toMatchObject({
        error: 'Rate limit reached',
        errorDetails: { type: 'RateLimitError', message: 'Rate limit reached' },
      });
      const rate = await world.account.call('POST', '/v1/query/aggregate', {
        metric: 'error_rate',
        groupBy: 'model',
        startTime: new Date(Date.now() - 3_600_000).toISOString(),
        endTime: new Date(Date.now() + 3_600_000).toISOString(),
      });
      expect(rate.json()).toMatchObject({ total: { value: 1 } });
    });

    it('are redacted, and dropped without consent; an error stays', async () => {
      const secret: Event = {
        name: 'gen_ai.user.message',
        body: { content: 'Write to ann@example.com' },
      };
      const open1 = await open();
      const span = inference();
      await sendBoth(open1, span, [secret], order);
      const call = await callOf(open1.account, span);
      expect(JSON.stringify(call)).not.toContain('ann@example.com');
      expect(call).toMatchObject({ piiRedacted: true, redactionMetadata: { total: 1, kinds: { email: 1 } } });

      const closed = await open({ content: false });
      const other = inference();
      await sendBoth(closed, other, [DETAILS, EXCEPTION], order);
      const bare = await callOf(closed.account, other);
      expect(bare.requestMeta['input']).toBeUndefined();
      expect(bare.error).toBe('Rate limit reached');
    });

    it('are those of a span that is no call, too', async () => {
      const world = await open();
      const agent = plain({ 'gen_ai.operation.name': 'invoke_agent' }, 'invoke_agent support');
      await sendBoth(world, agent, [DETAILS, EXCEPTION], order);
      const reply = await world.account.call('GET', `/v1/query/trace/${agent.traceId}`);
      expect(reply.json()).toMatchObject({
        nodes: [{ error: 'Rate limit reached', attributes: { 'gen_ai.input.messages': ASKED } }],
      });
    });
  });

  it('add to what the span has, and take nothing from it', async () => {
    const world = await open();
    const span = inference({
      'gen_ai.input.messages': JSON.stringify([{ role: 'user', content: 'From the span' }]),
    });
    await sendBoth(world, span, [DETAILS], 'span first');
    expect((await callOf(world.account, span)).requestMeta).toMatchObject({
      input: [{ role: 'user', content: 'From the span' }],
      output: SAID,
    });
    const found = await world.account.call('POST', '/v1/query/calls', { search: 'weather' });
    expect(found.json<{ records: unknown[] }>().records).toHaveLength(0);
  });

  it('wait for a span for hours, and are erased with its trace', async () => {
    const world = await open();
    const { app, account, clock } = world;
    const span = inference({}, Date.now());
    await sendEvents(account, span, [DETAILS]);
    for (let round = 0; round < 4; round += 1) await addEvents(app, clock);
    await sendSpans(account, [span]);
    expect((await callOf(account, span)).requestMeta).toMatchObject({ input: ASKED });
    await addEvents(app, clock);
    const left = await app.services.metadata.reader.selectFrom('span_events').selectAll().execute();
    expect(left).toEqual([]);
  });

  it('that name no span are not stored, and the answer says so', async () => {
    const { account } = await open();
    const reply = await sendEvents(account, { ...inference(), spanId: '' }, [DETAILS]);
    expect(reply).toMatchObject({ partialSuccess: { rejectedLogRecords: '1' } });
  });
});

interface Score {
  id: string;
  name: string;
  dataType: string;
  value: unknown;
  comment: string | null;
  source: string;
  traceId: string | null;
  spanId: string | null;
  sessionId: string | null;
  metadata: Fields | null;
}

describe.skipIf(leftToSqlite(inject('engine')))('scores', { timeout: SLOW_MS }, () => {
  const scoresOf = async (account: TestAccount): Promise<Score[]> =>
    (await account.call('GET', '/v1/scores')).json<{ scores: Score[] }>().scores;

  const RESULTS: [attributes: Fields, expected: Fields][] = [
    [
      {
        'gen_ai.evaluation.name': 'relevance',
        'gen_ai.evaluation.score.value': 0.75,
        'gen_ai.evaluation.score.label': 'pass',
        'gen_ai.evaluation.explanation': 'It answers the question.',
      },
      {
        name: 'relevance',
        dataType: 'numeric',
        value: 0.75,
        comment: 'It answers the question.',
        metadata: { label: 'pass' },
      },
    ],
    [
      { 'gen_ai.evaluation.name': 'tone', 'gen_ai.evaluation.score.label': 'friendly' },
      { name: 'tone', dataType: 'categorical', value: 'friendly', metadata: null },
    ],
  ];

  it.each(RESULTS)(
    'are evaluation results that arrive as logs or as events of a span: %j',
    async (attributes, expected) => {
      const { account } = await open();
      const span = inference();
      const event = { name: 'gen_ai.evaluation.result', attributes };
      await sendEvents(account, span, [event]);
      await sendEvents(account, span, [event]);
      await sendSpans(account, [span]);
      const about = { traceId: span.traceId, spanId: span.spanId };
      expect(await scoresOf(account)).toMatchObject([{ ...expected, ...about }]);

      const other = inference();
      const withEvent = {
        ...other,
        events: [{ name: event.name, timeUnixNano: `${EVENT_AT}000000`, attributes: listed(attributes) }],
      };
      await sendSpans(account, [withEvent]);
      await sendSpans(account, [withEvent]);
      const all = await scoresOf(account);
      expect(all).toHaveLength(2);
      expect(all.find(({ spanId }) => spanId === other.spanId)).toMatchObject(expected);
    },
  );

  it('are annotations and evaluations of OpenInference, of a span, a trace and a session', async () => {
    const { account } = await open();
    const span = plain({
      'openinference.span.kind': 'CHAIN',
      'session.id': 'visitor-1',
      'annotations.0.annotation.name': 'hallucination',
      'annotations.0.annotation.score': 1,
      'annotations.0.annotation.label': 'hallucinated',
      'annotations.0.annotation.explanation': 'Not in the documents.',
      'annotations.0.annotation.annotator_kind': 'LLM',
      'annotations.0.annotation.metadata': '{"rubric":"2"}',
      // The same result in the other words.
      'evaluations.0.evaluation.name': 'hallucination',
      'evaluations.0.evaluation.score': 1,
      'evaluations.0.evaluation.label': 'hallucinated',
      'evaluations.0.evaluation.annotator_kind': 'LLM',
      'trace.annotations.0.annotation.name': 'retrieval_quality',
      'trace.annotations.0.annotation.score': 0.92,
      'trace.annotations.0.annotation.annotator_kind': 'CODE',
      'session.annotations.0.annotation.name': 'coherence',
      'session.annotations.0.annotation.label': 'coherent',
      'session.annotations.0.annotation.annotator_kind': 'HUMAN',
    });
    await sendSpans(account, [span]);
    await sendSpans(account, [span]);
    const scores = (await scoresOf(account)).toSorted((one, other) => (one.name < other.name ? -1 : 1));
    expect(scores).toMatchObject([
      { name: 'coherence', value: 'coherent', source: 'human', sessionId: 'visitor-1', spanId: null },
      {
        name: 'hallucination',
        value: 1,
        source: 'judge',
        spanId: span.spanId,
        metadata: { label: 'hallucinated' },
      },
      { name: 'retrieval_quality', value: 0.92, source: 'rule', traceId: span.traceId, spanId: null },
    ]);
  });

  it('after the fact are those of the span that is linked', async () => {
    const { account } = await open();
    const judged = inference();
    const carrier = {
      ...plain({
        'openinference.span.kind': 'EVALUATOR',
        'evaluations.0.evaluation.name': 'tone',
        'evaluations.0.evaluation.label': 'friendly',
      }),
      links: [{ traceId: judged.traceId, spanId: judged.spanId }],
    };
    await sendSpans(account, [judged, carrier]);
    expect(await scoresOf(account)).toMatchObject([
      { name: 'tone', value: 'friendly', traceId: judged.traceId, spanId: judged.spanId },
    ]);
  });
});
