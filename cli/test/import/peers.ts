// Small histories in the interfaces of other back ends, as their documentation describes them.
import { langsmithExtras, opikExtras, phoenixExtras } from './peer-extras.ts';
import { PeerReplyError, peerServer, type PeerServer } from './peer-server.ts';

export const HOUR_MS = 3_600_000;
const START = Date.now() - 24 * HOUR_MS * 5;
const at = (seconds: number): string => new Date(START + seconds * 1_000).toISOString();

const unauthorized = () => new PeerReplyError({ status: 401, body: { message: 'no key' } });

/** Observations by cursor, two to a page, with a limit on requests once. */
export function langfuseServer(): Promise<PeerServer> {
  const observation = (index: number) => ({
    id: `obs-${index}`,
    traceId: `lf-trace-${Math.floor(index / 2)}`,
    parentObservationId: index % 2 === 1 ? `obs-${index - 1}` : null,
    type: index % 2 === 1 ? 'GENERATION' : 'SPAN',
    name: index % 2 === 1 ? 'answer' : 'agent',
    startTime: at(index),
    endTime: at(index + 1),
    userId: 'ann',
    sessionId: 'chat-1',
    traceName: 'support',
    tags: ['beta'],
    level: 'DEFAULT',
    environment: 'production',
    ...(index % 2 === 1
      ? {
          providedModelName: 'gpt-4o-mini',
          modelParameters: '{"temperature":0.2}',
          input: '[{"role":"user","content":"Where is my parcel?"}]',
          output: '{"role":"assistant","content":"At the depot."}',
          usageDetails: { input: 100, output: 20, total: 120 },
          costDetails: { input: 0.25, output: 0.25, total: 0.5 },
          totalCost: 0.5,
          promptName: 'greeting',
          promptVersion: 2,
        }
      : { input: 'Where?', output: 'There.' }),
  });
  const scores = [
    {
      id: 'score-1',
      name: 'helpful',
      dataType: 'BOOLEAN',
      value: true,
      source: 'ANNOTATION',
      timestamp: at(30),
      comment: 'good',
      subject: { kind: 'observation', id: 'obs-1', traceId: 'lf-trace-0' },
    },
    {
      id: 'score-2',
      name: 'tone',
      dataType: 'CATEGORICAL',
      value: 'calm',
      source: 'API',
      timestamp: at(31),
      subject: { kind: 'trace', id: 'lf-trace-1' },
    },
  ];
  const prompts: Record<number, object> = {
    1: {
      name: 'greeting',
      version: 1,
      type: 'text',
      prompt: 'Hi {{name}}.',
      config: {},
      labels: [],
      tags: ['a'],
      commitMessage: 'first',
    },
    2: {
      name: 'greeting',
      version: 2,
      type: 'text',
      prompt: 'Hello {{name}}.',
      config: { temperature: 0 },
      labels: ['production', 'latest'],
      tags: ['a'],
    },
  };
  let limited = false;
  return peerServer({
    'GET /api/public/v2/observations': ({ query, headers }) => {
      const key = Buffer.from('pk-lf-1:sk-lf-1').toString('base64');
      if (headers['authorization'] !== `Basic ${key}`) throw unauthorized();
      const cursor = Number(query.get('cursor') ?? '0');
      if (cursor === 2 && !limited) {
        limited = true;
        throw new PeerReplyError({ status: 429, headers: { 'retry-after': '1' } });
      }
      const limit = Math.min(2, Number(query.get('limit')));
      const data = [0, 1, 2, 3, 4, 5].slice(cursor, cursor + limit).map(observation);
      return { data, meta: cursor + limit < 6 ? { cursor: String(cursor + limit) } : {} };
    },
    'GET /api/public/v3/scores': ({ query }) =>
      query.get('cursor') === null
        ? { data: scores.slice(0, 1), meta: { limit: 100, cursor: 'next' } }
        : { data: scores.slice(1), meta: { limit: 100 } },
    'GET /api/public/v2/prompts': () => ({
      data: [{ name: 'greeting', type: 'text', versions: [2, 1], labels: ['production'], tags: ['a'] }],
      meta: { page: 1, limit: 50, totalItems: 1, totalPages: 1 },
    }),
    'GET /api/public/v2/prompts/(.+)': ({ query }) => prompts[Number(query.get('version'))],
    'GET /api/public/v2/datasets': () => ({
      data: [{ id: 'd1', name: 'parcels', description: 'Questions', metadata: { owner: 'ann' } }],
      meta: { totalPages: 1 },
    }),
    'GET /api/public/dataset-items': ({ query }) => ({
      data: ['item-1', 'item-2'].map((id) => ({
        id: `lf-${id}`,
        datasetName: query.get('datasetName'),
        status: 'ACTIVE',
        input: { question: id },
        expectedOutput: 'At the depot.',
      })),
      meta: { totalPages: 1 },
    }),
  });
}

