// The alert that delivers new findings from the guardian's inbox: each finding once, also with concurrent
// jobs.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/clock';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { MadeRecords } from '#test/support/guardian-records';
import type { MadeCall } from '#test/support/made-records';

const NOW = Date.parse('2026-03-20T12:00:00.000Z');
const clock = new FakeClock(NOW);
let made = new MadeRecords();
const records = new Proxy({}, { get: (_, name) => Reflect.get(made.questions, name) as unknown });

let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp({ clock, records });
});
afterAll(() => app.stop());
beforeEach(async () => {
  clock.set(NOW);
  made = new MadeRecords();
  await app.services.metadata.transaction((db) => db.deleteFrom('alerts').execute());
});

let count = 0;
/** A separate finding for each kind of redaction and project. */
async function find(account: TestAccount, kind: string, projectId = account.projectId): Promise<void> {
  const known = await app.services.accounts.get(account.id);
  count += 1;
  const call: MadeCall = {
    kind: 'call',
    account: known?.number ?? 0,
    project: known?.projects.get(projectId)?.number ?? 0,
    id: `call-${count}`,
    atMs: clock.now() - 2 * SECOND_MS,
    receivedMs: clock.now() - SECOND_MS,
    provider: 'openai',
    model: 'gpt-5',
    responseModel: '',
    costUsd: 0.01,
    latencyMs: 500,
    error: '',
    traceId: '',
    inputHash: 0,
    toolsHash: 0,
    tools: '',
    redaction: { kinds: [kind], fields: ['output'] },
  };
  made.add([call]);
  made.nowMs = clock.now();
  await app.services.jobs.runNow('guardian');
}

async function create(of: Pick<TestAccount, 'call'>, changes: Record<string, unknown> = {}): Promise<number> {
  const reply = await of.call('POST', '/v1/alerts', {
    name: 'Inbox',
    alertType: 'guardian_findings',
    thresholdValue: 0,
    windowMinutes: 60,
    channelKinds: ['email'],
    ...changes,
  });
  expect(reply.statusCode).toBe(201);
  return reply.json().id as number;
}

const round = async (): Promise<void> => {
  clock.advance(MINUTE_MS);
  await app.services.jobs.runNow('alerts');
};

const events = async (account: TestAccount, id: number) =>
  (await account.call('GET', `/v1/alerts/events?alertId=${id}`))
    .json()
    .events.map(({ observedValue }: { observedValue: number }) => observedValue)
    .toReversed() as number[];

/** The findings that the messages of an alert list, in order. */
async function told(id: number): Promise<string[][]> {
  const rows = await app.services.metadata.reader
    .selectFrom('deliveries')
    .select('body')
    .where('alert_id', '=', id)
    .where('kind', '=', 'alert')
    .orderBy('alert_event_id')
    .execute();
  return rows.map((row) => (JSON.parse(row.body) as { data: { details: string[] } }).data.details);
}

describe('the alert guardian_findings', () => {
  it('reports findings that are new since it was created, once, however often it checks', async () => {
    const account = await app.account({ plan: 'free' });
    await find(account, 'email');
    clock.advance(SECOND_MS);
    const id = await create(account);
    await round();
    expect(await events(account, id)).toEqual([]);
    await find(account, 'phone');
    await find(account, 'credit_card');
    await Promise.all([app.services.jobs.runNow('alerts'), app.services.jobs.runNow('alerts')]);
    await round();
    await round();
    expect(await events(account, id)).toEqual([2]);
    expect(await told(id)).toEqual([
      ['low: Phone numbers in outputs', 'high: Credit card numbers in outputs'],
    ]);
    // Another finding with the same cause is not new.
    await find(account, 'phone');
    await round();
    expect(await events(account, id)).toEqual([2]);
    // In consecutive minutes: none waits for an hour.
    await find(account, 'iban');
    await round();
    await find(account, 'us_ssn');
    await round();
    expect(await events(account, id)).toEqual([2, 1, 1]);
    expect((await account.call('GET', `/v1/alerts/${id}`)).json().alert.lastObservedValue).toBe(1);
    await round();
    expect((await account.call('GET', `/v1/alerts/${id}`)).json().alert.lastObservedValue).toBe(0);
    clock.advance(3 * HOUR_MS);
    await round();
    expect(await events(account, id)).toEqual([2, 1, 1]);
  });

  it('keeps findings that arrive during a silence until it ends, and omits dismissed ones', async () => {
    const account = await app.account();
    const id = await create(account);
    await account.call('POST', `/v1/alerts/${id}/silence`, {});
    await find(account, 'email');
    await round();
    await find(account, 'phone');
    await round();
    expect(await events(account, id)).toEqual([]);
    const [first] = (await account.call('GET', '/v1/guardian/findings')).json().findings;
    await account.call('PATCH', `/v1/guardian/findings/${first.id}`, { status: 'dismissed' });
    await account.call('DELETE', `/v1/alerts/${id}/silence`);
    await round();
    await round();
    expect(await told(id)).toEqual([['low: Email addresses in outputs']]);
  });

  it('waits until its threshold is reached, and sees only findings of its own project and account', async () => {
    const account = await app.account();
    const stranger = await app.account();
    const other = (await account.call('POST', '/v1/projects', { name: 'other' })).json().id as string;
    const [many, side, foreign] = [
      await create(account, { thresholdValue: 2 }),
      await create(await account.key(null, { projectId: other })),
      await create(stranger),
    ];
    await find(account, 'email');
    await round();
    expect([await events(account, many), await events(account, side)]).toEqual([[], []]);
    await find(account, 'email', other);
    await round();
    await round();
    expect([await events(account, many), await events(account, side)]).toEqual([[2], [1]]);
    expect(await events(stranger, foreign)).toEqual([]);
  });
});
