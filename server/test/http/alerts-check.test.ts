// The alerts job on a real metadata store, with made-up figures and a fake clock.
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/clock';
import type { WindowSums, WindowWant } from '#records';
import { eventually } from '#test/support/eventually';
import { makeTestApp, OPERATOR_TOKEN, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { processCpuMs } from '#test/support/cpu-time';
import type { RecordsReplies } from '#test/support/fake-records';

const NOW = Date.parse('2026-03-20T12:00:00.000Z');
const clock = new FakeClock(NOW);

type Measure = RecordsReplies['selectWindowSums'];
/** The sums of a window; throws if the engine should fail. */
let found: (want: WindowWant, back: number, latencies: boolean) => Partial<WindowSums>;
let statements: Parameters<Measure>[] = [];
/** No query is answered before this many have arrived. */
let together = 1;
let letGo: (() => void)[] = [];
/** Runs while the engine is answering. */
let meanwhile: (latencies: boolean) => Promise<unknown> = async () => undefined;

const measureWindows: Measure = async (wants, latencies) => {
  statements.push([wants, latencies]);
  await meanwhile(latencies);
  await new Promise<void>((resolve) => {
    letGo.push(resolve);
    if (letGo.length >= together) for (const go of letGo.splice(0)) go();
  });
  const none = { calls: 0, errors: 0, costUsd: 0, latencyMs: null };
  return wants.map((want) =>
    Array.from({ length: want.historyDays + 1 }, (_, back) => ({ ...none, ...found(want, back, latencies) })),
  );
};

/** Calls without a price in every window. */
let unpriced: { calls: number; tokens: number } | null = null;

let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp({
    clock,
    records: {
      selectWindowSums: measureWindows,
      selectAggregate: async () => ({
        groups: [],
        total: { value: 0, count: 0, ...(unpriced ? { unpriced } : {}) },
      }),
    },
  });
});
afterAll(() => app.stop());

const spend = (costUsd: number) => {
  found = () => ({ calls: 10, costUsd });
};

beforeEach(async () => {
  clock.set(NOW);
  statements = [];
  together = 1;
  letGo = [];
  meanwhile = async () => undefined;
  unpriced = null;
  spend(0);
  await app.services.metadata.transaction((db) => db.deleteFrom('alerts').execute());
});

const round = (of: TestApp = app) => of.services.jobs.runNow('alerts');

async function minutes(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    clock.advance(MINUTE_MS);
    await round();
  }
}

async function create(account: TestAccount, changes: Record<string, unknown> = {}): Promise<number> {
  const reply = await account.call('POST', '/v1/alerts', {
    name: 'Too dear',
    alertType: 'cost_threshold',
    thresholdValue: 10,
    windowMinutes: 60,
    channelKinds: ['email'],
    ...changes,
  });
  expect([reply.statusCode, reply.json().error]).toEqual([201, undefined]);
  return reply.json().id as number;
}

interface Event {
  id: number;
  alertId: number;
  triggeredAt: string;
  observedValue: number;
}
const events = async (account: TestAccount, alertId?: number): Promise<Event[]> => {
  const query = alertId === undefined ? '' : `&alertId=${alertId}`;
  return (await account.call('GET', `/v1/alerts/events?limit=100${query}`)).json().events as Event[];
};
const channelsTried = async (account: TestAccount, eventId = 0): Promise<string[]> => {
  const { deliveries } = (await account.call('GET', `/v1/alerts/events/${eventId}/deliveries`)).json();
  return deliveries.map(({ channel }: { channel: string }) => channel);
};
const times = async (account: TestAccount) =>
  (await events(account)).map((event) => event.triggeredAt).toReversed();
const show = async (account: TestAccount, id: number) =>
  (await account.call('GET', `/v1/alerts/${id}`)).json().alert;

const at = (minute: number): string => new Date(NOW + minute * MINUTE_MS).toISOString();

