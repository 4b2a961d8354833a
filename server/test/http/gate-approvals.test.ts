import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#lib/clock';
import type { Caller, TestAccount } from '#test/support/app';
import { ask, makeGateApp, setBudget, setPolicy, spend, type GateApp } from '#test/support/gate-app';
import { expectToTake } from '#test/support/wall-time';
import { waitersOf } from '../../src/features/runtime-gate/approvals/waiters.ts';

const NOON = Date.UTC(2026, 5, 15, 12);
const STEP = { provider: 'openai', model: 'gpt-4o', tool: 'delete_user', traceId: 'trace-1' };

let gate: GateApp;
let account: TestAccount;
let policy: string;
beforeAll(async () => {
  gate = await makeGateApp();
});
afterAll(() => gate.app.stop());
beforeEach(async () => {
  gate.clock.set(NOON);
  account = await gate.app.account();
  policy = await setPolicy(account, { effect: 'require_approval', match: { tools: ['delete_*'] } });
});

const requested = async (body: object = STEP, who: Caller = account): Promise<string> => {
  const { decision, approvalId } = await ask(who, body);
  if (decision !== 'require_approval' || approvalId === null) throw new Error(`${decision} ${approvalId}`);
  return approvalId;
};
const url = (id: string, verb = '') => `/v1/gate/approvals/${id}${verb}`;
const approve = (id: string, who: Caller = account, body: object = {}) =>
  who.call('POST', url(id, '/approve'), body);
const deny = (id: string, who: Caller = account, body: object = {}) =>
  who.call('POST', url(id, '/deny'), body);
const listed = async (query = '') =>
  (await account.call('GET', `/v1/gate/approvals${query}`)).json().approvals as {
    id: string;
    status: string;
  }[];

describe('asking for approval', () => {
  it('200: an approval with its request; the same request again returns the same approval', async () => {
    const body = {
      ...STEP,
      sessionId: 's 🚀',
      estimatedCostUsd: 0.5,
      estimatedTokens: 100,
      tags: { env: 'prod' },
    };
    const id = await requested(body);
    expect(id).toMatch(/^apr_/);
    expect((await account.call('GET', url(id))).json()).toEqual({
      id,
      status: 'pending',
      reasons: [
        {
          policyId: policy,
          code: 'policy_asks',
          values: { policy: expect.any(String) },
          message: expect.stringContaining('requires approval for this'),
        },
      ],
      provider: 'openai',
      model: 'gpt-4o',
      tool: 'delete_user',
      tags: { env: 'prod' },
      projectId: account.projectId,
      traceId: 'trace-1',
      sessionId: 's 🚀',
      estimatedCostUsd: 0.5,
      estimatedTokens: 100,
      requestedBy: expect.stringMatching(/^key_/),
      createdAt: '2026-06-15T12:00:00.000Z',
      expiresAt: '2026-06-15T13:00:00.000Z',
      decidedAt: null,
      decidedBy: null,
      comment: null,
      usedAt: null,
    });
    const again = await Promise.all(Array.from({ length: 10 }, () => requested(body)));
    expect(new Set(again)).toEqual(new Set([id]));
    for (const other of [
      { traceId: 'trace-2' },
      { sessionId: 's' },
      { model: 'gpt-5' },
      { tool: 'delete_all' },
      { tags: { env: 'test' } },
      { tags: {} },
    ])
      expect(await requested({ ...body, ...other })).not.toBe(id);
    expect((await listed()).length).toBe(7);
    const { entries } = (await account.call('GET', '/v1/audit?action=gate_approval.request')).json();
    expect(entries.length).toBe(7);
    expect(entries.at(-1)).toMatchObject({ targetId: id, metadata: { tool: 'delete_user' } });
  });

  it('200: ten concurrent requests create one', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => requested()));
    expect(new Set(ids).size).toBe(1);
    expect((await listed()).length).toBe(1);
  });

  it('200: a read key may request and read, but not decide', async () => {
    const reader = await account.key(['read']);
    const id = await requested(STEP, reader);
    expect((await reader.call('GET', url(id))).statusCode).toBe(200);
    const refused = await approve(id, reader);
    expect([refused.statusCode, refused.json().reason]).toEqual([403, 'insufficient_scope']);
  });

  it('200: valid as long as the policy says, and no longer', async () => {
    await account.call('PATCH', `/v1/gate/policies/${policy}`, { approvalMinutes: 5 });
    const id = await requested();
    gate.clock.advance(5 * MINUTE_MS - 1);
    expect((await account.call('GET', url(id))).json().status).toBe('pending');
    gate.clock.advance(1);
    expect((await account.call('GET', url(id))).json().status).toBe('expired');
    expect((await listed('?status=expired')).map((each) => each.id)).toEqual([id]);
    expect(await listed('?status=pending')).toEqual([]);
    const next = await requested();
    expect(next).not.toBe(id);
    await gate.app.worker.runNow('gate-sweep');
    expect((await listed()).map(({ status }) => status).toSorted()).toEqual(['expired', 'pending']);
  });

  it('200: listed newest first, by status, in pages', async () => {
    const ids: string[] = [];
    for (const traceId of ['a', 'b', 'c']) {
      gate.clock.advance(1_000);
      ids.unshift(await requested({ ...STEP, traceId }));
    }
    const first = (await account.call('GET', '/v1/gate/approvals?limit=2')).json();
    expect(first.approvals.map((each: { id: string }) => each.id)).toEqual(ids.slice(0, 2));
    const rest = (await account.call('GET', `/v1/gate/approvals?limit=2&cursor=${first.nextCursor}`)).json();
    expect([rest.approvals.map((each: { id: string }) => each.id), rest.nextCursor]).toEqual([
      ids.slice(2),
      null,
    ]);
    await approve(ids[0] ?? '');
    await deny(ids[1] ?? '');
    expect((await listed('?status=approved')).map((each) => each.id)).toEqual([ids[0]]);
    expect((await listed('?status=denied')).map((each) => each.id)).toEqual([ids[1]]);
    for (const query of ['?status=x', '?limit=0', '?limit=201', '?cursor=x'])
      expect([query, (await account.call('GET', `/v1/gate/approvals${query}`)).statusCode]).toEqual([
        query,
        400,
      ]);
  });
});

