// Budgets and policies as resources, and the input of a check.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestAccount } from '#test/support/app';
import { ask, makeGateApp, setBudget, setPolicy, type GateApp } from '#test/support/gate-app';

let gate: GateApp;
let account: TestAccount;
beforeAll(async () => {
  gate = await makeGateApp();
});
afterAll(() => gate.app.stop());
beforeEach(async () => {
  gate.clock.advance(1_000);
  account = await gate.app.account();
});

const LONG = 'x'.repeat(201);
const BUDGET = { name: 'All', limitUsd: 20, period: 'month' };
const POLICY = { name: 'Rule', effect: 'deny' };

describe('budgets', () => {
  it('201, 200, 204: created, read, changed and deleted, each with its audit entry', async () => {
    const made = await account.call('POST', '/v1/gate/budgets', {
      name: 'Zürich 🚀',
      limitUsd: 12.5,
      period: 'week',
      scope: { provider: 'openai', model: 'gpt-4*', tags: { env: 'prod' }, projectId: account.projectId },
      action: 'warn',
      failMode: 'closed',
    });
    expect(made.statusCode).toBe(201);
    const { id } = made.json();
    expect(made.json()).toMatchObject({
      id: expect.stringMatching(/^bud_/),
      name: 'Zürich 🚀',
      limitUsd: 12.5,
      period: 'week',
      scope: { provider: 'openai', model: 'gpt-4*', tags: { env: 'prod' }, projectId: account.projectId },
      action: 'warn',
      failMode: 'closed',
      spentUsd: 0,
      heldUsd: 0,
      remainingUsd: 12.5,
      periodStart: '2026-06-15T00:00:00.000Z',
      periodEnd: '2026-06-22T00:00:00.000Z',
    });
    expect((await account.call('GET', `/v1/gate/budgets/${id}`)).json()).toEqual(made.json());
    const changed = await account.call('PATCH', `/v1/gate/budgets/${id}`, { limitUsd: 0.000001, scope: {} });
    expect(changed.json()).toMatchObject({
      limitUsd: 0.000001,
      scope: { provider: null, model: null, tags: null, projectId: null },
      action: 'warn',
    });
    expect((await account.call('PATCH', `/v1/gate/budgets/${id}`, {})).json()).toEqual(changed.json());
    const gone = await account.call('DELETE', `/v1/gate/budgets/${id}`);
    expect([gone.statusCode, gone.body]).toEqual([204, '']);
    expect((await account.call('GET', `/v1/gate/budgets/${id}`)).statusCode).toBe(404);
    const { entries } = (await account.call('GET', '/v1/audit')).json();
    expect(entries.slice(0, 3).map((entry: { action: string }) => entry.action)).toEqual([
      'gate_budget.delete',
      'gate_budget.update',
      'gate_budget.create',
    ]);
    expect((await account.call('GET', '/v1/audit/verify')).json().valid).toBe(true);
  });

  it('200: defaults', async () => {
    const made = (await account.call('POST', '/v1/gate/budgets', BUDGET)).json();
    expect(made).toMatchObject({
      action: 'deny',
      failMode: 'open',
      scope: { provider: null, model: null, tags: null, projectId: null },
    });
  });

  it.each([
    [{}],
    [{ ...BUDGET, name: '' }],
    [{ ...BUDGET, name: 'x'.repeat(101) }],
    [{ ...BUDGET, name: '\u0000' }],
    [{ ...BUDGET, limitUsd: -1 }],
    [{ ...BUDGET, limitUsd: 1e9 + 1 }],
    [{ ...BUDGET, limitUsd: 1e308 }],
    [{ ...BUDGET, limitUsd: 0.0000001 }],
    [{ ...BUDGET, limitUsd: '5' }],
    [{ ...BUDGET, limitUsd: null }],
    [{ ...BUDGET, period: 'year' }],
    [{ ...BUDGET, action: 'shout' }],
    [{ ...BUDGET, failMode: 'ajar' }],
    [{ ...BUDGET, extra: 1 }],
    [{ ...BUDGET, scope: { model: LONG } }],
    [{ ...BUDGET, scope: { model: '' } }],
    [{ ...BUDGET, scope: { model: 'a\nb' } }],
    [{ ...BUDGET, scope: { provider: '' } }],
    [{ ...BUDGET, scope: { tags: { '': 'x' } } }],
    [{ ...BUDGET, scope: { tags: { a: 1 } } }],
    [{ ...BUDGET, scope: { tags: { a: 'x'.repeat(257) } } }],
    [
      {
        ...BUDGET,
        scope: { tags: Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`t${at}`, ''])) },
      },
    ],
    [{ ...BUDGET, scope: { projectId: 'prj_00000000000000000000' } }],
    [{ ...BUDGET, scope: { other: 1 } }],
    [[]],
  ])('400: %j', async (body) => {
    const reply = await account.call('POST', '/v1/gate/budgets', body);
    expect([reply.statusCode, typeof reply.json().reason]).toEqual([400, 'string']);
    expect((await account.call('GET', '/v1/gate/budgets')).json().budgets).toEqual([]);
  });

  it('400: numbers and names that JSON allows', async () => {
    const send = (payload: string) =>
      account.call('POST', '/v1/gate/budgets', payload, { 'content-type': 'application/json' });
    for (const payload of [
      '{"name": "x", "limitUsd": 1e999, "period": "day"}',
      '{"name": "x", "limitUsd": NaN, "period": "day"}',
      '{"name": "x", "limitUsd": 1, "period": "day", "scope": {"tags": {"__proto__": "x"}}}',
    ])
      expect([payload, (await send(payload)).statusCode]).toEqual([payload, 400]);
  });

  it('409 limit_reached: the 51st, also with concurrent requests', async () => {
    for (let at = 0; at < 48; at += 1) await setBudget(account, { name: `b${at}` });
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => account.call('POST', '/v1/gate/budgets', BUDGET)),
    );
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([201, 201, 409, 409]);
    const first = (await account.call('GET', '/v1/gate/budgets?limit=30')).json();
    const rest = (await account.call('GET', `/v1/gate/budgets?limit=30&cursor=${first.nextCursor}`)).json();
    expect([first.budgets.length, rest.budgets.length, rest.nextCursor]).toEqual([30, 20, null]);
  });

  it('a limit of 0 refuses everything', async () => {
    const id = await setBudget(account, { limitUsd: 0 });
    for (const body of [{}, { estimatedCostUsd: 0 }, { estimatedCostUsd: 0, holdSeconds: 5 }])
      expect(await ask(account, body)).toMatchObject({ decision: 'deny', reasons: [{ budgetId: id }] });
  });
});