describe('a firing', () => {
  it('on cost tells the calls that its cost does not include; others do not', async () => {
    const account = await app.account();
    const cost = await create(account);
    const rate = await create(account, { name: 'Errors', alertType: 'error_rate', thresholdValue: 0.1 });
    unpriced = { calls: 100, tokens: 5_000_000 };
    found = () => ({ calls: 1_000, errors: 900, costUsd: 12 });
    await round();
    expect(await events(account, cost)).toMatchObject([{ observedValue: 12, unpriced }]);
    expect(await events(account, rate)).toMatchObject([{ unpriced: null }]);
    const [mail] = await app.services.metadata.reader
      .selectFrom('deliveries')
      .select('body')
      .where('alert_id', '=', cost)
      .execute();
    expect(mail?.body).toContain('Not included: 100 calls without a price (5,000,000 tokens).');
  });

  it('is an event with the observed value, a message on every channel, and shown on the alert', async () => {
    const account = await app.account();
    const id = await create(account, {
      channelKinds: ['email', 'webhook'],
      channelTargets: { webhook: { url: 'https://example.com/hook/secret1234' } },
    });
    spend(9.99);
    await round();
    expect(await events(account)).toEqual([]);
    expect(await show(account, id)).toMatchObject({ lastTriggeredAt: null, lastObservedValue: 9.99 });
    spend(10);
    await minutes(1);
    const [event, ...others] = await events(account);
    expect(others).toEqual([]);
    expect(event).toEqual({
      id: expect.any(Number),
      alertId: id,
      alertName: 'Too dear',
      alertType: 'cost_threshold',
      triggeredAt: at(1),
      observedValue: 10,
      thresholdValue: 10,
      windowMinutes: 60,
      unpriced: null,
      of: 'calls',
      percentile: null,
      group: null,
      channelsSent: [],
      acknowledgedAt: null,
      acknowledgedBy: null,
    });
    expect(await show(account, id)).toMatchObject({ lastTriggeredAt: at(1), lastObservedValue: 10 });
    const { deliveries } = (await account.call('GET', `/v1/alerts/events/${event?.id}/deliveries`)).json();
    expect(
      deliveries.map(({ channel, status }: Record<string, string>) => [channel, status]).toSorted(),
    ).toEqual([
      ['email', 'pending'],
      ['webhook', 'pending'],
    ]);
  });

  it('repeats only after the condition was false, or after an hour', async () => {
    const account = await app.account();
    await create(account, { windowMinutes: 5 });
    spend(50);
    await minutes(62);
    expect(await times(account)).toEqual([at(1), at(61)]);
    spend(1);
    await minutes(1);
    spend(50);
    await minutes(2);
    expect(await times(account)).toEqual([at(1), at(61), at(64)]);
  });

  it('is caught up once after a pause, and a clock that is set back causes none', async () => {
    const account = await app.account();
    await create(account);
    spend(50);
    await round();
    clock.advance(10 * HOUR_MS);
    await round();
    expect(await times(account)).toEqual([at(0), at(600)]);
    clock.set(NOW - DAY_MS);
    await round();
    await minutes(59);
    expect(await events(account)).toHaveLength(2);
    await minutes(1);
    expect(await events(account)).toHaveLength(3);
  });

  it('does not happen during a silence, but happens when it ends and the condition still holds', async () => {
    const account = await app.account();
    const id = await create(account);
    await account.call('POST', `/v1/alerts/${id}/silence`, { until: at(5) });
    spend(50);
    await minutes(4);
    expect(await events(account)).toEqual([]);
    expect((await show(account, id)).lastObservedValue).toBe(50);
    await minutes(2);
    expect(await times(account)).toEqual([at(5)]);
    await account.call('POST', `/v1/alerts/${id}/silence`);
    await minutes(2);
    await account.call('DELETE', `/v1/alerts/${id}/silence`);
    await minutes(1);
    expect(await times(account)).toEqual([at(5), at(9)]);
  });

  it('does not happen while the alert is disabled, and the condition starts anew when it is enabled', async () => {
    const account = await app.account();
    const id = await create(account);
    spend(50);
    await minutes(1);
    await account.call('PATCH', `/v1/alerts/${id}`, { enabled: false });
    await minutes(70);
    await account.call('PATCH', `/v1/alerts/${id}`, { enabled: true });
    await minutes(2);
    expect(await times(account)).toEqual([at(1), at(72)]);
  });

  it('happens once if two processes check concurrently, also for many alerts', async () => {
    // An embedded store allows one process only.
    const two = app.services.metadata.kind === 'postgres';
    const config = { metadata: app.config.metadata, masterKey: app.config.masterKey };
    const other = two
      ? await makeTestApp({ clock, records: { selectWindowSums: measureWindows }, config })
      : app;
    if (two) onTestFinished(() => other.stop());
    const account = await app.account();
    for (let count = 0; count < 12; count += 1) await create(account, { name: `Alert ${count}` });
    spend(50);
    // All of them decide on the same alerts before the first one has written.
    together = 4;
    await Promise.all([round(), round(other), round(), round(other)]);
    const alerts = (await events(account)).map(({ alertId }) => alertId);
    expect([alerts.length, new Set(alerts).size]).toEqual([12, 12]);
  });
});

