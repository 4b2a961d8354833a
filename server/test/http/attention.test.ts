import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#lib/clock';
import type { Caller, TestAccount } from '#test/support/app';
import { fire } from '#test/support/firing';
import { ask, makeGateApp, setPolicy, type GateApp } from '#test/support/gate-app';

const NOON = Date.UTC(2026, 5, 15, 12);

let gate: GateApp;
let account: TestAccount;
beforeAll(async () => {
  gate = await makeGateApp();
});
afterAll(() => gate.app.stop());
beforeEach(async () => {
  gate.clock.set(NOON);
  account = await gate.app.account();
  await setPolicy(account, { effect: 'require_approval', match: { tools: ['delete_*'] } });
});

const attention = async (who: Caller = account) => (await who.call('GET', '/v1/attention')).json();
const wait = async (traceId: string, who: Caller = account): Promise<string> => {
  const { approvalId } = await ask(who, { tool: 'delete_user', traceId });
  return approvalId ?? '';
};

let findings = 0;
async function find(projectId: string, status = 'open'): Promise<void> {
  findings += 1;
  const id = `fnd_${findings}`;
  await gate.app.services.metadata.transaction((db) =>
    db
      .insertInto('guardian_findings')
      .values({
        id,
        account_id: account.id,
        project_id: projectId,
        number: 10_000 + findings,
        kind: 'tool_loop',
        cause: id,
        fingerprint: id,
        severity: 'high',
        title: 'A loop',
        detail: 'The same call again and again.',
        evidence: JSON.stringify({ callIds: [], traceIds: [], values: {} }),
        tally: '[]',
        status,
        status_at: null,
        first_seen_at: NOON,
        last_seen_at: NOON,
        count: 1,
        created_at: NOON,
        updated_at: NOON,
      })
      .execute(),
  );
}

const fireIn = async (projectId: string | null): Promise<number> => {
  const { services } = gate.app;
  const { alertId } = await fire(services, account.id, {});
  await services.metadata.transaction((db) =>
    db.updateTable('alerts').set({ project_id: projectId }).where('id', '=', alertId).execute(),
  );
  return alertId;
};

describe('what needs attention', () => {
  it('200: nothing in a new account', async () => {
    expect(await attention()).toEqual({ approvals: 0, findings: 0, alerts: 0, mentions: 0 });
  });

  it('200: pending approvals until they are decided or expire', async () => {
    const first = await wait('one');
    await wait('two');
    expect(await attention()).toMatchObject({ approvals: 2 });
    await account.call('POST', `/v1/gate/approvals/${first}/approve`, {});
    expect(await attention()).toMatchObject({ approvals: 1 });
    gate.clock.advance(2 * HOUR_MS);
    expect(await attention()).toMatchObject({ approvals: 0 });
  });

  it('200: open findings only', async () => {
    await find(account.projectId);
    await find(account.projectId);
    for (const status of ['acknowledged', 'resolved', 'dismissed']) await find(account.projectId, status);
    expect(await attention()).toMatchObject({ findings: 2 });
  });

  it('200: alerts whose condition holds, without disabled and silenced ones', async () => {
    const [firing, quiet, off] = [await fireIn(null), await fireIn(null), await fireIn(null)];
    await gate.app.services.metadata.transaction(async (db) => {
      await db.updateTable('alerts').set({ holds: 0 }).where('id', '=', quiet).execute();
      await db.updateTable('alerts').set({ enabled: 0 }).where('id', '=', off).execute();
    });
    expect(await attention()).toMatchObject({ alerts: 1 });
    const until = new Date(NOON + 10 * MINUTE_MS).toISOString();
    await account.call('POST', `/v1/alerts/${firing}/silence`, { until });
    expect(await attention()).toMatchObject({ alerts: 0 });
    gate.clock.advance(11 * MINUTE_MS);
    expect(await attention()).toMatchObject({ alerts: 1 });
  });

  it('counts nothing of another account, and for a key of a project only its own items', async () => {
    const other = (await account.call('POST', '/v1/projects', { name: 'other' })).json().id as string;
    const bound = await account.key(['read', 'write'], { projectId: other });
    await wait('mine');
    await find(account.projectId);
    await fireIn(account.projectId);
    expect(await attention(bound)).toEqual({ approvals: 0, findings: 0, alerts: 0, mentions: 0 });
    await wait('theirs', bound);
    await find(other);
    await fireIn(other);
    expect(await attention(bound)).toEqual({ approvals: 1, findings: 1, alerts: 1, mentions: 0 });
    expect(await attention()).toEqual({ approvals: 2, findings: 2, alerts: 2, mentions: 0 });
    expect(await attention(await gate.app.account())).toEqual({
      approvals: 0,
      findings: 0,
      alerts: 0,
      mentions: 0,
    });
  });
});