describe('policies', () => {
  it('201, 200, 204: created, read, changed and deleted, each with its audit entry', async () => {
    const full = {
      name: 'Keine Löschung 🗑',
      enabled: true,
      priority: 7,
      match: { providers: ['openai'], models: ['gpt-*', 'o?'], tools: ['delete_*'], tags: { env: 'prod' } },
      effect: 'require_approval',
      maxCostUsd: 0.5,
      maxTokens: 1_000,
      failMode: 'closed',
      approvalMinutes: 30,
    };
    const made = await account.call('POST', '/v1/gate/policies', full);
    expect([made.statusCode, made.json()]).toEqual([
      201,
      {
        ...full,
        id: expect.stringMatching(/^pol_/),
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    const { id } = made.json();
    expect((await account.call('GET', `/v1/gate/policies/${id}`)).json()).toEqual(made.json());
    const changes = { maxCostUsd: null, maxTokens: null, approvalMinutes: null, match: {}, enabled: false };
    const changed = await account.call('PATCH', `/v1/gate/policies/${id}`, changes);
    expect(changed.json()).toMatchObject({
      ...changes,
      match: { providers: null, models: null, tools: null, tags: null },
      effect: 'require_approval',
    });
    expect((await account.call('PATCH', `/v1/gate/policies/${id}`, { enabled: false })).statusCode).toBe(200);
    expect((await account.call('DELETE', `/v1/gate/policies/${id}`)).statusCode).toBe(204);
    expect((await account.call('DELETE', `/v1/gate/policies/${id}`)).statusCode).toBe(404);
    const { entries } = (await account.call('GET', '/v1/audit')).json();
    expect(entries.slice(0, 3).map((entry: { action: string }) => entry.action)).toEqual([
      'gate_policy.delete',
      'gate_policy.update',
      'gate_policy.create',
    ]);
  });

  it.each([
    [{}],
    [{ ...POLICY, name: '  ' }],
    [{ ...POLICY, effect: 'warn' }],
    [{ ...POLICY, priority: -1 }],
    [{ ...POLICY, priority: 1.5 }],
    [{ ...POLICY, priority: 1e9 }],
    [{ ...POLICY, enabled: 'yes' }],
    [{ ...POLICY, maxCostUsd: -0.1 }],
    [{ ...POLICY, maxCostUsd: 1e-9 }],
    [{ ...POLICY, maxTokens: 1.5 }],
    [{ ...POLICY, maxTokens: 1e15 }],
    [{ ...POLICY, approvalMinutes: 0 }],
    [{ ...POLICY, approvalMinutes: 1_441 }],
    [{ ...POLICY, match: { models: [LONG] } }],
    [{ ...POLICY, match: { models: Array(21).fill('*') } }],
    [{ ...POLICY, match: { tools: [1] } }],
    [{ ...POLICY, match: { providers: 'openai' } }],
    [{ ...POLICY, match: { tags: [] } }],
    [{ ...POLICY, match: { regex: '.*' } }],
  ])('400: %j', async (body) => {
    const reply = await account.call('POST', '/v1/gate/policies', body);
    expect([reply.statusCode, typeof reply.json().reason]).toEqual([400, 'string']);
  });

  it('409 limit_reached: the 101st', async () => {
    await account.call('POST', '/v1/gate/policies', POLICY);
    const row = await gate.app.services.metadata.reader
      .selectFrom('gate_policies')
      .selectAll()
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow();
    await gate.app.services.metadata.transaction((db) =>
      db
        .insertInto('gate_policies')
        .values(
          Array.from({ length: 98 }, (_, at) => ({ ...row, id: `pol_${String(at).padStart(21, '0')}` })),
        )
        .execute(),
    );
    const replies = [
      await account.call('POST', '/v1/gate/policies', POLICY),
      await account.call('POST', '/v1/gate/policies', POLICY),
    ];
    expect(replies.map((reply) => reply.statusCode)).toEqual([201, 409]);
    expect(replies[1]?.json().reason).toBe('limit_reached');
    const first = (await account.call('GET', '/v1/gate/policies?limit=60')).json();
    const rest = (await account.call('GET', `/v1/gate/policies?limit=60&cursor=${first.nextCursor}`)).json();
    expect([first.policies.length, rest.policies.length, rest.nextCursor]).toEqual([60, 40, null]);
  });

  it('a change applies from the next check on', async () => {
    expect((await ask(account)).decision).toBe('allow');
    const id = await setPolicy(account);
    expect(await ask(account)).toMatchObject({ decision: 'deny', reasons: [{ policyId: id }] });
    await account.call('PATCH', `/v1/gate/policies/${id}`, { enabled: false });
    expect((await ask(account)).decision).toBe('allow');
    await account.call('PATCH', `/v1/gate/policies/${id}`, { enabled: true, match: { tools: ['rm*'] } });
    expect([(await ask(account)).decision, (await ask(account, { tool: 'RM -rf' })).decision]).toEqual([
      'allow',
      'deny',
    ]);
    gate.clock.advance(1_000);
    await setPolicy(account, { effect: 'allow', priority: 1, match: { tools: ['rm -i'] } });
    expect((await ask(account, { tool: 'rm -i' })).decision).toBe('allow');
    await account.call('DELETE', `/v1/gate/policies/${id}`);
    expect((await ask(account, { tool: 'rm -rf' })).decision).toBe('allow');
  });
});

describe('access', () => {
  it('403: writing without the scope or the role; a read key and every role can read', async () => {
    const [budget, policy] = [await setBudget(account), await setPolicy(account)];
    const reader = await account.key(['read']);
    const sender = await account.key(['write:records']);
    const viewer = await account.member('viewer');
    const member = await account.member('member');
    for (const who of [reader, sender, viewer, member])
      for (const [method, url, body] of [
        ['POST', '/v1/gate/budgets', BUDGET],
        ['PATCH', `/v1/gate/budgets/${budget}`, { limitUsd: 1 }],
        ['DELETE', `/v1/gate/budgets/${budget}`, undefined],
        ['POST', '/v1/gate/policies', POLICY],
        ['PATCH', `/v1/gate/policies/${policy}`, { enabled: false }],
        ['DELETE', `/v1/gate/policies/${policy}`, undefined],
      ] as const)
        expect((await who.call(method, url, body)).statusCode).toBe(403);
    for (const who of [reader, viewer, member]) {
      expect((await ask(who)).decision).toBe('deny');
      expect((await who.call('GET', '/v1/gate/budgets')).json().budgets.length).toBe(1);
    }
    expect((await sender.call('POST', '/v1/gate/check', {})).statusCode).toBe(403);
    const writer = await account.key(['write']);
    expect((await writer.call('PATCH', `/v1/gate/budgets/${budget}`, { limitUsd: 1 })).statusCode).toBe(200);
    expect((await gate.app.call('POST', '/v1/gate/check', {})).statusCode).toBe(401);
  });

  it('404: foreign, unknown and malformed ids', async () => {
    const other = await gate.app.account();
    const [budget, policy] = [await setBudget(other), await setPolicy(other)];
    for (const [url, body] of [
      [`/v1/gate/budgets/${budget}`, { limitUsd: 1 }],
      [`/v1/gate/policies/${policy}`, { enabled: false }],
      ['/v1/gate/budgets/bud_000000000000000000000', { limitUsd: 1 }],
      ['/v1/gate/budgets/1', { limitUsd: 1 }],
      ['/v1/gate/policies/bud_000000000000000000000', { enabled: false }],
    ] as const)
      for (const method of ['GET', 'PATCH', 'DELETE'])
        expect([
          method,
          url,
          (await account.call(method, url, method === 'PATCH' ? body : undefined)).statusCode,
        ]).toEqual([method, url, 404]);
    expect((await ask(account)).budgets).toEqual([]);
    expect((await ask(other)).decision).toBe('deny');
  });

  it('a key of a project checks for that project', async () => {
    const project = (await account.call('POST', '/v1/projects', { name: 'Other' })).json().id;
    await setBudget(account, { name: 'Default', scope: { projectId: account.projectId } });
    await setBudget(account, { name: 'Other', scope: { projectId: project } });
    await setBudget(account, { name: 'All' });
    const bound = await account.key(['read'], { projectId: project });
    const names = async (who: Pick<TestAccount, 'call'>) =>
      (await ask(who)).budgets.map(({ name }) => name).toSorted();
    expect([await names(account), await names(bound)]).toEqual([
      ['All', 'Default'],
      ['All', 'Other'],
    ]);
    await account.call('DELETE', `/v1/projects/${project}`);
    expect(await names(account)).toEqual(['All', 'Default']);
    expect((await account.call('GET', '/v1/gate/budgets')).json().budgets.length).toBe(3);
  });
});

describe('a check', () => {
  it('200: an empty check, and one with every field', async () => {
    expect((await account.call('POST', '/v1/gate/check')).json()).toEqual({
      decision: 'allow',
      reasons: [],
      budgets: [],
      approvalId: null,
      gateCheckId: expect.stringMatching(/^gck_[0-9A-Za-z]{21}$/),
      hold: null,
    });
    const nulls = [
      'provider',
      'model',
      'tool',
      'estimatedTokens',
      'estimatedCostUsd',
      'tags',
      'traceId',
      'sessionId',
      'holdSeconds',
      'approvalId',
    ];
    expect((await ask(account, Object.fromEntries(nulls.map((name) => [name, null])))).decision).toBe(
      'allow',
    );
    const most = {
      provider: 'p'.repeat(64),
      model: '🚀'.repeat(128),
      tool: 't'.repeat(256),
      estimatedTokens: 1e12,
      estimatedCostUsd: 1e9,
      tags: Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`constructor${at}`, 'x'.repeat(256)])),
      traceId: 'x'.repeat(256),
      sessionId: '\ud800',
      holdSeconds: 3_600,
      approvalId: 'x'.repeat(64),
    };
    expect((await ask(account, most)).decision).toBe('allow');
    await setBudget(account, { action: 'require_approval' });
    expect((await ask(account, most)).decision).toBe('require_approval');
  });

  it.each([
    [{ estimatedCostUsd: -1 }],
    [{ estimatedCostUsd: 1e10 }],
    [{ estimatedCostUsd: '1' }],
    [{ estimatedTokens: -1 }],
    [{ estimatedTokens: 0.5 }],
    [{ estimatedTokens: 1e300 }],
    [{ holdSeconds: 0 }],
    [{ holdSeconds: 3_601 }],
    [{ holdSeconds: 1.5 }],
    [{ provider: '' }],
    [{ provider: 7 }],
    [{ model: 'x'.repeat(257) }],
    [{ tool: {} }],
    [{ tags: [] }],
    [{ tags: { a: null } }],
    [{ tags: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`t${at}`, ''])) }],
    [{ traceId: 'x'.repeat(257) }],
    [{ approvalId: 'x'.repeat(65) }],
    [{ more: 1 }],
    [[]],
  ])('400: %j', async (body) => {
    const reply = await account.call('POST', '/v1/gate/check', body);
    expect([reply.statusCode, typeof reply.json().reason]).toEqual([400, 'string']);
  });

  it('200: not limited like reads', async () => {
    await setBudget(account);
    const reader = await account.key(['read']);
    const answers = await Promise.all(Array.from({ length: 700 }, () => ask(reader)));
    expect(new Set(answers.map(({ gateCheckId }) => gateCheckId)).size).toBe(700);
    expect((await reader.call('GET', '/v1/gate/budgets')).statusCode).toBe(200);
  });
});