it('an alert that is deleted, silenced, disabled or changed meanwhile does not fire on its old state', async () => {
  const account = await app.account();
  const url = async () => `/v1/alerts/${await create(account)}`;
  const [gone, silenced, off, changed] = [await url(), await url(), await url(), await url()];
  spend(50);
  meanwhile = async () => {
    await account.call('DELETE', gone);
    await account.call('POST', `${silenced}/silence`);
    await account.call('PATCH', off, { enabled: false });
    await account.call('PATCH', changed, { thresholdValue: 49 });
  };
  await round();
  expect(await events(account)).toEqual([]);
  meanwhile = async () => undefined;
  await minutes(1);
  expect(await events(account)).toMatchObject([{ thresholdValue: 49, observedValue: 50 }]);
});

describe('PagerDuty', () => {
  const incident = {
    channelKinds: ['pagerduty', 'email'],
    channelTargets: { pagerduty: { routingKey: '0123456789abcdef0123456789abcdef' } },
  };
  const told = async (account: TestAccount): Promise<string[]> => {
    const rows = await app.services.metadata.reader
      .selectFrom('deliveries')
      .select(['event', 'channel'])
      .where('account_id', '=', account.id)
      .where('channel', '=', 'pagerduty')
      .orderBy('created_at')
      .execute();
    return rows.map(({ event }) => event);
  };

  it('is notified once that the condition has cleared', async () => {
    const account = await app.account();
    await create(account, incident);
    spend(50);
    await minutes(2);
    spend(0);
    await minutes(2);
    expect(await told(account)).toEqual(['alert.fired', 'alert.resolved']);
    expect(await events(account)).toHaveLength(1);
  });

  const pending = (account: TestAccount) =>
    app.services.metadata.reader
      .selectFrom('deliveries')
      .select(['event', 'channel', 'alert_id', 'body'])
      .where('account_id', '=', account.id)
      .where('status', '=', 'pending')
      .execute();

  it('is notified if the alert is deleted, although nothing else of it is left', async () => {
    const account = await app.account();
    const id = await create(account, incident);
    const cleared = await create(account, { ...incident, name: 'Over', thresholdValue: 40 });
    const quiet = await create(account, { ...incident, thresholdValue: 1_000 });
    spend(50);
    await minutes(1);
    spend(20);
    await minutes(1);
    for (const alert of [id, cleared, quiet]) {
      expect((await account.call('DELETE', `/v1/alerts/${alert}`)).statusCode).toBe(200);
    }
    expect(await events(account)).toEqual([]);
    const left = await pending(account);
    expect(left.map(({ event, channel, alert_id: of }) => [event, channel, of])).toEqual([
      ['alert.resolved', 'pagerduty', null],
      ['alert.resolved', 'pagerduty', null],
    ]);
    const alerts = left.map(({ body }) => JSON.parse(body).data.alertId as number);
    expect(alerts.toSorted((a, b) => a - b)).toEqual([id, cleared]);
  });

  it('is notified at the old target if the channel is removed or gets a new target', async () => {
    const account = await app.account();
    const [dropped, moved, renamed] = [
      await create(account, incident),
      await create(account, incident),
      await create(account, incident),
    ];
    spend(50);
    await minutes(1);
    await account.call('PATCH', `/v1/alerts/${dropped}`, { channelKinds: ['email'] });
    const other = { pagerduty: { routingKey: 'fedcba9876543210fedcba9876543210' } };
    await account.call('PATCH', `/v1/alerts/${moved}`, { channelTargets: other });
    await account.call('PATCH', `/v1/alerts/${renamed}`, { name: 'Other', channelTargets: { email: {} } });
    const resolved = (await pending(account)).filter(({ event }) => event === 'alert.resolved');
    expect(resolved.map(({ alert_id: of }) => of).toSorted()).toEqual([dropped, moved]);
  });

  it('is notified if the plan or the project disables the alert', async () => {
    const account = await app.account({ plan: 'pro' });
    const project = (await account.call('POST', '/v1/projects', { name: 'Side' })).json().id as string;
    const side = { ...account, ...(await account.key(null, { projectId: project })) };
    await create(side, incident);
    await create(account, { ...incident, alertType: 'anomaly_cost', thresholdValue: 3 });
    const dear = await create(account, incident);
    found = (_want, back) => ({ calls: 10, costUsd: back === 0 ? 50 : 1 });
    await minutes(1);
    expect(await told(account)).toEqual(['alert.fired', 'alert.fired', 'alert.fired']);
    await account.call('DELETE', `/v1/projects/${project}`);
    const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    await app.call('PATCH', `/operator/accounts/${account.id}`, { plan: 'free' }, operator);
    await minutes(2);
    expect((await told(account)).filter((event) => event === 'alert.resolved')).toHaveLength(2);
    // An open incident is closed, whatever the plan now includes.
    spend(0);
    await minutes(1);
    expect((await told(account)).filter((event) => event === 'alert.resolved')).toHaveLength(3);
    expect(await show(account, dear)).toMatchObject({ lastObservedValue: 0 });
  });

  it('is also notified if the alert is disabled, and not about alerts that never fired', async () => {
    const account = await app.account();
    const id = await create(account, incident);
    const silenced = await create(account, incident);
    await account.call('POST', `/v1/alerts/${silenced}/silence`);
    spend(50);
    await minutes(1);
    for (const alert of [id, silenced])
      await account.call('PATCH', `/v1/alerts/${alert}`, { enabled: false });
    expect((await told(account)).toSorted()).toEqual(['alert.fired', 'alert.resolved']);
  });
});

