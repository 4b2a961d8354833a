// Attacks of an agent, with its own key, on the scores that others give it and on the money of others.
import { describe, expect, it } from 'vitest';
import { openTestApp, type Caller } from '#test/support/app';
import { setBudget } from '#test/support/gate-app';

const about = { callId: 'call-1', name: 'quality' };
const ID = '7b8c9d0e-1111-4222-8333-444455556666';

const statusOf = async (who: Caller, method: string, path: string, body?: object): Promise<number> =>
  (await who.call(method, path, body)).statusCode;

describe('scores of others', () => {
  const doors = ['/v1/scores', '/feedback', '/api/public/scores'];

  it.each(doors)('403: an agent deletes no score that another key or a person sent, at %s', async (door) => {
    const account = await (await openTestApp()).account();
    const [agent, colleague, admin] = [
      await account.key(['read', 'write:records']),
      await account.key(['read', 'write:records']),
      await account.key(['read', 'write']),
    ];
    const senders = { colleague, person: await account.member('member'), owner: account };
    for (const [name, sender] of Object.entries(senders)) {
      const id = name === 'colleague' ? ID : `${ID}-${name}`;
      expect(await statusOf(sender, 'POST', '/v1/scores', { ...about, id, value: 0 })).toBe(200);
      const refused = await agent.call('DELETE', `${door}/${id}`);
      expect([name, refused.statusCode]).toEqual([name, 403]);
      expect(refused.body).toMatch(/Another key or a person sent this score/);
      expect(await statusOf(admin, 'DELETE', `${door}/${id}`)).toBeLessThan(300);
    }
    expect(await statusOf(agent, 'POST', '/v1/scores', { ...about, id: ID, value: 0 })).toBe(200);
    expect(await statusOf(colleague, 'DELETE', `${door}/${ID}`)).toBe(403);
    expect(await statusOf(agent, 'DELETE', `${door}/${ID}`)).toBeLessThan(300);
    expect(await statusOf(agent, 'DELETE', `${door}/${ID}`)).toBe(404);
  });

  it('an agent replaces none of them either, whichever door it takes', async () => {
    const account = await (await openTestApp()).account();
    const agent = await account.key(['read', 'write:records']);
    const bad = { ...about, id: ID, value: 0, source: 'human' };
    expect(await statusOf(await account.member('member'), 'POST', '/v1/scores', bad)).toBe(200);
    const better = { ...about, id: ID, value: 1 };
    const single = await agent.call('POST', '/v1/scores', better);
    expect([single.statusCode, single.json().reason]).toEqual([403, 'score_of_another_key']);
    const list = await agent.call('POST', '/v1/scores', {
      scores: [better, { ...about, id: 'own', value: 1 }],
    });
    expect(list.json()).toMatchObject({
      accepted: 1,
      ids: ['own'],
      rejected: [{ index: 0, id: ID, code: 'score_of_another_key', field: 'id' }],
    });
    const langfuse = { id: ID, traceId: 'a'.repeat(32), name: 'quality', value: 1 };
    expect(await statusOf(agent, 'POST', '/api/public/scores', langfuse)).toBe(403);
    expect(await statusOf(agent, 'PATCH', `/feedback/${ID}`, { score: 1 })).toBe(403);
    expect(await statusOf(agent, 'POST', '/feedback', { id: ID, run_id: ID, key: 'quality', score: 1 })).toBe(
      403,
    );
    const { scores } = (await account.call('GET', '/v1/scores?name=quality')).json();
    expect(scores.find(({ id }: { id: string }) => id === ID)).toMatchObject({ value: 0, source: 'human' });
    expect(
      await statusOf(await account.key(['read', 'write', 'write:records']), 'POST', '/v1/scores', better),
    ).toBe(200);
  });
});

describe('holds on budgets', () => {
  it('403: a key that may only read, or a viewer, places no hold; the check without one is allowed', async () => {
    const account = await (await openTestApp()).account();
    await setBudget(account, { limitUsd: 10 });
    const held = { estimatedCostUsd: 10, holdSeconds: 3_600 };
    const check = (who: Caller, body: object) => who.call('POST', '/v1/gate/check', body);
    for (const reader of [await account.key(['read']), await account.member('viewer')]) {
      const refused = await check(reader, held);
      expect(refused.statusCode).toBe(403);
      expect(refused.json().reason).toMatch(/^insufficient_(?:scope|role)$/);
      const plain = await check(reader, { estimatedCostUsd: 10 });
      expect([plain.statusCode, plain.json().decision]).toEqual([200, 'allow']);
      expect(plain.json().budgets).toMatchObject([{ heldUsd: 0, remainingUsd: 10 }]);
    }
    const agent = await account.key(['read', 'write:records']);
    const answer = (await check(agent, held)).json();
    expect(answer).toMatchObject({ decision: 'allow', hold: { amountUsd: 10 } });
  });
});