describe('deciding', () => {
  it('200 once, 409 already_decided: also with concurrent decisions', async () => {
    const admin = await account.member('admin');
    const id = await requested();
    const replies = await Promise.all([approve(id), deny(id, admin), approve(id, admin), deny(id)]);
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 409, 409, 409]);
    const won = replies.find((reply) => reply.statusCode === 200)?.json();
    const lost = replies.filter((reply) => reply.statusCode === 409).map((reply) => reply.json().reason);
    expect(new Set(lost)).toEqual(new Set(['already_decided']));
    expect((await account.call('GET', url(id))).json()).toEqual(won);
  });

  it('200: with a comment, the user and the time in the audit log', async () => {
    const owner = await account.member('owner');
    const id = await requested();
    gate.clock.advance(1_000);
    const reply = await deny(id, owner, { comment: 'Nein, danke 🙅' });
    expect(reply.json()).toMatchObject({
      status: 'denied',
      comment: 'Nein, danke 🙅',
      decidedBy: owner.userId,
      decidedAt: '2026-06-15T12:00:01.000Z',
    });
    const { entries } = (await account.call('GET', '/v1/audit?action=gate_approval.deny')).json();
    expect(entries).toMatchObject([
      { targetId: id, actorId: owner.userId, metadata: { comment: 'Nein, danke 🙅' } },
    ]);
  });

  it('409 expired: after it has expired', async () => {
    const id = await requested();
    gate.clock.advance(HOUR_MS);
    for (const reply of [await approve(id), await deny(id)])
      expect([reply.statusCode, reply.json().reason]).toEqual([409, 'expired']);
    await gate.app.worker.runNow('gate-sweep');
    expect((await approve(id)).json().reason).toBe('expired');
  });

  it.each(['viewer', 'member'] as const)('403 insufficient_role: a %s', async (role) => {
    const id = await requested();
    const person = await account.member(role);
    for (const reply of [await approve(id, person), await deny(id, person)])
      expect([reply.statusCode, reply.json().reason]).toEqual([403, 'insufficient_role']);
    expect((await person.call('GET', url(id))).json().status).toBe('pending');
  });

  it('404: foreign, unknown or malformed ids; 400: bad bodies', async () => {
    const id = await requested();
    const other = await gate.app.account();
    for (const wrong of [id, 'apr_000000000000000000000', 'apr_', '1', '%00'])
      for (const [method, path] of [
        ['GET', url(wrong)],
        ['GET', `${url(wrong)}?wait=1`],
        ['POST', url(wrong, '/approve')],
        ['POST', url(wrong, '/deny')],
      ] as const) {
        const reply = await other.call(method, path, method === 'POST' ? {} : undefined);
        expect([method, path, [400, 404].includes(reply.statusCode)]).toEqual([method, path, true]);
      }
    for (const body of [{ comment: 1 }, { comment: 'x'.repeat(501) }, { more: 1 }, []])
      expect((await approve(id, account, body)).statusCode).toBe(400);
    for (const wait of ['-1', '61', 'x', '1.5'])
      expect((await account.call('GET', `${url(id)}?wait=${wait}`)).statusCode).toBe(400);
    expect((await account.call('POST', url(id, '/approve'))).statusCode).toBe(200);
  });
});

