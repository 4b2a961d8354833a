// Alerts with a filter, groups and a percentile: what can be set, and how each group fires and resolves, on a real
// metadata store with made-up figures.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#lib/clock';
import { alertsModule } from '../../src/features/alerts/module.ts';
import type { WindowSums } from '#records';
import { makeTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import type { RecordsReplies } from '#test/support/fake-records';

const NOW = Date.parse('2026-03-20T12:00:00.000Z');
const clock = new FakeClock(NOW);

type Asked = Parameters<RecordsReplies['selectGroupWindows']>[1];
let asked: Asked[] = [];
/** The sums of the window of each group, or of several windows. */
let groups: Record<string, Partial<WindowSums>> = {};
let series: Record<string, (point: number) => Partial<WindowSums>> = {};
const sums = (changes: Partial<WindowSums>): WindowSums => ({
  calls: 10,
  errors: 0,
  costUsd: 0,
  latencyMs: null,
  ...changes,
});

let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp({
    clock,
    records: {
      selectGroupWindows: async (_scope, question) => {
        asked.push(question);
        return Object.entries(groups).map(([key, changes]) => ({
          key,
          windows: question.windows.map(() => sums(changes)),
        }));
      },
      selectWindowSeries: async (_scope, { points }) =>
        new Map(
          Object.entries(series).map(([key, at]) => [
            key,
            new Map(Array.from({ length: points }, (_, point) => [point, sums(at(point))])),
          ]),
        ),
    },
  });
});
afterAll(() => app.stop());

beforeEach(async () => {
  clock.set(NOW);
  asked = [];
  groups = {};
  series = {};
  await app.services.metadata.transaction((db) => db.deleteFrom('alerts').execute());
});

const RULE = {
  name: 'Dear users',
  alertType: 'cost_threshold',
  thresholdValue: 10,
  windowMinutes: 60,
  channelKinds: ['email'],
  forEach: 'user',
};

const post = (from: Caller, changes: Record<string, unknown> = {}) =>
  from.call('POST', '/v1/alerts', { ...RULE, ...changes });

async function made(from: Caller, changes: Record<string, unknown> = {}): Promise<number> {
  const reply = await post(from, changes);
  expect([reply.statusCode, reply.json().error]).toEqual([201, undefined]);
  return reply.json().id as number;
}

const show = async (from: Caller, id: number) => (await from.call('GET', `/v1/alerts/${id}`)).json();

async function round(): Promise<void> {
  clock.advance(MINUTE_MS);
  await app.services.jobs.runNow('alerts');
}

interface Event {
  id: number;
  group: { dimension: string; value: string };
  observedValue: number;
}
const events = async (account: TestAccount): Promise<Event[]> =>
  (await account.call('GET', '/v1/alerts/events?limit=100')).json().events;
/** Oldest first. */
const fired = async (account: TestAccount) =>
  (await events(account)).map(({ group, observedValue }) => [group.value, observedValue]).toReversed();

const messages = async (account: TestAccount, channel: string) =>
  (
    await app.services.metadata.reader
      .selectFrom('deliveries')
      .select(['event', 'body', 'status', 'incident', 'alert_event_id'])
      .where('account_id', '=', account.id)
      .where('channel', '=', channel)
      .orderBy('created_at')
      .orderBy('alert_event_id')
      .execute()
  ).map(({ body, ...row }) =>
    Object.assign(row, { data: JSON.parse(body).data, named: JSON.parse(body).incident }),
  );

const PAGER = {
  channelKinds: ['email', 'pagerduty'],
  channelTargets: { pagerduty: { routingKey: '0123456789abcdef0123456789abcdef' } },
};