/** Bodies are at signed addresses. */
export async function heliconeServer(): Promise<PeerServer> {
  const urls = { self: '' };
  const row = (index: number) => ({
    request_id: `00000000-0000-4000-8000-00000000000${index}`,
    request_created_at: at(index * 10),
    response_created_at: at(index * 10 + 2),
    delay_ms: 1_500,
    response_status: 200,
    provider: 'ANTHROPIC',
    request_model: 'claude-sonnet-4-5',
    response_model: 'claude-sonnet-4-5',
    prompt_tokens: 1_000,
    completion_tokens: 100,
    total_tokens: 1_100,
    cost: 0.25,
    request_user_id: 'ann',
    request_properties: { 'Helicone-Session-Id': 'session-h', Plan: 'gold' },
    scores: index === 0 ? { accuracy: { value: 90, valueType: 'number' } } : null,
    feedback_rating: index === 1 ? true : null,
    signed_body_url: `${urls.self}/bodies/${index}`,
  });
  const server = await peerServer({
    'POST /v1/request/query-clickhouse': ({ headers, body }) => {
      if (headers['authorization'] !== 'Bearer sk-helicone-1') throw unauthorized();
      const { left } = body['filter'] as {
        left: { request_response_rmt: { request_created_at: { gte: string } } };
      };
      const since = Date.parse(left.request_response_rmt.request_created_at.gte);
      const rows = [0, 1, 2].map(row).filter((each) => Date.parse(each.request_created_at) >= since);
      return { data: rows.slice(Number(body['offset'])), error: null };
    },
    'GET /bodies/(.)': ({ path: [index] }) => ({
      request: { model: 'claude-sonnet-4-5', messages: [{ role: 'user', content: 'Where?' }] },
      response: {
        // Every answer of a model has its own id: two calls of a trace with the same one count once.
        id: `msg_${index}`,
        model: 'claude-sonnet-4-5',
        content: [{ type: 'text', text: 'At the depot.' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 1_000, output_tokens: 100 },
      },
    }),
  });
  urls.self = server.url;
  return server;
}

export function langsmithServer(): Promise<PeerServer> {
  const id = (index: number) => `10000000-0000-4000-8000-00000000000${index}`;
  const run = (index: number) => ({
    id: id(index),
    trace_id: id(0),
    parent_run_id: index === 0 ? null : id(0),
    dotted_order: `20261116T19000071800${index}Z${id(index)}`,
    name: index === 0 ? 'agent' : 'ChatOpenAI',
    run_type: index === 0 ? 'chain' : 'llm',
    start_time: at(100 + index).replace('Z', ''),
    end_time: at(101 + index).replace('Z', ''),
    inputs: { messages: [{ role: 'user', content: 'Where?' }] },
    outputs: { content: 'At the depot.' },
    extra: { metadata: { ls_provider: 'openai', ls_model_name: 'gpt-4o-mini', thread_id: 'thread-1' } },
    prompt_tokens: index === 0 ? 200 : 100,
    completion_tokens: index === 0 ? 20 : 10,
    total_tokens: index === 0 ? 220 : 110,
    total_cost: index === 0 ? 1.5 : 0.75,
    feedback_stats: index === 1 ? { correctness: { n: 1 } } : {},
  });
  return peerServer({
    ...langsmithExtras,
    'GET /api/v1/sessions': ({ headers }) => {
      if (headers['x-api-key'] !== 'ls-key') throw unauthorized();
      return [{ id: 'p1', name: 'support' }];
    },
    'POST /api/v1/runs/query': ({ body }) =>
      body['cursor'] === undefined
        ? { runs: [run(0), run(1)], cursors: { next: 'more' } }
        : { runs: [run(2)], cursors: { next: null } },
    'GET /api/v1/feedback': ({ query }) => [
      {
        id: '20000000-0000-4000-8000-000000000001',
        run_id: query.get('run'),
        key: 'correctness',
        score: 1,
        comment: 'right',
        feedback_source: { type: 'app' },
      },
    ],
  });
}

const value = (text: string) => ({ string_value: text });

/** OTLP in snake case, as Phoenix answers. */
export function phoenixServer(): Promise<PeerServer> {
  const span = (index: number) => ({
    trace_id: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    span_id: `bbbbbbbbbbbbbbb${index}`,
    ...(index === 0 ? {} : { parent_span_id: 'bbbbbbbbbbbbbbb0' }),
    name: index === 0 ? 'agent' : 'llm',
    start_time_unix_nano: String((START + 200_000 + index) * 1_000_000),
    end_time_unix_nano: String((START + 201_000 + index) * 1_000_000),
    status: { code: 1 },
    attributes: [
      { key: 'openinference.span.kind', value: value(index === 0 ? 'CHAIN' : 'LLM') },
      ...(index === 0
        ? []
        : [
            { key: 'llm.model_name', value: value('gpt-4o-mini') },
            { key: 'llm.provider', value: value('openai') },
            { key: 'llm.token_count.prompt', value: { int_value: '50' } },
            { key: 'llm.token_count.completion', value: { int_value: '5' } },
            { key: 'llm.cost.total', value: { double_value: 0.125 } },
          ]),
    ],
  });
  return peerServer({
    ...phoenixExtras,
    'GET /v1/projects/(.+)/spans/otlpv1': ({ query, path }) => {
      if (path[0] !== 'support desk') throw new PeerReplyError({ status: 404 });
      return query.get('cursor') === null
        ? { data: [span(0), span(1)], next_cursor: 'c2' }
        : { data: [span(2)], next_cursor: null };
    },
    'GET /v1/projects/(.+)/span_annotations': ({ query }) => ({
      data: query.getAll('span_ids').includes('bbbbbbbbbbbbbbb1')
        ? [
            {
              id: 'x',
              span_id: 'bbbbbbbbbbbbbbb1',
              name: 'correct',
              annotator_kind: 'HUMAN',
              result: { score: 1, label: 'yes' },
            },
          ]
        : [],
      next_cursor: null,
    }),
  });
}

export function opikServer(): Promise<PeerServer> {
  const traceId = '01900000-0000-7000-8000-000000000001';
  return peerServer({
    ...opikExtras,
    'GET /v1/private/traces': ({ headers }) => {
      if (headers['authorization'] !== 'opik-key') throw unauthorized();
      return {
        page: 1,
        size: 1,
        total: 1,
        content: [
          {
            id: traceId,
            name: 'agent',
            start_time: at(300),
            end_time: at(303),
            thread_id: 'thread-o',
            tags: ['beta'],
            input: { q: 'Where?' },
            output: { a: 'There.' },
            feedback_scores: [{ name: 'overall', value: 0.5, source: 'sdk' }],
          },
        ],
      };
    },
    'GET /v1/private/spans': () => ({
      content: [
        {
          id: '01900000-0000-7000-8000-000000000002',
          trace_id: traceId,
          type: 'llm',
          name: 'chat',
          model: 'gpt-4o-mini',
          provider: 'openai',
          start_time: at(301),
          end_time: at(302),
          input: { messages: [{ role: 'user', content: 'Where?' }] },
          output: { content: 'There.' },
          usage: {
            prompt_tokens: 60,
            completion_tokens: 6,
            total_tokens: 66,
            'original_usage.prompt_tokens': 60,
          },
          total_estimated_cost: 0.375,
          feedback_scores: [{ name: 'tone', value: 1, source: 'ui', reason: 'calm' }],
        },
      ],
    }),
  });
}