describe('using an approval', () => {
  const again = (approvalId: string, changes: object = {}) =>
    ask(account, { ...STEP, ...changes, approvalId });

  it('200: passes the policy, once', async () => {
    const id = await requested({ ...STEP, estimatedCostUsd: 1 });
    expect((await again(id)).approvalId).toBe(id);
    await approve(id);
    const answer = await again(id, { estimatedCostUsd: 1 });
    expect([answer.decision, answer.reasons, answer.approvalId]).toEqual(['allow', [], null]);
    expect((await account.call('GET', url(id))).json()).toMatchObject({
      status: 'approved',
      usedAt: expect.any(String),
    });
    const next = await again(id, { estimatedCostUsd: 1 });
    expect(next.decision).toBe('require_approval');
    expect(next.approvalId).not.toBe(id);
    const { entries } = (await account.call('GET', '/v1/audit?action=gate_approval.use')).json();
    expect(entries).toMatchObject([{ targetId: id, metadata: { lifted: [policy] } }]);
  });

  it('200: with two concurrent uses, one passes', async () => {
    const id = await requested();
    await approve(id);
    const answers = await Promise.all(Array.from({ length: 6 }, () => again(id)));
    expect(answers.filter(({ decision }) => decision === 'allow').length).toBe(1);
  });

  it('200: not for another step, a higher estimate, another project, another account, nor if denied or expired', async () => {
    const id = await requested({ ...STEP, estimatedCostUsd: 1, estimatedTokens: 10 });
    await approve(id);
    for (const changes of [
      { model: 'gpt-5' },
      { provider: 'google' },
      { tool: 'delete_all' },
      { estimatedCostUsd: 1.000001 },
      { estimatedTokens: 11 },
    ])
      expect((await again(id, { estimatedCostUsd: 1, ...changes })).decision).toBe('require_approval');
    const project = (await account.call('POST', '/v1/projects', { name: 'Elsewhere' })).json();
    const elsewhere = { 'x-project-id': project.id };
    const there = await ask(account, { ...STEP, approvalId: id, estimatedCostUsd: 1 }, elsewhere);
    expect(there.decision).toBe('require_approval');
    const other = await gate.app.account();
    await setPolicy(other, { effect: 'require_approval' });
    expect((await ask(other, { ...STEP, approvalId: id })).decision).toBe('require_approval');
    for (const approvalId of ['', 'x', 'apr_000000000000000000000'])
      expect((await again(approvalId)).decision).toBe('require_approval');
    // A step that needs no approval does not use it up.
    expect((await ask(account, { provider: 'openai', approvalId: id })).decision).toBe('allow');
    gate.clock.advance(HOUR_MS);
    expect((await again(id)).decision).toBe('require_approval');
    const denied = await requested({ ...STEP, traceId: 'denied' });
    await deny(denied);
    expect((await again(denied)).decision).toBe('require_approval');
  });

  it('200: with the tags and the session that the approver saw, in any trace', async () => {
    const shown = { ...STEP, sessionId: 's-1', tags: { env: 'test', team: 'a' } };
    const id = await requested(shown);
    await approve(id);
    for (const changes of [
      { tags: { env: 'prod', team: 'a' } },
      { tags: { env: 'test' } },
      { tags: { env: 'test', team: 'a', more: '' } },
      { tags: {} },
      { tags: null },
      { sessionId: 's-2' },
      { sessionId: null },
    ]) {
      const answer = await ask(account, { ...shown, ...changes, approvalId: id });
      expect([changes, answer.decision]).toEqual([changes, 'require_approval']);
    }
    const used = { ...shown, traceId: 'another', tags: { team: 'a', env: 'test' }, approvalId: id };
    expect((await ask(account, used)).decision).toBe('allow');
  });

  it('200: passes a budget, with a hold; it does not lift a denial', async () => {
    const own = await gate.app.account();
    const budget = await setBudget(own, { limitUsd: 1, action: 'require_approval' });
    await ask(own);
    await spend(own, gate.clock, 1);
    const body = { estimatedCostUsd: 2, holdSeconds: 60 };
    const asked = await ask(own, body);
    expect(asked).toMatchObject({
      decision: 'require_approval',
      hold: null,
      reasons: [{ budgetId: budget }],
    });
    await own.call('POST', url(asked.approvalId ?? '', '/approve'), {});
    const denying = await setPolicy(own, { effect: 'deny' });
    expect((await ask(own, { ...body, approvalId: asked.approvalId })).decision).toBe('deny');
    await own.call('DELETE', `/v1/gate/policies/${denying}`);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => ask(own, { ...body, approvalId: asked.approvalId })),
    );
    expect(answers.filter(({ decision }) => decision === 'allow')).toMatchObject([
      { hold: { amountUsd: 2 } },
    ]);
    // Requests that came too late released their holds.
    expect((await ask(own)).budgets).toMatchObject([{ spentUsd: 1, heldUsd: 2, remainingUsd: 0 }]);
  });
});

