// Replays captured requests of published clients: each becomes the calls that the model served.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { capturedRequests } from '#test/support/compat-fixtures';

/** Shortly after the captures, so that they are within the retention of an account. */
const SENT_AT = Date.parse('2026-11-17T00:00:00Z');

let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp({ clock: new FakeClock(SENT_AT) });
});
afterAll(() => app.stop());

async function replay(client: string): Promise<TestAccount> {
  const account = await app.account({ plan: 'pro' });
  await account.call('PUT', '/v1/account/consents/plaintext-storage');
  for (const { method, path, headers, body } of capturedRequests(client)) {
    const { 'content-length': _length, 'transfer-encoding': _chunked, connection: _kept, ...kept } = headers;
    const sent = Object.fromEntries(
      Object.entries(kept).map(([key, value]) => [key, value.replace('<key>', account.apiKey)]),
    );
    const reply = await app.call(method, path, body.length === 0 ? undefined : body, sent);
    expect([path, reply.statusCode < 300 || reply.body]).toEqual([path, true]);
  }
  return account;
}

interface Call {
  id: string;
  provider: string;
  model: string;
  traceId: string;
  promptTokens: number;
  completionTokens: number;
  error: string | null;
  tags: Record<string, string>;
  requestMeta: Record<string, unknown>;
}

interface TraceNode {
  kind: string;
  name: string;
  type: string;
  children: TraceNode[];
}

interface Served {
  provider?: string;
  prompt: number;
  completion: number;
  cached?: number;
  written?: number;
  reasoning?: number;
  isError?: boolean;
}

const CACHED: Served = { prompt: 1184, completion: 17, cached: 1024 };

/** By model. The agent calls its model twice. */
const SERVED: Readonly<Record<string, readonly Served[]>> = {
  'gpt-4o-mini': [CACHED],
  'gpt-4o': [CACHED],
  'gpt-5-mini': [{ ...CACHED, completion: 145, reasoning: 128 }],
  'gpt-4-turbo': [CACHED],
  'gpt-4.1-nano': [{ prompt: 0, completion: 0, isError: true }],
  'qwen-max': [{ ...CACHED, provider: 'alibaba' }],
  'gpt-4.1': [{ ...CACHED, completion: 22 }, CACHED],
};
const CLAUDE: Served = {
  prompt: 1422,
  completion: 19,
  cached: 1024,
  written: 256,
  provider: 'anthropic',
};
const { 'gpt-4-turbo': _tried, ...OF_LANGCHAIN } = SERVED;

const ROOTS = ['support', 'weather-agent'];

describe.for([
  ['langsmith', { ...SERVED, 'claude-sonnet-4-5': [CLAUDE] }],
  ['langsmith-multipart', { ...SERVED, 'claude-sonnet-4-5': [CLAUDE] }],
  ['langsmith-python', SERVED],
  ['langsmith-python-multipart', SERVED],
  ['langsmith-python-zstd', SERVED],
  ['langchain', OF_LANGCHAIN],
] as [string, Record<string, readonly Served[]>][])('%s', ([client, served]) => {
  let account: TestAccount;
  let calls: Call[];
  beforeAll(async () => {
    account = await replay(client);
    calls = (await account.call('POST', '/v1/query/calls', { limit: 100, sortOrder: 'asc' })).json().records;
  });

  it('every call exists once, with its tokens, user, session and labels', () => {
    const found = Object.groupBy(calls, ({ model }) => model);
    expect(Object.keys(found).toSorted()).toEqual(Object.keys(served).toSorted());
    for (const [model, expected] of Object.entries(served)) {
      const got = (found[model] ?? []).toSorted((a, b) => b.completionTokens - a.completionTokens);
      expect(
        got.map(({ provider, promptTokens, completionTokens, requestMeta, error }) => ({
          provider,
          prompt: promptTokens,
          completion: completionTokens,
          cached: requestMeta.cachedTokens ?? 0,
          written: requestMeta.cacheWriteTokens ?? 0,
          reasoning: requestMeta.reasoningTokens ?? 0,
          isError: error !== null,
        })),
      ).toEqual(
        expected.map(
          ({
            provider = 'openai',
            prompt,
            completion,
            cached = 0,
            written = 0,
            reasoning = 0,
            isError = false,
          }) => ({
            provider,
            prompt,
            completion,
            cached,
            written,
            reasoning,
            isError,
          }),
        ),
      );
    }
    for (const call of calls) {
      expect(call).toMatchObject({
        sessionId: 'session-7',
        tags: { plan: 'pro' },
        requestMeta: { userId: 'user-7' },
      });
      expect(
        Object.keys(call.tags).filter((tag) => /ls_|LANGSMITH|version|seq:|^model$|^stream$/i.test(tag)),
      ).toEqual([]);
    }
  });

  const stored = async ({ id }: Call) => (await account.call('GET', `/v1/query/calls/${id}`)).json().call;

  it('the content is in messages', async () => {
    for (const call of calls) {
      const { requestMeta, toolCalls } = await stored(call);
      expect(JSON.stringify(requestMeta.input)).toMatch(
        /"role":"user","content":.{0,40}(capital of France|weather in Paris)/,
      );
      expect(JSON.stringify(requestMeta)).not.toContain('"lc":1');
      const answer = call.error === null ? JSON.stringify([requestMeta.output, toolCalls]) : 'Paris';
      expect(answer).toContain('Paris');
    }
  });

  it('a tool call has its arguments, and an error is its message without the stack', async () => {
    const asks = calls.filter(({ completionTokens }) => completionTokens === 22);
    expect(asks).toHaveLength(1);
    for (const call of asks)
      expect((await stored(call)).toolCalls).toMatchObject([
        { name: 'get_weather', arguments: { city: 'Paris' } },
      ]);
    const failed = calls.filter(({ error }) => error !== null);
    expect(failed).toHaveLength(1);
    for (const call of failed) {
      const { error } = await stored(call);
      expect(error).toContain('rejects this request');
      expect(error).not.toMatch(/\n\s+at |Traceback/);
    }
  });

  it('the steps are in the trace, with their types', async () => {
    const names = new Map<string, string>();
    for (const traceId of new Set(calls.map((call) => call.traceId))) {
      const walk = (node: TraceNode): void => {
        if (node.kind === 'observation') names.set(node.name, node.type);
        for (const child of node.children) walk(child);
      };
      for (const node of (await account.call('GET', `/v1/query/trace/${traceId}`)).json().nodes) walk(node);
    }
    expect(names.get('get_weather')).toBe('tool');
    for (const name of ROOTS) expect([name, names.get(name)]).toEqual([name, 'chain']);
  });

  it('nothing was rejected, and the project is the one that the client names', async () => {
    const { totals } = (await account.call('GET', '/v1/ingest/diagnostics')).json();
    expect(totals).toMatchObject({ rejected: 0, refused: 0 });
    const { projects } = (await account.call('GET', '/v1/projects')).json();
    expect(projects.map(({ name }: { name: string }) => name)).toContain('support');
  });
});

