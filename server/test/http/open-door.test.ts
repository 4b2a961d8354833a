// The open door: clients of other back ends only change the address and the key, and everything they send is
// stored.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { encodeTree } from '#test/oracles/otlp-oracle';
import { exportOf, inference, plain, type SampleSpan } from '#test/support/sample-spans';
import { sampleRecords } from '#test/support/sample-records';

const MIB = 1_048_576;

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await makeTestApp();
  account = await app.account();
  await account.call('PUT', '/v1/account/consents/plaintext-storage');
});
afterAll(() => app.stop());

const send = (spans: readonly SampleSpan[], to = account, headers: Record<string, string> = {}) =>
  to.call('POST', '/otel/v1/traces', exportOf(spans), headers);
const callOf = async ({ traceId, spanId }: SampleSpan, of = account) =>
  (await of.call('GET', `/v1/query/calls/${traceId}-${spanId}`)).json().call;

const withProject = (spans: readonly SampleSpan[], name: string) => {
  const body = exportOf(spans);
  body.resourceSpans[0]!.resource.attributes.push({
    key: 'openinference.project.name',
    value: { stringValue: name },
  });
  return body;
};

describe('POST /otel/v1/traces', () => {
  it('200: any provider is stored under its usual name', async () => {
    const spans = ['cohere', 'X_AI', 'Acme AI', undefined].map((provider) =>
      plain({
        'gen_ai.operation.name': 'chat',
        ...(provider === undefined ? {} : { 'gen_ai.provider.name': provider }),
        'gen_ai.request.model': provider === undefined ? 'qwen-max' : 'some-model',
        'gen_ai.usage.input_tokens': 10,
      }),
    );
    const reply = await send(spans);
    expect([reply.statusCode, reply.body]).toEqual([200, '{}']);
    const providers = await Promise.all(spans.map(async (span) => (await callOf(span)).provider));
    expect(providers).toEqual(['cohere', 'xai', 'acme ai', 'alibaba']);
    const filtered = await account.call('POST', '/v1/query/calls', { provider: 'acme ai' });
    expect(filtered.json().records).toHaveLength(1);
  });

  it('200: the same spans are rejected at the strict door, and the answer says why', async () => {
    const reply = await account.call(
      'POST',
      '/v1/traces',
      exportOf([inference({ 'gen_ai.provider.name': 'cohere', 'gen_ai.request.model': 'command-r' })]),
    );
    expect(reply.json().partialSuccess).toMatchObject({ rejectedSpans: '1' });
  });

  it('200: a Langfuse generation is a call with its tokens, cost, tags, prompt and content', async () => {
    const span = plain({
      'langfuse.observation.type': 'generation',
      'langfuse.observation.model.name': 'gpt-4o-mini',
      'langfuse.observation.usage_details': JSON.stringify({
        input: 160,
        output: 17,
        total: 1201,
        input_cached_tokens: 1024,
      }),
      'langfuse.observation.cost_details': JSON.stringify({ input: 0.25, output: 0.5 }),
      'langfuse.observation.input': JSON.stringify([{ role: 'user', content: 'Hello' }]),
      'langfuse.observation.output': 'Hi',
      'langfuse.observation.prompt.name': 'greeting',
      'langfuse.observation.prompt.version': 3,
      'langfuse.trace.tags': '["beta"]',
      'langfuse.trace.metadata.team': 'red',
      'langfuse.environment': 'staging',
      'user.id': 'u1',
      'session.id': 's1',
    });
    await send([span]);
    expect(await callOf(span)).toMatchObject({
      provider: 'openai',
      model: 'gpt-4o-mini',
      promptTokens: 1184,
      completionTokens: 17,
      totalTokens: 1201,
      costUsd: 0.75,
      sessionId: 's1',
      tags: { 'tag:beta': 'true', team: 'red', 'deployment.environment': 'staging' },
      requestMeta: {
        cachedTokens: 1024,
        userId: 'u1',
        promptName: 'greeting',
        promptVersion: '3',
        input: [{ role: 'user', content: 'Hello' }],
        output: 'Hi',
      },
    });
  });

  it('200: an OpenInference LLM span is a call, and its chain is not', async () => {
    const llm = plain({
      'openinference.span.kind': 'LLM',
      'llm.model_name': 'gpt-4o-mini',
      'llm.system': 'openai',
      'llm.token_count.prompt': 30,
      'llm.token_count.completion': 4,
      'tag.tags': '["beta"]',
      metadata: '{"team":"red","nested":{"a":1}}',
    });
    const chain = plain({ 'openinference.span.kind': 'CHAIN', 'llm.model_name': 'gpt-4o-mini' });
    await send([llm, chain]);
    expect(await callOf(llm)).toMatchObject({
      provider: 'openai',
      promptTokens: 30,
      completionTokens: 4,
      tags: { 'tag:beta': 'true', team: 'red' },
    });
    expect(await callOf(chain)).toBeUndefined();
  });

  it('200: a failed Langfuse generation has its message and no cost', async () => {
    const span = plain({
      'langfuse.observation.type': 'generation',
      'langfuse.observation.model.name': 'gpt-4o-mini',
      'langfuse.observation.level': 'ERROR',
      'langfuse.observation.status_message': '429 rate limit',
      'langfuse.observation.cost_details': '{"input":0,"output":0,"total":0}',
    });
    await send([span]);
    expect(await callOf(span)).toMatchObject({ error: '429 rate limit', costUsd: 0, totalTokens: 0 });
  });

  it('413 over 72 MiB, sent or inflated; 200 below', { timeout: 60_000 }, async () => {
    const pad = (bytes: number) => exportOf([plain({ pad: 'a'.repeat(bytes) })]);
    const json = { 'content-type': 'application/json' };
    const send = (body: Buffer, more = {}) =>
      account.call('POST', '/otel/v1/traces', body, { ...json, ...more });
    const large = Buffer.from(JSON.stringify(pad(72 * MIB)));
    const sent = await send(large);
    expect([sent.statusCode, sent.json().error]).toEqual([413, 'The body is larger than 72 MiB.']);
    const zipped = await send(gzipSync(large), { 'content-encoding': 'gzip' });
    expect([zipped.statusCode, zipped.json().reason]).toEqual([413, 'body_too_large']);
    const fits = Buffer.from(JSON.stringify(pad(70 * MIB)));
    expect((await send(fits)).statusCode).toBe(200);
    expect((await send(gzipSync(fits), { 'content-encoding': 'gzip' })).statusCode).toBe(200);
  });

  it('200: protobuf, and the path that LangSmith for Python posts to', async () => {
    const span = inference({ 'gen_ai.provider.name': 'cohere', 'gen_ai.request.model': 'command-r' });
    const body = Buffer.from(encodeTree(exportOf([span])));
    const reply = await account.call('POST', '/otel', body, { 'content-type': 'application/x-protobuf' });
    expect([reply.statusCode, reply.rawPayload.length]).toEqual([200, 0]);
    expect((await callOf(span)).provider).toBe('cohere');
  });

  it('200: the key in every form that other clients use; 401 with a wrong one', async () => {
    const { apiKey } = account;
    const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
    const forms: Record<string, string>[] = [
      basic(`pk-lf-1:${apiKey}`),
      basic(`${account.projectId}:${apiKey}`),
      { authorization: apiKey },
      { 'x-api-key': apiKey },
      { api_key: apiKey },
      { 'helicone-auth': `Bearer ${apiKey}` },
    ];
    const statuses = await Promise.all(
      forms.map(
        async (headers) => (await app.call('POST', '/otel/v1/traces', exportOf([]), headers)).statusCode,
      ),
    );
    expect(statuses).toEqual(forms.map(() => 200));
    const wrong = await app.call('POST', '/otel/v1/traces', exportOf([]), basic('pk-lf-1:sk-lf-2'));
    expect(wrong.statusCode).toBe(401);
    // The strict door accepts only Bearer.
    const strict = await app.call('POST', '/v1/traces', exportOf([]), { 'x-api-key': apiKey });
    expect([strict.statusCode, strict.json().reason]).toEqual([401, 'missing_credential']);
  });
});