describe('what is measured', () => {
  it('windows, months, latencies and history, each in one statement however many alerts need it', async () => {
    const account = await app.account();
    const project = (await account.call('POST', '/v1/projects', { name: 'Side' })).json().id as string;
    const side = { ...account, ...(await account.key(null, { projectId: project })) };
    for (let count = 0; count < 3; count += 1) await create(account);
    await create(account, { alertType: 'error_rate', thresholdValue: 0.5 });
    await create(account, { alertType: 'monthly_budget' });
    await create(account, { alertType: 'latency_degradation', thresholdValue: 500 });
    await create(account, { alertType: 'anomaly_cost', thresholdValue: 3 });
    await create(account, { alertType: 'anomaly_latency', thresholdValue: 3 });
    await create(account, { alertType: 'guardian_findings', thresholdValue: 0 });
    await create(side, { windowMinutes: 15 });
    await round();
    const seen = statements.map(([wants, latencies]) => [
      latencies,
      wants.map(({ startMs, endMs, historyDays, project: of }) => [
        (endMs - startMs) / MINUTE_MS,
        historyDays,
        of === null ? 'all' : 'side',
      ]),
    ]);
    const month = (NOW - Date.parse('2026-03-01T00:00:00.000Z')) / MINUTE_MS;
    expect(seen).toEqual([
      [
        false,
        [
          [month, 0, 'all'],
          [60, 0, 'all'],
          [15, 0, 'side'],
        ],
      ],
      [
        false,
        [
          [60, 14, 'all'],
          // Its halves, and those of its last third.
          [30, 14, 'all'],
          [30, 14, 'all'],
          [10, 14, 'all'],
          [10, 14, 'all'],
        ],
      ],
      [true, [[60, 0, 'all']]],
      [true, [[60, 14, 'all']]],
    ]);
    expect(new Set(statements.flatMap(([wants]) => wants.map(({ sinceMs }) => sinceMs)))).toEqual(
      new Set([NOW - 90 * DAY_MS]),
    );
  });

  it('fires by the figures of each type', async () => {
    const account = await app.account();
    const ids = {
      errors: await create(account, { alertType: 'error_rate', thresholdValue: 0.5 }),
      latency: await create(account, { alertType: 'latency_degradation', thresholdValue: 500 }),
      month: await create(account, { alertType: 'monthly_budget', thresholdValue: 4 }),
      cost: await create(account, { alertType: 'anomaly_cost', thresholdValue: 3 }),
      slow: await create(account, { alertType: 'anomaly_latency', thresholdValue: 3 }),
      failing: await create(account, { alertType: 'anomaly_error_rate', thresholdValue: 3 }),
    };
    const usual = { calls: 100, errors: 1, costUsd: 1, latencyMs: 100 };
    found = (_want, back) => (back === 0 ? { calls: 10, errors: 5, costUsd: 4, latencyMs: 600 } : usual);
    await round();
    const fired = (await events(account)).map(({ alertId }) => alertId).toSorted((a, b) => a - b);
    expect(fired).toEqual(Object.values(ids));
    expect(await events(account, ids.errors)).toMatchObject([{ observedValue: 0.5 }]);
    expect(await events(account, ids.latency)).toMatchObject([{ observedValue: 600 }]);
    // Four times the 1 USD of every day. For a calm history, a deviation of a quarter is assumed.
    expect(await events(account, ids.cost)).toMatchObject([
      { observedValue: expect.closeTo(Math.log(4) / Math.log(1.25), 9) },
    ]);
  });

  it('scores: the mean of the window, the criterion and the account', async () => {
    const [account, other] = [await app.account(), await app.account()];
    const { criteria } = (await account.call('GET', '/v1/eval-criteria')).json();
    const [first, second] = criteria.map(({ id }: { id: number }) => id) as [number, number];
    const scored = (of: TestAccount, criterion: number, score: number | null, minutesAgo: number) => ({
      account_id: of.id,
      criterion_id: criterion,
      call_id: `call-${Math.random()}`,
      call_timestamp: NOW,
      score,
      normalized: score === null ? null : (score - 1) / 4,
      reasoning: '',
      status: 'scored' as const,
      cost_micros: 0,
      created_at: NOW - minutesAgo * MINUTE_MS,
    });
    await app.services.metadata.transaction((db) =>
      db
        .insertInto('eval_scores')
        .values([
          ...[2, 2.5, 2.5, 2.5].map((score) => scored(account, first, score, 5)),
          scored(account, first, 3, 59),
          scored(account, first, null, 5),
          scored(account, first, 5, 61),
          ...[1, 1, 1, 1].map((score) => scored(account, second, score, 5)),
          ...[1, 1, 1, 1, 1].map((score) => scored(other, first, score, 5)),
        ])
        .execute(),
    );
    // Five scores tell their mean to ±0.24 of a point, or ±0.06 of the scale.
    const rule = { alertType: 'eval_score', thresholdValue: 2.75 };
    const low = await create(account, { ...rule, evalCriterionId: first });
    await create(account, { ...rule, evalCriterionId: second });
    const at = await create(account, { ...rule, evalCriterionId: first, thresholdValue: 2.7 });
    // As a share of the scale of 1 to 5, the mean is 0.375.
    const part = await create(account, { ...rule, evalCriterionId: first, thresholdValue: 0.44 });
    await create(account, { ...rule, evalCriterionId: first, thresholdValue: 0.43 });
    const theirs = await create(other, { ...rule, evalCriterionId: first });
    await round();
    // The four scores of the other criterion are too few.
    expect((await events(account)).toSorted((a, b) => a.alertId - b.alertId)).toMatchObject([
      { alertId: low, observedValue: 2.5 },
      { alertId: part, observedValue: 0.375 },
    ]);
    expect(await show(account, at)).toMatchObject({ lastObservedValue: 2.5, lastTriggeredAt: null });
    expect(await events(other)).toMatchObject([{ alertId: theirs, observedValue: 1 }]);
    expect(statements).toEqual([]);
  });

  it('scores that clients send: their mean, or the share of a value, within the project', async () => {
    const account = await app.account();
    const { id: projectId } = (await account.call('POST', '/v1/projects', { name: 'Side' })).json();
    const side = { ...account, ...(await account.key(null, { projectId })) };
    const send = async (from: Caller, name: string, values: readonly unknown[], minutesAgo = 5) => {
      const createdAt = new Date(NOW - minutesAgo * MINUTE_MS).toISOString();
      const scores = values.map((value) => ({ name, value, createdAt, traceId: 't' }));
      expect((await from.call('POST', '/v1/scores', { scores })).json().accepted).toBe(values.length);
    };
    await send(account, 'helpful', [0.2, 0.4, 0.4, 0.4, 0.6]);
    await send(account, 'helpful', [1, 1, 1], 61);
    await send(account, 'few', [0, 0, 0, 0]);
    await send(account, 'thumbs', [true, false, false, false, false]);
    await send(account, 'tone', ['rude', 'rude', 'rude', 'kind', 'kind']);
    await send(account, 'chance', ['rude', 'kind', 'kind', 'kind', 'kind']);
    await send(side, 'helpful', [0.9, 0.9, 0.9, 0.9, 0.9]);
    const low = { alertType: 'score_below', thresholdValue: 0.5 };
    const high = { alertType: 'score_above', thresholdValue: 0.15 };
    const project = (await account.call('GET', '/v1/projects'))
      .json()
      .projects.find(({ isDefault }: { isDefault: boolean }) => isDefault).id as string;
    const own = { ...account, ...(await account.key(null, { projectId: project })) };
    const mean = await create(own, { ...low, scoreName: 'helpful' });
    await create(account, { ...low, scoreName: 'few' });
    const whole = await create(account, { ...low, scoreName: 'helpful' });
    const yes = await create(account, { ...low, scoreName: 'thumbs' });
    const rude = await create(account, { ...high, scoreName: 'tone', scoreValue: 'rude' });
    const chance = await create(account, { ...high, scoreName: 'chance', scoreValue: 'rude' });
    const no = await create(account, { ...high, scoreName: 'thumbs', scoreValue: 'false' });
    const sides = await create(side, { ...high, scoreName: 'helpful', thresholdValue: 0.8 });
    await round();
    const fired = (await events(account)).toSorted((a, b) => a.alertId - b.alertId);
    expect(fired).toMatchObject([
      { alertId: mean, observedValue: 0.4 },
      { alertId: yes, observedValue: 0.2 },
      { alertId: rude, observedValue: 0.6 },
      { alertId: no, observedValue: 0.8 },
      { alertId: sides, observedValue: 0.9 },
    ]);
    expect(await show(account, whole)).toMatchObject({ lastObservedValue: 0.65, scoreName: 'helpful' });
    // One in five is above the threshold, but that may be chance.
    expect(await show(account, chance)).toMatchObject({ lastObservedValue: 0.2, lastTriggeredAt: null });
    const rule = { alertType: 'score_above', thresholdValue: 0.15, windowMinutes: 60 };
    const preview = async (subject: object) =>
      (await account.call('POST', '/v1/alerts/preview', { ...rule, ...subject })).json();
    expect((await preview({ scoreName: 'tone', scoreValue: 'rude' })).firings).toMatchObject([
      { observedValue: 0.6 },
    ]);
    expect((await preview({ scoreName: 'chance', scoreValue: 'rude' })).firings).toEqual([]);
    expect((await preview({ scoreName: 'unknown' })).firings).toEqual([]);
  });

  it('alerts that an account’s plan no longer includes are paused, and channels that it no longer includes are skipped', async () => {
    const account = await app.account({ plan: 'pro' });
    await create(account, { alertType: 'anomaly_cost', thresholdValue: 0 });
    const dear = await create(account, {
      channelKinds: ['email', 'slack'],
      channelTargets: { slack: { url: 'https://hooks.slack.com/services/abcd' } },
    });
    const reply = await app.call(
      'PATCH',
      `/operator/accounts/${account.id}`,
      { plan: 'free' },
      { authorization: `Bearer ${OPERATOR_TOKEN}` },
    );
    expect(reply.statusCode).toBe(200);
    spend(50);
    await round();
    const [event, ...others] = await events(account);
    expect([event?.alertId, others]).toEqual([dear, []]);
    expect(await channelsTried(account, event?.id)).toEqual(['email']);
  });

  it('alerts of a deleted project are paused', async () => {
    const account = await app.account();
    const project = (await account.call('POST', '/v1/projects', { name: 'Side' })).json().id as string;
    const side = { ...account, ...(await account.key(null, { projectId: project })) };
    await create(side);
    await account.call('DELETE', `/v1/projects/${project}`);
    spend(50);
    await round();
    expect([await events(account), statements]).toEqual([[], []]);
  });

  it('a slow query delays no other: each alert is decided as soon as its query is answered', async () => {
    const account = await app.account();
    const dear = await create(account);
    const slow = await create(account, { alertType: 'latency_degradation', thresholdValue: 1 });
    const { promise, resolve } = Promise.withResolvers<void>();
    meanwhile = (latencies) => (latencies ? promise : Promise.resolve());
    found = () => ({ calls: 10, costUsd: 50, latencyMs: 5 });
    const running = round();
    await eventually(async () => expect(await events(account)).toMatchObject([{ alertId: dear }]));
    resolve();
    await running;
    expect((await events(account)).map(({ alertId }) => alertId)).toEqual([slow, dear]);
  });

  it('503 alerts_incomplete: a failure does not affect other alerts', async () => {
    const account = await app.account();
    const dear = await create(account);
    const slow = await create(account, { alertType: 'latency_degradation', thresholdValue: 1 });
    found = (_want, _back, latencies) => {
      if (latencies) throw new Error('the engine said no');
      return { calls: 1, costUsd: 50 };
    };
    await expect(round()).rejects.toMatchObject({ reason: 'alerts_incomplete' });
    expect(await events(account)).toMatchObject([{ alertId: dear }]);
    found = () => ({ calls: 1, costUsd: 50, latencyMs: 10 });
    await minutes(1);
    expect((await events(account)).map(({ alertId }) => alertId)).toEqual([slow, dear]);
  });
});

