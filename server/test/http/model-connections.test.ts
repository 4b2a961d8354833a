import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { judgeName, sourceById } from '#services/models';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { startFakeProvider, type DialectName } from '#test/support/fake-provider/index';

const START = Date.UTC(2026, 5, 15, 12);
const clock = new FakeClock(START);
const ALL = '/v1/model-connections';
let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp({
    clock,
    config: { outboundAllow: ['127.0.0.1/32'], judge: null, generator: null },
  });
});
afterAll(() => app.stop());

const UNTESTED = {
  name: 'OpenAI',
  provider: 'openai',
  apiKey: 'sk-secret-of-the-account-4f2a',
  defaultModel: 'gpt-4o-mini',
  test: false,
};

const made = async (account: TestAccount, body: object = {}) => {
  const reply = await account.call('POST', ALL, { ...UNTESTED, ...body });
  expect([reply.statusCode, reply.json().error]).toEqual([201, undefined]);
  return reply.json();
};

describe('model connections', () => {
  it('201, 200, 204: created, read, changed and deleted, each change with its audit entry', async () => {
    const account = await app.account();
    const connection = await made(account, { dayBudgetUsd: 1.5, models: ['gpt-4o-mini', 'gpt-4o'] });
    expect(connection).toEqual({
      id: expect.stringMatching(/^mdc_/),
      name: 'OpenAI',
      provider: 'openai',
      baseUrl: 'https://api.openai.com/v1',
      apiKey: '…4f2a',
      defaultModel: 'gpt-4o-mini',
      embeddingModel: null,
      models: ['gpt-4o-mini', 'gpt-4o'],
      isDefault: true,
      dayBudgetUsd: 1.5,
      monthBudgetUsd: null,
      daySpentUsd: 0,
      monthSpentUsd: 0,
      testedAt: null,
      testFault: null,
      createdAt: '2026-06-15T12:00:00.000Z',
      updatedAt: '2026-06-15T12:00:00.000Z',
    });
    const path = `${ALL}/${connection.id}`;
    expect((await account.call('GET', path)).json()).toEqual(connection);
    expect((await account.call('GET', ALL)).json()).toEqual({
      connections: [connection],
      instanceModel: null,
      instanceEmbeddingModel: null,
    });
    // A form sends back what it was shown.
    const changes = { name: 'Ours', apiKey: '…4f2a', dayBudgetUsd: null, monthBudgetUsd: 20 };
    const changed = await account.call('PATCH', path, changes);
    expect([changed.statusCode, changed.json()]).toEqual([200, { ...connection, ...changes }]);
    expect((await account.call('PATCH', path, changes)).json()).toEqual(changed.json());
    const newKey = await account.call('PATCH', path, { apiKey: 'sk-another-key-99zz', test: false });
    expect(newKey.json().apiKey).toBe('…99zz');
    expect((await account.call('DELETE', path)).statusCode).toBe(204);
    expect((await account.call('GET', path)).statusCode).toBe(404);
    const { entries } = (await account.call('GET', '/v1/audit')).json();
    const actions = entries.map(({ action }: { action: string }) => action).slice(0, 4);
    expect(actions).toEqual([
      'model_connection.delete',
      'model_connection.update',
      'model_connection.update',
      'model_connection.create',
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/sk-/);
  });

  it('the key is sealed at rest', async () => {
    await made(await app.account());
    const rows = await app.services.metadata.reader.selectFrom('model_connections').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('sk-secret');
  });

  it.each([
    [{ provider: 'openai-compatible', apiKey: null }, 'baseUrl', 'invalid_request'],
    [{ baseUrl: 'http://models.example.com/v1' }, 'baseUrl', 'not_https'],
    [{ baseUrl: 'https://10.1.2.3/v1' }, 'baseUrl', 'blocked_address'],
    [{ baseUrl: 'https://169.254.169.254/latest' }, 'baseUrl', 'blocked_address'],
    [{ baseUrl: 'https://user:pw@example.com/v1' }, 'baseUrl', 'credentials_in_url'],
    [{ baseUrl: 'https://example.com/v1?key=1' }, 'baseUrl', 'invalid_request'],
    [{ apiKey: null }, 'apiKey', 'api_key_required'],
    [{ apiKey: '…4f2a' }, 'apiKey', 'masked_value'],
    [{ apiKey: 'sk a' }, 'apiKey', 'invalid_request'],
    [{ models: ['gpt-4o'] }, 'defaultModel', 'model_not_allowed'],
    [{ dayBudgetUsd: 0.001 }, 'dayBudgetUsd', 'invalid_request'],
    [{ monthBudgetUsd: -1 }, 'monthBudgetUsd', 'invalid_request'],
    [{ provider: 'acme' }, 'provider', 'invalid_request'],
    [{ secret: 1 }, 'secret', 'invalid_request'],
  ])('400: %j', async (body, path, reason) => {
    const account = await app.account();
    const reply = await account.call('POST', ALL, { ...UNTESTED, ...body });
    expect([reply.statusCode, reply.json().reason, reply.json().details?.[0]?.path]).toEqual([
      400,
      reason,
      path,
    ]);
  });

  it('409 name_taken; 400 api_key_required for another host; 403 for viewers and members', async () => {
    const account = await app.account();
    const { id } = await made(account);
    await made(account, { name: 'Second' });
    const taken = await account.call('POST', ALL, UNTESTED);
    expect([taken.statusCode, taken.json().reason]).toEqual([409, 'name_taken']);
    const renamed = await account.call('PATCH', `${ALL}/${id}`, { name: 'Second' });
    expect([renamed.statusCode, renamed.json().reason]).toEqual([409, 'name_taken']);
    const moved = await account.call('PATCH', `${ALL}/${id}`, {
      baseUrl: 'https://elsewhere.example.com/v1',
      test: false,
    });
    expect([moved.statusCode, moved.json().reason]).toEqual([400, 'api_key_required']);
    for (const caller of [
      await account.member('viewer'),
      await account.member('member'),
      await account.key(['read']),
    ]) {
      expect((await caller.call('POST', ALL, UNTESTED)).statusCode).toBe(403);
      expect((await caller.call('PATCH', `${ALL}/${id}`, { name: 'x' })).statusCode).toBe(403);
      expect((await caller.call('DELETE', `${ALL}/${id}`)).statusCode).toBe(403);
      expect((await caller.call('GET', ALL)).json().connections[0].apiKey).toBe('…4f2a');
    }
    const stranger = await app.account();
    for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const)
      expect((await stranger.call(method, `${ALL}/${id}`, body)).statusCode).toBe(404);
    expect((await stranger.call('POST', `${ALL}/${id}/test`)).statusCode).toBe(404);
  });

  it('one default per account; the judge uses it instead of the setting of the operator', async () => {
    const account = await app.account();
    const first = await made(account);
    const second = await made(account, { name: 'Second', defaultModel: 'gpt-4o', isDefault: true });
    const { connections } = (await account.call('GET', ALL)).json();
    // Both were created at the same time, so their order is not determined.
    expect(connections).toHaveLength(2);
    expect(connections).toContainEqual({ ...first, isDefault: false });
    expect(connections).toContainEqual(second);
    const ctx = { ...app.services, account: { id: account.id } as never };
    expect(await judgeName(ctx)).toBe('openai/gpt-4o');
    await account.call('PATCH', `${ALL}/${first.id}`, { isDefault: true });
    expect(await judgeName(ctx)).toBe('openai/gpt-4o-mini');
    await account.call('DELETE', `${ALL}/${first.id}`);
    expect(await judgeName(ctx)).toBe(null);
    expect((await account.call('GET', `${ALL}/${second.id}`)).json().isDefault).toBe(false);
  });
});