describe('a project that the client names', () => {
  const projectNames = async (of: TestAccount): Promise<string[]> =>
    (await of.call('GET', '/v1/projects')).json().projects.map(({ name }: { name: string }) => name);
  const post = (body: unknown, to: { call: TestAccount['call'] }, headers = {}) =>
    to.call('POST', '/otel/v1/traces', body, headers);

  it('200: is created on first use, once, with its audit entry', async () => {
    const own = await app.account();
    const spans = [1, 2, 3, 4].map(() => inference());
    await Promise.all(spans.map((span) => post(withProject([span], 'Checkout'), own)));
    expect(await projectNames(own)).toEqual(['Default', 'Checkout']);
    const { projects } = (await own.call('GET', '/v1/projects')).json();
    const inside = { 'x-project-id': projects[1].id };
    const found = await own.call('POST', '/v1/query/calls', {}, inside);
    expect(found.json().records).toHaveLength(4);
    const audit = (await own.call('GET', '/v1/audit')).json();
    expect(
      audit.entries.filter((entry: { action: string }) => entry.action === 'project.create'),
    ).toHaveLength(1);
  });

  it('200: `default` is the default project', async () => {
    const own = await app.account();
    await post(withProject([inference()], 'default'), own);
    expect(await projectNames(own)).toEqual(['Default']);
  });

  it('200: two projects in one request are kept apart', async () => {
    const own = await app.account();
    const [red, blue] = [withProject([inference()], 'red'), withProject([inference()], 'blue')];
    await post({ resourceSpans: [...red.resourceSpans, ...blue.resourceSpans] }, own);
    const { projects } = (await own.call('GET', '/v1/projects')).json();
    for (const { id } of projects.slice(1)) {
      const found = await own.call('POST', '/v1/query/calls', {}, { 'x-project-id': id });
      expect(found.json().records).toHaveLength(1);
    }
    expect(projects).toHaveLength(3);
  });

  it('200: a key that is bound to a project stays in it, and the name becomes a tag', async () => {
    const own = await app.account();
    const bound = await own.key(['write:records'], { projectId: own.projectId });
    const span = inference();
    await post(withProject([span], 'elsewhere'), bound);
    expect(await projectNames(own)).toEqual(['Default']);
    expect((await callOf(span, own)).tags).toMatchObject({ project: 'elsewhere' });
  });
});