it('targets that cannot be decrypted: the firing is recorded, and the owners are notified', async () => {
  const account = await app.account();
  const id = await create(account, {
    channelKinds: ['email', 'slack'],
    channelTargets: { slack: { url: 'https://hooks.slack.com/services/abcd' } },
  });
  await app.services.metadata.transaction((db) =>
    db.updateTable('alerts').set({ channel_targets: 'bm90IG91cnM=' }).where('id', '=', id).execute(),
  );
  spend(50);
  await minutes(1);
  const [event, ...others] = await events(account);
  expect([event?.alertId, others]).toEqual([id, []]);
  expect(await channelsTried(account, event?.id)).toEqual(['email']);
  expect((await account.call('PATCH', `/v1/alerts/${id}`, { enabled: false })).statusCode).toBe(200);
  expect((await account.call('DELETE', `/v1/alerts/${id}`)).statusCode).toBe(200);
});

describe('old firings', () => {
  const expire = () => app.services.jobs.runNow('alert-expiry');
  const aged = (account: TestAccount, days: number) =>
    app.services.metadata.transaction((db) =>
      db
        .updateTable('alert_events')
        .set((eb) => ({ triggered_at: eb('triggered_at', '-', days * DAY_MS) }))
        .where('account_id', '=', account.id)
        .execute(),
    );

  it('are deleted after 90 days, or after the account’s retention if that is longer', async () => {
    const [free, long] = [await app.account({ plan: 'free' }), await app.account()];
    await app.services.metadata.transaction((db) =>
      db.updateTable('accounts').set({ retention_days: 200 }).where('id', '=', long.id).execute(),
    );
    for (const account of [free, long]) await create(account);
    spend(50);
    await minutes(1);
    spend(0);
    await minutes(1);
    for (const account of [free, long]) await aged(account, 89);
    await expire();
    expect([await events(free), await events(long)]).toEqual([[expect.anything()], [expect.anything()]]);
    for (const account of [free, long]) await aged(account, 2);
    await expire();
    expect([await events(free), await events(long)]).toEqual([[], [expect.anything()]]);
    await aged(long, 110);
    await expire();
    expect(await events(long)).toEqual([]);
  });

  it('are kept while their condition holds, so that its end can be reported', async () => {
    const account = await app.account();
    const id = await create(account);
    spend(50);
    await minutes(1);
    await account.call('POST', `/v1/alerts/${id}/silence`);
    clock.advance(100 * DAY_MS);
    await minutes(1);
    await expire();
    expect(await events(account)).toHaveLength(1);
    spend(0);
    await minutes(1);
    await expire();
    expect(await events(account)).toEqual([]);
  });
});