describe('the test on save', () => {
  it.each(['openai', 'anthropic', 'google', 'mistral', 'openai-compatible'] satisfies DialectName[])(
    '%s: one small request with the key, then saved as tested',
    async (dialect) => {
      const vendor = await startFakeProvider({ dialect, answer: () => 'ok' });
      const { model } = vendor.config();
      const account = await app.account();
      const body = { provider: dialect, baseUrl: vendor.url, apiKey: vendor.key, defaultModel: model };
      const connection = await made(account, { ...body, test: true });
      expect(connection).toMatchObject({ testedAt: '2026-06-15T12:00:00.000Z', testFault: null });
      expect(vendor.requests).toHaveLength(1);
      expect(vendor.requests[0]).toMatchObject({ model, maxOutputTokens: 16 });
      expect((await account.call('POST', `${ALL}/${connection.id}/test`)).json()).toMatchObject({
        ok: true,
        model,
        fault: null,
      });
    },
  );

  it.each<[object, object | 'not_http' | 'reset' | null, string, string]>([
    [{ apiKey: 'sk-wrong' }, null, 'wrong_key', 'apiKey'],
    [{}, { status: 404, message: 'no such model' }, 'unknown_model', 'defaultModel'],
    [{}, { status: 402 }, 'no_credit', 'apiKey'],
    [{}, { status: 429 }, 'rate_limited', 'baseUrl'],
    [{}, { status: 503 }, 'provider_error', 'baseUrl'],
    [{}, { status: 302, location: 'http://127.0.0.1:9/' }, 'malformed_answer', 'baseUrl'],
    [{}, 'not_http', 'malformed_answer', 'baseUrl'],
    [{}, 'reset', 'unreachable', 'baseUrl'],
    [{ baseUrl: 'http://127.0.0.1:18999/v1' }, null, 'unreachable', 'baseUrl'],
    [{ baseUrl: 'https://no-such-host.invalid/v1' }, null, 'unreachable', 'baseUrl'],
  ])('400: %j %j', async (body, fault, reason, path) => {
    const vendor = await startFakeProvider({ answer: () => 'ok' });
    if (fault !== null)
      if (typeof fault === 'string') vendor.fault(fault);
      else vendor.fault('server_error', fault);
    const account = await app.account();
    const reply = await account.call('POST', ALL, {
      ...UNTESTED,
      baseUrl: vendor.url,
      apiKey: vendor.key,
      ...body,
      test: true,
    });
    expect([reply.statusCode, reply.json().reason, reply.json().details[0].path]).toEqual([
      400,
      reason,
      path,
    ]);
    expect(reply.body).not.toContain(vendor.key);
    expect((await account.call('GET', ALL)).json().connections).toEqual([]);
  });

  it('keeps the result of a later test, and allows 5 a minute', async () => {
    const vendor = await startFakeProvider({ answer: () => 'ok' });
    const account = await app.account();
    const { id } = await made(account, { baseUrl: vendor.url, apiKey: vendor.key });
    vendor.fault('server_error', { status: 401, message: `Incorrect key ${vendor.key}` });
    const tested = (await account.call('POST', `${ALL}/${id}/test`)).json();
    expect(tested).toMatchObject({
      ok: false,
      fault: { reason: 'wrong_key', status: 401, detail: 'Incorrect key …', retryAfterSeconds: null },
    });
    expect((await account.call('GET', `${ALL}/${id}`)).json().testFault).toEqual(tested.fault);
    vendor.heal();
    const member = await account.member('member');
    expect((await member.call('POST', `${ALL}/${id}/test`, { model: 'gpt-4o' })).json().ok).toBe(true);
    expect((await account.call('GET', `${ALL}/${id}`)).json().testFault).not.toBe(null);
    await account.call('POST', `${ALL}/${id}/test`);
    expect((await account.call('GET', `${ALL}/${id}`)).json().testFault).toBe(null);
    expect((await account.call('POST', `${ALL}/${id}/test`)).statusCode).toBe(200);
    expect((await account.call('POST', `${ALL}/${id}/test`)).statusCode).toBe(200);
    expect((await account.call('POST', `${ALL}/${id}/test`)).statusCode).toBe(429);
  });
});