describe('what can be set', () => {
  it('201, 200: filter, forEach, of and percentile are shown, and filter and percentile change', async () => {
    const account = await app.account();
    const filter = { model: 'gpt', where: [{ field: 'agent', op: 'is', values: ['planner'] }] };
    const changes = { alertType: 'latency_degradation', thresholdValue: 900, of: 'runs', forEach: 'agent' };
    const id = await made(account, { ...changes, filter, percentile: 99 });
    const { alert } = await show(account, id);
    expect(alert).toMatchObject({ of: 'runs', forEach: 'agent', percentile: 99, filter });
    const url = `/v1/alerts/${id}`;
    await account.call('PATCH', url, { percentile: null, filter: { tags: { env: 'prod' } } });
    expect((await show(account, id)).alert).toMatchObject({
      percentile: 95,
      filter: { tags: { env: 'prod' } },
    });
    await account.call('PATCH', url, { filter: {} });
    expect((await show(account, id)).alert.filter).toBeNull();
    for (const change of [{ of: 'calls' }, { forEach: 'user' }])
      expect((await account.call('PATCH', url, change)).statusCode).toBe(400);
    expect((await account.call('PATCH', url, { filter: { type: 'tool' } })).json()).toMatchObject({
      reason: 'wrong_subject',
    });
    const rows = (await account.call('GET', '/v1/audit?action=alert.create')).json();
    const { metadata } = rows.entries[0];
    expect(metadata).toMatchObject({
      of: 'runs',
      forEach: 'agent',
      percentile: 99,
      filteredBy: ['model', 'where'],
    });
  });

  it.each([
    [{ alertType: 'score_below', scoreName: 'quality', forEach: 'user' }, 'not_of_records', 'forEach'],
    [{ alertType: 'guardian_findings', forEach: null, filter: { model: 'x' } }, 'not_of_records', 'filter'],
    [{ of: 'spans' }, 'no_cost', 'of'],
    [{ alertType: 'monthly_budget', of: 'runs' }, 'no_cost', 'of'],
    [{ percentile: 99 }, 'no_latency', 'percentile'],
    [{ alertType: 'latency_degradation', percentile: 100 }, 'invalid_request', 'percentile'],
    [{ alertType: 'latency_degradation', percentile: 0 }, 'invalid_request', 'percentile'],
    [{ forEach: 'session' }, 'invalid_request', 'forEach'],
    [{ forEach: 'tag:' }, 'invalid_request', 'forEach'],
    [{ filter: { startTime: '2026-03-20T12:00:00.000Z' } }, 'invalid_request', 'filter.startTime'],
    [{ filter: { tool: 'search' } }, 'wrong_subject', 'filter.tool'],
    [{ of: 'runs', filter: { type: 'tool' } }, 'wrong_subject', 'filter.type'],
    [{ filter: { hasError: true } }, 'wrong_subject', 'filter.hasError'],
    [
      { filter: { where: [{ field: 'run.costUsd', op: 'atLeast', values: [1] }] } },
      'wrong_subject',
      'filter.where.0.field',
    ],
    [
      { filter: { where: [{ field: 'model', op: 'atLeast', values: [1] }] } },
      'invalid_request',
      'filter.where.0.op',
    ],
  ])('400: %j is %s at %s', async (changes, reason, path) => {
    const reply = await post(await app.account(), changes);
    expect([reply.statusCode, reply.json().reason]).toEqual([400, reason]);
    expect(reply.json().details[0].path).toBe(path);
  });

  it('400 one_project: a key of a project has no groups by project', async () => {
    const account = await app.account();
    const key = await account.key(null, { projectId: account.projectId });
    expect((await post(key, { forEach: 'project' })).json().reason).toBe('one_project');
    await made(account, { forEach: 'project' });
  });
});

