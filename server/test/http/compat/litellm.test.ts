import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestApp, OPERATOR_TOKEN, type TestAccount, type TestApp } from '#test/support/app';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await makeTestApp();
  account = await app.account();
  await account.call('PUT', '/v1/account/consents/plaintext-storage');
});
afterAll(() => app.stop());

let made = 0;
const payload = (changes: object = {}) => {
  made += 1;
  const now = Date.now() / 1_000;
  return {
    id: `chatcmpl-${made}`,
    trace_id: `trace-${made}`,
    call_type: 'acompletion',
    status: 'success',
    response_cost: 0.5,
    custom_llm_provider: 'groq',
    model: 'llama-3.3-70b-versatile',
    prompt_tokens: 10,
    completion_tokens: 5,
    total_tokens: 15,
    startTime: now - 2,
    endTime: now - 1,
    messages: [{ role: 'user', content: 'Hello' }],
    response: { choices: [{ message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }] },
    ...changes,
  };
};
const send = (body: unknown, headers = {}, to: Pick<TestAccount, 'call'> = account) =>
  to.call('POST', '/v1/ingest/litellm', body, { 'user-agent': 'litellm/1.80.0', ...headers });
const callOf = async ({ trace_id: trace, id }: { trace_id: string; id: string }) =>
  (await account.call('GET', `/v1/query/calls/${trace}-${id}`)).json().call;

describe('POST /v1/ingest/litellm', () => {
  it('200: a batch, a single payload, and one payload per line', async () => {
    const sent = Array.from({ length: 6 }, () => payload());
    const [a, b, c, d, e, f] = sent;
    expect((await send([a, b])).json()).toEqual({ accepted: 2, rejected: [] });
    expect((await send(c)).json()).toEqual({ accepted: 1, rejected: [] });
    const lines = [d, e].map((one) => JSON.stringify(one)).join('\n');
    // LiteLLM sends lines with the media type of JSON.
    const json = { 'content-type': 'application/json' };
    expect((await send(Buffer.from(lines), json)).json()).toEqual({ accepted: 2, rejected: [] });
    const ndjson = { 'content-type': 'application/x-ndjson' };
    expect((await send(Buffer.from(JSON.stringify(f)), ndjson)).json()).toEqual({
      accepted: 1,
      rejected: [],
    });
    const calls = await Promise.all(sent.map(callOf));
    expect(calls.map(({ costUsd, totalTokens }) => [costUsd, totalTokens])).toEqual(
      sent.map(() => [0.5, 15]),
    );
    expect(calls[0]).toMatchObject({
      provider: 'meta',
      requestMeta: { gateway: 'groq', output: [{ role: 'assistant', content: 'Hi' }] },
    });
  });

  it('200: a batch that is sent again is counted once', async () => {
    const own = await app.account();
    const batch = [payload(), payload()];
    await send(batch, {}, own);
    expect((await send(batch, {}, own)).json()).toEqual({ accepted: 2, rejected: [] });
    const known = await app.services.accounts.get(own.id);
    expect(await app.services.records.usage(known?.number ?? 0)).toBe(2);
  });

  it('200: a bad payload does not affect the others, and diagnostics show it', async () => {
    const own = await app.account();
    const old = payload({ startTime: 1_000_000_000, endTime: 1_000_000_001 });
    const bad = `{"__proto__": {"id": 1}}`;
    const body = `[${JSON.stringify(payload())},null,${bad},${JSON.stringify({ ...payload(), startTime: 'x' })},${JSON.stringify(old)}]`;
    const reply = await send(Buffer.from(body), { 'content-type': 'application/json' }, own);
    expect([reply.statusCode, reply.json().accepted]).toEqual([200, 1]);
    expect(
      reply.json().rejected.map(({ reason, count }: { reason: string; count: number }) => [reason, count]),
    ).toEqual([
      ['not_an_object', 1],
      ['forbidden_key', 1],
      ['invalid_start_time', 1],
      ['timestamp_too_old', 1],
    ]);
    const { sources } = (await own.call('GET', '/v1/ingest/diagnostics')).json();
    expect(sources).toMatchObject([
      { endpoint: 'litellm', client: 'litellm/1.80.0', accepted: 1, rejected: 4 },
    ]);
  });

  it('400 for a body that is neither JSON nor JSON lines, 401 without a key, 415 for another type', async () => {
    const json = { 'content-type': 'application/json' };
    const reply = await send(Buffer.from('no json\nat all'), json);
    expect([reply.statusCode, reply.json().reason]).toEqual([400, 'invalid_json']);
    const without = await app.call('POST', '/v1/ingest/litellm', [payload()]);
    expect(without.statusCode).toBe(401);
    expect((await send(Buffer.from('x'), { 'content-type': 'text/plain' })).statusCode).toBe(415);
  });

  it('429: the quota is used up, reported once', async () => {
    const own = await app.account();
    const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    await app.call('PATCH', `/operator/accounts/${own.id}`, { recordQuota: 1 }, operator);
    const reply = await send([payload(), payload()], {}, own);
    expect([reply.statusCode, reply.json().reason]).toEqual([429, 'quota_exceeded']);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    const { sources } = (await own.call('GET', '/v1/ingest/diagnostics')).json();
    expect(sources).toMatchObject([{ endpoint: 'litellm', requests: 1, rejected: 2, refused: 0 }]);
  });
});