describe('waiting for a decision', () => {
  const wait = (id: string, seconds: number, who: Caller = account) =>
    who.call('GET', `${url(id)}?wait=${seconds}`);

  it('200: as soon as it is decided, for every waiting request', async () => {
    const id = await requested();
    const waiting = Array.from({ length: 200 }, () => wait(id, 60));
    const waiters = waitersOf(gate.app.services);
    while (waiters.waiting(id) < 200) await new Promise(setImmediate);
    await approve(id);
    // Their minute is longer than this test may take.
    const replies = await Promise.all(waiting);
    expect(new Set(replies.map((reply) => reply.json().status))).toEqual(new Set(['approved']));
    expect(waiters.size).toBe(0);
    // A request for a decided approval does not wait.
    expect((await wait(id, 60)).json().status).toBe('approved');
  });

  it('200: with the current status when the wait ends', async () => {
    const id = await requested();
    const reply = await expectToTake(900, () => wait(id, 1));
    expect(reply.json().status).toBe('pending');
    expect(waitersOf(gate.app.services).size).toBe(0);
  });

  it('200: when the approval expires', async () => {
    const id = await requested();
    gate.clock.advance(HOUR_MS - 50);
    const waiting = wait(id, 60);
    while (waitersOf(gate.app.services).size === 0) await new Promise(setImmediate);
    gate.clock.advance(50);
    expect((await waiting).json().status).toBe('expired');
  });

  it('200: decided in another process, as soon as the feed reports it', async () => {
    const id = await requested();
    const second = await gate.second();
    const waiting = wait(id, 60, second.as(account));
    while (waitersOf(second.services).size === 0) await new Promise(setImmediate);
    await deny(id);
    await second.services.feed.look();
    expect((await waiting).json().status).toBe('denied');
  });

  it('stops waiting for a disconnected client', async () => {
    const id = await requested();
    const waiters = waitersOf(gate.app.services);
    await gate.app.http.listen({ host: '127.0.0.1', port: 0 });
    const { port } = gate.app.http.server.address() as AddressInfo;
    const hangUp = new AbortController();
    const asked = fetch(`http://127.0.0.1:${port}${url(id)}?wait=60`, {
      headers: { authorization: `Bearer ${account.apiKey}` },
      signal: hangUp.signal,
    });
    while (waiters.waiting(id) === 0) await new Promise(setImmediate);
    hangUp.abort();
    await expect(asked).rejects.toThrow(/abort/);
    while (waiters.waiting(id) > 0) await new Promise(setImmediate);
    expect(waiters.size).toBe(0);
  });

  it('200: answered when the process stops', async () => {
    const id = await requested();
    const second = await gate.second();
    const waiting = wait(id, 60, second.as(account));
    while (waitersOf(second.services).size === 0) await new Promise(setImmediate);
    await second.stop();
    // The minute is longer than this test may take.
    expect((await waiting).json().status).toBe('pending');
  });
});

describe('webhooks', () => {
  it('are sent for requests and decisions', async () => {
    const hook = {
      url: 'https://hooks.example.com/gate',
      events: ['gate.approval_requested', 'gate.approval_decided'],
    };
    expect((await account.call('POST', '/v1/webhooks', hook)).statusCode).toBe(201);
    const id = await requested();
    await requested();
    await approve(id, account, { comment: 'ok' });
    const rows = await gate.app.services.metadata.reader
      .selectFrom('deliveries')
      .select('body')
      .where('account_id', '=', account.id)
      .execute();
    const bodies = rows
      .map(({ body }) => JSON.parse(body))
      .toSorted((left, right) => (left.type < right.type ? 1 : -1));
    expect(bodies).toMatchObject([
      {
        type: 'gate.approval_requested',
        data: { approvalId: id, tool: 'delete_user', reasons: [{ policyId: policy }] },
      },
      { type: 'gate.approval_decided', data: { approvalId: id, status: 'approved', comment: 'ok' } },
    ]);
  });
});