describe('the default connection', () => {
  const HELPFUL = {
    name: 'Helpful',
    rubric: 'Does it help?',
    scaleMin: 1,
    scaleMax: 5,
    reasoning: 'Matters.',
  };

  it('is what the judge asks, at the cost of the connection and within its budget', async () => {
    const vendor = await startFakeProvider({ answer: () => ({ criteria: [HELPFUL] }) });
    const account = await app.account();
    await (await account.member('owner')).call('PUT', '/v1/account/consents/ai-helper');
    const propose = () =>
      account.call('POST', '/v1/eval-criteria/propose', { useCaseHint: 'A chat about birds' });
    const without = await propose();
    expect([without.statusCode, without.json().reason]).toEqual([503, 'judge_unavailable']);
    expect(without.json().error).toContain('model connection');
    const { id } = await made(account, { baseUrl: vendor.url, apiKey: vendor.key, dayBudgetUsd: 1 });
    const proposed = await propose();
    expect([proposed.statusCode, proposed.json().criteria.length]).toEqual([200, 1]);
    expect(vendor.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${vendor.key}`);
    const { daySpentUsd } = (await account.call('GET', `${ALL}/${id}`)).json();
    expect(daySpentUsd).toBeGreaterThan(0);
    expect(daySpentUsd).toBeCloseTo(proposed.json().budgetSpentUsd, 9);
    const { spentUsd } = (await account.call('GET', '/v1/account/llm-feature-budget')).json();
    expect(spentUsd).toBe(0);
    await account.call('PATCH', `${ALL}/${id}`, { dayBudgetUsd: 0 });
    const broke = await propose();
    expect([broke.statusCode, broke.json().reason]).toEqual([429, 'budget_exhausted']);
    expect(broke.json().error).toContain('The model connection “OpenAI” may spend 0 USD a day');
    // A budget that cannot be kept is not ignored.
    const unpriced = { defaultModel: 'our-own-model', dayBudgetUsd: 1, test: false };
    await account.call('PATCH', `${ALL}/${id}`, unpriced);
    expect((await propose()).json().error).toContain('No price is known for our-own-model');
  });
});

describe('the budget of a connection', () => {
  const contextOf = (account: TestAccount) => ({
    ...app.services,
    account: { id: account.id, modelPrices: [], modelPricesVersion: '' } as never,
  });

  it('holds before, records after, and parallel requests cannot overspend', async () => {
    const account = await app.account();
    const { id } = await made(account, { dayBudgetUsd: 1, monthBudgetUsd: 1.5 });
    const { purse } = await sourceById(contextOf(account), id, undefined);
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, () => purse.reserve(300_000, 'test', 1_000)),
    );
    const kept = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(kept).toHaveLength(3);
    expect((await account.call('GET', `${ALL}/${id}`)).json().daySpentUsd).toBe(0.9);
    const refused = all.find((each) => each.status === 'rejected');
    expect(refused?.reason).toMatchObject({
      reason: 'budget_exhausted',
      retryAfterSeconds: 43_200,
      message: expect.stringContaining('may spend 1 USD a day: 0 USD are spent, 0.9 USD are held'),
    });
    await Promise.all(kept.map((each) => each.settle(100_000)));
    expect((await account.call('GET', `${ALL}/${id}`)).json()).toMatchObject({
      daySpentUsd: 0.3,
      monthSpentUsd: 0.3,
    });
    // The next day has its own budget, within that of the month.
    clock.advance(DAY_MS);
    await (await purse.reserve(1_000_000, 'test', 1_000)).settle(1_000_000);
    await expect(purse.reserve(1, 'test', 1_000)).rejects.toMatchObject({
      message: expect.stringContaining('a day'),
    });
    clock.advance(DAY_MS);
    await expect(purse.reserve(300_000, 'test', 1_000)).rejects.toMatchObject({
      message: expect.stringContaining('may spend 1.5 USD a month: 1.3 USD are spent'),
    });
    // A raised budget applies to the next request.
    await account.call('PATCH', `${ALL}/${id}`, { monthBudgetUsd: null });
    await (await purse.reserve(300_000, 'test', 1_000)).settle(0);
    clock.set(START);
  });

  it('403 model_not_allowed; a deleted connection is a 404', async () => {
    const account = await app.account();
    const { id } = await made(account, { models: ['gpt-4o-mini'] });
    await expect(sourceById(contextOf(account), id, 'gpt-4o')).rejects.toMatchObject({
      reason: 'model_not_allowed',
    });
    const source = await sourceById(contextOf(account), id, undefined);
    await account.call('DELETE', `${ALL}/${id}`);
    await expect(source.purse.reserve(1, 'test', 1_000)).rejects.toMatchObject({ reason: 'not_found' });
    await expect(sourceById(contextOf(account), id, undefined)).rejects.toMatchObject({
      reason: 'not_found',
    });
  });

  it('an OpenAI-compatible server is priced by its vendor: by gateway, free if it is local', async () => {
    const account = await app.account();
    const of = async (name: string, baseUrl: string, defaultModel: string) => {
      const { id } = await made(account, { name, provider: 'openai-compatible', baseUrl, defaultModel });
      const { priced } = await sourceById(contextOf(account), id, undefined);
      return [priced.provider, priced.gateway];
    };
    expect(await of('Groq', 'https://api.groq.com/openai/v1', 'llama-3.3-70b-versatile')).toEqual([
      'meta',
      'groq',
    ]);
    expect((await of('Ollama', 'http://127.0.0.1:11434/v1', 'llama3.2'))[1]).toBe('local');
  });
});