describe('groups', () => {
  it('fire together in one message, that lists them; each is an event of its own', async () => {
    const account = await app.account();
    const id = await made(account, PAGER);
    groups = { ada: { costUsd: 12 }, bo: { costUsd: 20 }, cy: { costUsd: 9 } };
    await round();
    expect(await fired(account)).toEqual([
      ['bo', 20],
      ['ada', 12],
    ]);
    const [ada, bo] = await events(account);
    const group = (value: string) => ({ dimension: 'user', value });
    const listed = [
      { ...group('bo'), observedValue: 20, eventId: bo?.id },
      { ...group('ada'), observedValue: 12, eventId: ada?.id },
    ];
    const [mail, ...more] = await messages(account, 'email');
    expect(more).toEqual([]);
    expect(mail?.data).toMatchObject({
      eventId: bo?.id,
      observedValue: 20,
      group: group('bo'),
      groups: listed,
    });
    // Each group is an incident of its own, which resolves on its own.
    const pages = await messages(account, 'pagerduty');
    expect(pages.map(({ data }) => data.groups)).toEqual(listed.map((one) => [one]));
    expect(new Set(pages.map(({ named }) => named)).size).toBe(2);
    for (const { incident, named } of pages) expect(incident).toBe(named);
    const { deliveries } = (await account.call('GET', `/v1/alerts/events/${ada?.id}/deliveries`)).json();
    expect(deliveries.map(({ channel }: { channel: string }) => channel).toSorted()).toEqual([
      'email',
      'pagerduty',
    ]);
    const { alert, groups: open } = await show(account, id);
    expect(alert).toMatchObject({ holds: true, lastObservedValue: 20 });
    expect(open.map(({ value }: { value: string }) => value).toSorted()).toEqual(['ada', 'bo']);
  });

  it('clear one by one, also those that have no records any more, and are forgotten', async () => {
    const account = await app.account();
    const id = await made(account, PAGER);
    groups = { ada: { costUsd: 12 }, bo: { costUsd: 20 } };
    await round();
    const opened = await messages(account, 'pagerduty');
    const incidentOf = (value: string) => opened.find(({ data }) => data.group.value === value)?.named;
    groups = { ada: { costUsd: 12 } };
    await round();
    const resolved = async () =>
      (await messages(account, 'pagerduty'))
        .filter(({ event }) => event === 'alert.resolved')
        .map(({ named }) => named);
    expect(await resolved()).toEqual([incidentOf('bo')]);
    // A trigger that was not delivered yet must not come after its end; that of the other group stays.
    const statuses = (await messages(account, 'pagerduty')).map(({ event, status, named }) => [
      event,
      named,
      status,
    ]);
    expect(statuses).toContainEqual(['alert.fired', incidentOf('bo'), 'failed']);
    expect(statuses).toContainEqual(['alert.fired', incidentOf('ada'), 'pending']);
    expect((await show(account, id)).groups).toMatchObject([{ value: 'ada' }]);
    // It fires again as a new incident.
    groups = { ada: { costUsd: 12 }, bo: { costUsd: 20 } };
    await round();
    const again = (await messages(account, 'pagerduty')).filter(
      ({ event, data }) => event === 'alert.fired' && data.group.value === 'bo',
    );
    expect(new Set(again.map(({ named }) => named)).size).toBe(2);
    groups = {};
    await round();
    expect((await resolved()).length).toBe(3);
    expect(await show(account, id)).toMatchObject({ alert: { holds: false }, groups: [] });
    expect(await fired(account)).toHaveLength(3);
  });

  it('keep their place among the largest while they are open', async () => {
    const account = await app.account();
    await made(account);
    groups = { ada: { costUsd: 12 } };
    await round();
    await round();
    expect(asked.map(({ kept, most }) => [kept, most])).toEqual([
      [[], 100],
      [['ada'], 100],
    ]);
  });

  it('fire when a silence ends, and rest while the alert is disabled', async () => {
    const account = await app.account();
    const id = await made(account, PAGER);
    const url = `/v1/alerts/${id}`;
    await account.call('POST', `${url}/silence`);
    groups = { ada: { costUsd: 12 } };
    await round();
    expect(await fired(account)).toEqual([]);
    await account.call('DELETE', `${url}/silence`);
    await round();
    expect(await fired(account)).toEqual([['ada', 12]]);
    await account.call('PATCH', url, { enabled: false });
    expect((await messages(account, 'pagerduty')).map(({ event }) => event)).toEqual([
      'alert.fired',
      'alert.resolved',
    ]);
    expect((await show(account, id)).groups).toEqual([]);
    await account.call('PATCH', url, { enabled: true });
    await round();
    expect(await fired(account)).toHaveLength(2);
    await account.call('DELETE', url);
    expect(
      (await messages(account, 'pagerduty')).filter(({ event }) => event === 'alert.resolved'),
    ).toHaveLength(2);
  });

  it('need stronger evidence the more of them there are', async () => {
    const account = await app.account();
    const id = await made(account, {
      alertType: 'error_rate',
      thresholdValue: 0.1,
      of: 'spans',
      forEach: 'tool',
    });
    const failing = { calls: 20, errors: 4 };
    groups = { search: failing };
    await round();
    expect((await fired(account)).map(([value]) => value)).toEqual(['search']);
    groups = {
      search: failing,
      ...Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`t${at}`, { calls: 20 }])),
    };
    await round();
    expect((await show(account, id)).groups).toEqual([]);
    groups.search = { calls: 20, errors: 10 };
    await round();
    expect((await show(account, id)).groups).toMatchObject([{ dimension: 'tool', value: 'search' }]);
  });

  it('by project have its id, and its name in the message', async () => {
    const account = await app.account();
    const { projects } = (await app.services.accounts.get(account.id)) ?? {};
    const [project] = projects?.values() ?? [];
    await made(account, { forEach: 'project' });
    groups = { [String(project?.number)]: { costUsd: 12 }, 999: { costUsd: 50 } };
    await round();
    expect(await fired(account)).toEqual([[project?.id, 12]]);
    const [mail] = await messages(account, 'email');
    expect(mail?.data.group).toEqual({ dimension: 'project', value: project?.id, name: project?.name });
  });

  it('without forEach fire once, with a filter', async () => {
    const account = await app.account();
    await made(account, { forEach: null, filter: { userId: 'ada' } });
    groups = { '': { costUsd: 12, unpriced: { calls: 2, tokens: 99 } } };
    await round();
    await round();
    expect(await events(account)).toMatchObject([{ group: null, unpriced: { calls: 2, tokens: 99 } }]);
    expect(asked[0]?.rows).toMatchObject({ of: 'calls', filter: { userId: 'ada' }, dimension: null });
  });

  it('lose the id of a user who is erased, and the incident is resolved', async () => {
    const account = await app.account();
    const other = await app.account();
    const id = await made(account, PAGER);
    await made(other, PAGER);
    groups = { ada: { costUsd: 12 }, bo: { costUsd: 20 } };
    await round();
    const erased = {
      projectId: null,
      projectNumber: null,
      callIds: [],
      traceIds: [],
      wholeTraceIds: [],
      sessionIds: [],
      sessionId: null,
      userIds: ['ada'],
    };
    await app.services.metadata.transaction(async (db) => {
      await alertsModule.hooks?.onErased?.(db, { id: account.id, number: 0 }, erased, clock.now());
    });
    expect(await fired(account)).toEqual([
      ['bo', 20],
      ['[erased]', 12],
    ]);
    const told = JSON.stringify([
      ...(await messages(account, 'email')),
      ...(await messages(account, 'pagerduty')),
    ]);
    expect(told).not.toContain('ada');
    expect(told).toContain('[erased]');
    expect((await fired(other)).map(([value]) => value)).toEqual(['bo', 'ada']);
    // An erasure in one project leaves the alerts of the whole account alone.
    await app.services.metadata.transaction(async (db) => {
      const inProject = { ...erased, projectId: other.projectId };
      await alertsModule.hooks?.onErased?.(db, { id: other.id, number: 0 }, inProject, clock.now());
    });
    expect((await fired(other)).map(([value]) => value)).toEqual(['bo', 'ada']);
    groups = { bo: { costUsd: 20 } };
    await round();
    expect((await show(account, id)).groups).toMatchObject([{ value: 'bo' }]);
    const resolved = (await messages(account, 'pagerduty')).filter(({ event }) => event === 'alert.resolved');
    expect(resolved.map(({ data }) => data.group.value)).toEqual(['[erased]']);
  });
});