describe('PATCH /v1/account/settings', () => {
  it('200: with `any`, the strict door accepts other providers, for traces and for records', async () => {
    const own = await app.account();
    const [record] = sampleRecords(1);
    const foreign = { ...record, id: 'foreign', provider: 'Acme', model: 'acme-1' };
    const before = await own.call('POST', '/v1/ingest', { records: [foreign] });
    expect(before.json().rejected[0].code).toBe('unknown_provider');
    const reply = await own.call('PATCH', '/v1/account/settings', { acceptProviders: 'any' });
    expect([reply.statusCode, reply.json()]).toEqual([200, { acceptProviders: 'any' }]);
    expect((await own.call('GET', '/v1/account')).json().settings).toEqual({ acceptProviders: 'any' });
    const after = await own.call('POST', '/v1/ingest', { records: [foreign] });
    expect(after.json()).toEqual({ accepted: 1, rejected: [] });
    expect((await own.call('GET', '/v1/query/calls/foreign')).json().call.provider).toBe('acme');
    const span = inference({ 'gen_ai.provider.name': 'cohere', 'gen_ai.request.model': 'command-r' });
    expect((await own.call('POST', '/v1/traces', exportOf([span]))).body).toBe('{}');
    // Spans without `gen_ai.*` stay observations there.
    const llm = plain({ 'openinference.span.kind': 'LLM', 'llm.model_name': 'gpt-4o-mini' });
    await own.call('POST', '/v1/traces', exportOf([llm]));
    expect(await callOf(llm, own)).toBeUndefined();
    const audit = (await own.call('GET', '/v1/audit')).json();
    expect(audit.entries[0]).toMatchObject({
      action: 'account.update_settings',
      metadata: { acceptProviders: 'any' },
    });
  });

  it('403 for a member without the role, 400 for another value', async () => {
    const own = await app.account();
    const member = await own.member('member');
    const reply = await member.call('PATCH', '/v1/account/settings', { acceptProviders: 'any' });
    expect(reply.statusCode).toBe(403);
    const wrong = await own.call('PATCH', '/v1/account/settings', { acceptProviders: 'five' });
    expect([wrong.statusCode, wrong.json().reason]).toEqual([400, 'invalid_request']);
  });
});