it('litellm-langsmith: the calls have their cost and cached tokens', async () => {
  const account = await replay('litellm-langsmith');
  const { records } = (await account.call('POST', '/v1/query/calls', { limit: 100 })).json();
  expect(records.length).toBeGreaterThan(0);
  const plain = records.find(({ model }: { model: string }) => model.includes('gpt-4o-mini'));
  expect(plain).toMatchObject({
    provider: 'openai',
    promptTokens: 1184,
    completionTokens: 17,
    requestMeta: { cachedTokens: 1024 },
  });
});

describe.for(['langsmith-otel', 'langsmith-otel-python'])('%s, as OpenTelemetry spans', (client) => {
  it('has the calls with cached and reasoning tokens, user, session and tags, and no call for a template', async () => {
    const account = await replay(client);
    const { records } = (await account.call('POST', '/v1/query/calls', { limit: 100 })).json();
    const calls: Record<string, unknown> = {};
    for (const { model, provider, promptTokens, completionTokens, error, requestMeta } of records as Call[]) {
      const { cachedTokens = 0, reasoningTokens = 0 } = requestMeta;
      calls[model] = [
        provider,
        promptTokens,
        completionTokens,
        cachedTokens,
        reasoningTokens,
        error !== null,
      ];
    }
    expect(calls).toEqual({
      'gpt-4o-mini': ['openai', 1184, 17, 1024, 0, false],
      'gpt-5-mini': ['openai', 1184, 145, 1024, 128, false],
      'qwen-max': ['alibaba', 1184, 17, 1024, 0, false],
      'gpt-4.1-nano': ['openai', 0, 0, 0, 0, true],
    });
    for (const call of records) {
      expect(call).toMatchObject({
        sessionId: 'session-7',
        tags: { plan: 'pro' },
        requestMeta: { userId: 'user-7' },
      });
      expect(Object.keys(call.tags).filter((tag) => /ls_|LANGSMITH|version|usage/i.test(tag))).toEqual([]);
    }
    const { nodes } = (await account.call('GET', `/v1/query/trace/${records[0].traceId}`)).json();
    expect(nodes).toMatchObject([{ kind: 'observation', type: 'chain', name: 'support' }]);
    const steps = (nodes[0] as TraceNode).children.filter(({ kind }) => kind === 'observation');
    expect(steps.map(({ name, type }) => [name, type])).toEqual([
      ['make-prompt', 'function'],
      ['get_weather', 'tool'],
    ]);
    const { totals } = (await account.call('GET', '/v1/ingest/diagnostics')).json();
    expect(totals).toMatchObject({ rejected: 0, refused: 0 });
    const { projects } = (await account.call('GET', '/v1/projects')).json();
    expect(projects.map(({ name }: { name: string }) => name)).toContain('support');
  });
});