it('1,000 alerts of 20 accounts are checked in one round, and fire in one', async () => {
  const account = await app.account();
  const { channel_targets: channelTargets } = await (async () => {
    const id = await create(account);
    return app.services.metadata.reader
      .selectFrom('alerts')
      .select('channel_targets')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  })();
  const accounts = [account];
  while (accounts.length < 20) accounts.push(await app.account());
  const rows = Array.from({ length: 999 }, (_, at) => ({
    account_id: accounts[at % accounts.length]?.id ?? account.id,
    name: `Alert ${at}`,
    alert_type: ['cost_threshold', 'error_rate', 'monthly_budget', 'anomaly_cost'][at % 4] ?? '',
    threshold_value: 10,
    window_minutes: 5 + (at % 40),
    channel_kinds: '["email"]',
    channel_targets: channelTargets,
    enabled: 1 as const,
    holds: 0 as const,
    held_back: 0 as const,
    version: 0,
    findings_told: 0,
    created_at: NOW,
    updated_at: NOW,
  }));
  await app.services.metadata.transaction(async (db) => {
    for (let from = 0; from < rows.length; from += 250) {
      await db
        .insertInto('alerts')
        .values(rows.slice(from, from + 250))
        .execute();
    }
  });
  const quiet = await processCpuMs(() => minutes(1));
  expect(statements.length).toBeLessThanOrEqual(10);
  spend(50);
  const firing = await processCpuMs(() => minutes(1));
  const [{ fired }] = (await app.services.metadata.reader
    .selectFrom('alert_events')
    .select((eb) => eb.fn.countAll<number>().as('fired'))
    .execute()) as [{ fired: number }];
  // Error rates and anomalies without history do not fire.
  expect(fired).toBe(501);
  if (process.env.TEST_FIGURES) console.log({ quietMs: Math.round(quiet), firingMs: Math.round(firing) });
  expect(quiet).toBeLessThan(5_000);
  expect(firing).toBeLessThan(20_000);
});