it('an account with many alerts takes turns with the others, and none is left out for good', async () => {
  const [heavy, light] = [await app.account({ plan: 'team' }), await app.account()];
  for (let at = 0; at < 6; at += 1) await made(heavy, { name: `Heavy ${at}`, thresholdValue: 100 + at });
  await made(light, { thresholdValue: 7 });
  await round();
  const thresholds = asked.map(({ rows }) => rows.slowMs);
  expect(thresholds).toHaveLength(7);
  // Accounts take turns, so the light one is not behind all alerts of the heavy one.
  expect(thresholds.indexOf(7)).toBeLessThan(2);
});

it('the preview tells which groups would have fired', async () => {
  const account = await app.account();
  series = { ada: (point) => ({ costUsd: point % 96 === 0 ? 11 : 0 }), bo: () => ({ costUsd: 0.1 }) };
  const reply = await account.call('POST', '/v1/alerts/preview', {
    alertType: 'cost_threshold',
    thresholdValue: 10,
    windowMinutes: 60,
    forEach: 'user',
  });
  const { firings, groups: judged, points } = reply.json();
  expect([reply.statusCode, points.length]).toEqual([200, 336]);
  expect(judged).toEqual([
    { dimension: 'user', value: 'ada', firings: 14 },
    { dimension: 'user', value: 'bo', firings: 0 },
  ]);
  expect(firings).toHaveLength(14);
  expect(firings[0]).toEqual({
    triggeredAt: expect.any(String),
    observedValue: 11,
    group: { dimension: 'user', value: 'ada' },
  });
  const all = await account.call('POST', '/v1/alerts/preview', {
    ...RULE,
    name: undefined,
    channelKinds: undefined,
    of: 'spans',
  });
  expect([all.statusCode, all.json().reason]).toEqual([400, 'no_cost']);
});
