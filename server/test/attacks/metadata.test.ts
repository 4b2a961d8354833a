// People put questions, names and emails into the metadata of other clients. They did not choose the word
// "tag", so without consent such texts may be stored nowhere.
import { randomUUID } from 'node:crypto';
import { describe, expect, inject, it } from 'vitest';
import { openTestApp, type TestAccount } from '#test/support/app';
import { testEngine } from '#test/support/lazy-records';
import { leftToSqlite } from '#test/support/records-engine';
import { exportOf, inference, plain } from '#test/support/sample-spans';

const said = (door: string) => `My name is Kanarina ${door} and I am ill`;
const metadata = (door: string) => ({
  question: said(door),
  document: `Kanarina${door}`.padEnd(200, 'x'),
  plan: 'pro',
  retries: 3,
});
const LABELS = { plan: 'pro', retries: '3' };
const iso = (beforeMs: number) => new Date(Date.now() - beforeMs).toISOString();

async function langfuse(account: TestAccount): Promise<void> {
  const [traceId, id] = [randomUUID(), randomUUID()];
  const event = (type: string, body: object) => ({ id: randomUUID(), type, timestamp: iso(0), body });
  const times = { startTime: iso(900), endTime: iso(500) };
  const reply = await account.call('POST', '/api/public/ingestion', {
    batch: [
      event('trace-create', { id: traceId, name: 'chat', metadata: metadata('langfuse') }),
      event('generation-create', { id, traceId, model: 'gpt-4o-mini', output: 'Hi', ...times }),
      event('span-create', { id: randomUUID(), traceId, name: 'step', output: 'x', ...times }),
    ],
  });
  expect(reply.statusCode).toBe(207);
}

async function langsmith(account: TestAccount): Promise<void> {
  const run = (run_type: string) => {
    const id = randomUUID();
    return {
      id,
      trace_id: id,
      name: 'ChatOpenAI',
      run_type,
      start_time: iso(900),
      end_time: iso(500),
      inputs: { model: 'gpt-4o-mini' },
      outputs: { model: 'gpt-4o-mini', usage_metadata: { input_tokens: 10, output_tokens: 1 } },
      extra: { metadata: { ls_provider: 'openai', ls_model_name: 'gpt-4o-mini', ...metadata('langsmith') } },
    };
  };
  const reply = await account.call('POST', '/runs/batch', { post: [run('llm'), run('chain')], patch: [] });
  expect(reply.statusCode).toBe(202);
}

async function litellm(account: TestAccount): Promise<void> {
  const now = Date.now() / 1_000;
  const reply = await account.call('POST', '/v1/ingest/litellm', {
    id: randomUUID(),
    trace_id: randomUUID(),
    call_type: 'acompletion',
    status: 'success',
    response_cost: 0.5,
    custom_llm_provider: 'openai',
    model: 'gpt-4o-mini',
    startTime: now - 2,
    endTime: now - 1,
    metadata: { requester_metadata: metadata('litellm') },
  });
  expect(reply.json()).toEqual({ accepted: 1, rejected: [] });
}

async function helicone(account: TestAccount): Promise<void> {
  const { question, document, plan, retries } = metadata('helicone');
  const meta = {
    'Helicone-Property-question': question,
    'Helicone-Property-document': document,
    'Helicone-Property-plan': plan,
  };
  const reply = await account.call(
    'POST',
    '/custom/v1/log',
    {
      providerRequest: { url: 'custom', json: { model: 'gpt-4o-mini', messages: [] }, meta },
      providerResponse: { status: 200, headers: {}, json: { usage: { prompt_tokens: 10 } } },
    },
    { 'helicone-property-retries': String(retries) },
  );
  expect(reply.statusCode).toBe(200);
}

/** The AI SDK, OpenLLMetry, Mastra, OpenRouter, Laminar and OpenInference. */
async function spans(account: TestAccount): Promise<void> {
  const prefixes = [
    'ai.telemetry.metadata.',
    'traceloop.association.properties.',
    'mastra.metadata.',
    'trace.metadata.',
    'lmnr.association.properties.metadata.',
    'langfuse.trace.metadata.',
    'langsmith.metadata.',
  ];
  const attributes = prefixes.map((prefix) =>
    Object.fromEntries(Object.entries(metadata('otlp')).map(([key, value]) => [prefix + key, value])),
  );
  attributes.push({ metadata: JSON.stringify(metadata('otlp')) });
  const sent = attributes.flatMap((each) => [inference(each), plain(each)]);
  expect((await account.call('POST', '/otel/v1/traces', exportOf(sent))).json()).toEqual({});
}

const DOORS = { langfuse, langsmith, litellm, helicone, spans };

async function rowsOf(account: TestAccount): Promise<string> {
  await account.call('POST', '/v1/query/calls', {});
  const engine = await testEngine();
  const found: string[] = [];
  for (const table of ['calls', 'observations'])
    for (const { row } of await engine.query<{ row: string }>(
      `SELECT toString(tuple(*)) AS row FROM ${table}`,
    ))
      found.push(row);
  return found.join('\n');
}

describe.skipIf(leftToSqlite(inject('engine')))('metadata of other clients', () => {
  it.each(Object.entries(DOORS))(
    '%s: labels are tags; without consent the rest is nowhere',
    async (_, send) => {
      const app = await openTestApp();
      const account = await app.account();
      await send(account);
      const calls = await account.call('POST', '/v1/query/calls', {});
      expect(calls.json().records.length).toBeGreaterThan(0);
      for (const { tags, traceId } of calls.json().records) {
        expect(tags).toMatchObject(LABELS);
        const trace = await account.call('GET', `/v1/query/trace/${traceId}`);
        expect(trace.body).not.toContain('Kanarina');
      }
      expect(calls.body).not.toContain('Kanarina');
      expect(await rowsOf(account)).not.toContain('Kanarina');
    },
  );

  it.each(Object.entries(DOORS))('%s: with consent the rest is sealed, and read back', async (_, send) => {
    const app = await openTestApp();
    const account = await app.account();
    await account.call('PUT', '/v1/account/consents/plaintext-storage');
    await send(account);
    const { records } = (await account.call('POST', '/v1/query/calls', {})).json();
    for (const { id, tags } of records) {
      expect(tags).toMatchObject(LABELS);
      expect(Object.values(tags).join(' ')).not.toContain('Kanarina');
      const { call } = (await account.call('GET', `/v1/query/calls/${id}`)).json();
      expect(JSON.stringify(call.requestMeta.attributes)).toContain('My name is Kanarina');
    }
    const hits = await account.call('POST', '/v1/query/calls', { search: 'Kanarina' });
    expect(hits.json().records).toHaveLength(records.length);
    expect(await rowsOf(account)).not.toContain('Kanarina');
  });
});
