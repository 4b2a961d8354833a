import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WindowSums } from '#records';
import { makeTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import type { RecordsReplies } from '#test/support/fake-records';

const NOW = Date.parse('2026-03-20T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const clock = new FakeClock(NOW);

/** The sums of the requested window, by the number of its step. */
let series: (point: number) => WindowSums | null = () => null;
let asked: Parameters<RecordsReplies['selectWindowSeries']>[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp({
    clock,
    records: {
      selectWindowSeries: async (...question) => {
        asked.push(question);
        const found = Array.from(
          { length: question[1].points },
          (_, point) => [point, series(point)] as const,
        );
        return new Map([['', new Map(found.flatMap(([point, sums]) => (sums ? [[point, sums]] : [])))]]);
      },
    },
  });
});
afterAll(() => app.stop());

const COST = {
  name: 'Too dear',
  alertType: 'cost_threshold',
  thresholdValue: 10,
  windowMinutes: 60,
  channelKinds: ['email'],
};

const create = (from: Caller, changes: Record<string, unknown> = {}) =>
  from.call('POST', '/v1/alerts', { ...COST, ...changes });

async function made(from: Caller, changes: Record<string, unknown> = {}): Promise<number> {
  const reply = await create(from, changes);
  expect([reply.statusCode, reply.json()]).toEqual([201, { id: expect.any(Number) }]);
  return reply.json().id as number;
}

const outcome = (reply: { statusCode: number; json: () => { reason?: string } }) => [
  reply.statusCode,
  reply.json().reason,
];

/** A firing as the job would store it. */
async function fired(account: TestAccount, alertId: number, at: number): Promise<number> {
  const { id } = await app.services.metadata.transaction((db) =>
    db
      .insertInto('alert_events')
      .values({
        account_id: account.id,
        alert_id: alertId,
        alert_type: 'cost_threshold',
        threshold_value: 10,
        window_minutes: 60,
        triggered_at: at,
        observed_value: 12.5,
        channels_sent: '["email"]',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return id;
}

describe('alerts', () => {
  it('201, 200: created, read, changed and deleted, each with its audit entry', async () => {
    const account = await app.account();
    expect((await account.call('GET', '/v1/alerts')).json()).toEqual([]);
    const id = await made(account);
    const url = `/v1/alerts/${id}`;
    const alert = {
      id,
      ...COST,
      channelTargets: {},
      enabled: true,
      evalCriterionId: null,
      scoreName: null,
      scoreValue: null,
      of: 'calls',
      filter: null,
      forEach: null,
      percentile: null,
      silencedUntil: null,
      lastTriggeredAt: null,
      lastObservedValue: null,
      holds: false,
      createdAt: '2026-03-20T12:00:00.000Z',
      updatedAt: '2026-03-20T12:00:00.000Z',
    };
    expect((await account.call('GET', '/v1/alerts')).json()).toEqual([alert]);
    expect((await account.call('GET', url)).json()).toEqual({ alert, events: [], groups: [] });

    clock.advance(1_000);
    const changes = { name: 'Dear', thresholdValue: 20, windowMinutes: 30, enabled: false };
    expect((await account.call('PATCH', url, changes)).json()).toEqual({ updated: true });
    expect((await account.call('PATCH', url, changes)).json()).toEqual({ updated: true });
    expect((await account.call('PATCH', url, {})).json()).toEqual({ updated: true });
    expect((await account.call('GET', url)).json().alert).toEqual({
      ...alert,
      ...changes,
      updatedAt: '2026-03-20T12:00:01.000Z',
    });
    clock.set(NOW);

    expect((await account.call('DELETE', url)).json()).toEqual({ deleted: true });
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { name: 'x' } : undefined;
      expect((await account.call(method, url, body)).statusCode).toBe(404);
    }
    const { entries } = (await account.call('GET', '/v1/audit')).json();
    expect(entries.slice(0, 3)).toMatchObject([
      { action: 'alert.delete', targetId: String(id), metadata: { name: 'Dear' } },
      { action: 'alert.update', metadata: { changed: Object.keys(changes) } },
      { action: 'alert.create', metadata: { name: 'Too dear', alertType: 'cost_threshold' } },
    ]);
  });

  it('400: missing, unknown, immutable and impossible values', async () => {
    const account = await app.account();
    const id = await made(account);
    for (const field of ['name', 'alertType', 'thresholdValue', 'windowMinutes', 'channelKinds']) {
      const reply = await create(account, { [field]: undefined });
      expect([field, reply.statusCode, reply.json().details[0].path]).toEqual([field, 400, field]);
    }
    for (const wrong of [
      { name: '' },
      { alertType: 'other' },
      { thresholdValue: '10' },
      { thresholdValue: -1 },
      { windowMinutes: 0 },
      { windowMinutes: 1.5 },
      { windowMinutes: 43_201 },
      { alertType: 'latency_degradation', windowMinutes: 1_441 },
      { alertType: 'anomaly_cost', windowMinutes: 1_441 },
      { channelKinds: [] },
      { channelKinds: ['fax'] },
      { channelKinds: ['email', 'email'] },
      { channelKinds: ['webhook'] },
      { channelKinds: ['webhook'], channelTargets: { webhook: { url: 'http://example.com/' } } },
      { channelKinds: ['webhook'], channelTargets: { webhook: { url: 'https://127.0.0.1/' } } },
      { channelTargets: { fax: {} } },
      { alertType: 'eval_score' },
      { evalCriterionId: 1 },
      { alertType: 'score_below' },
      { alertType: 'score_above', scoreName: ' ' },
      { alertType: 'score_above', scoreName: 'x', evalCriterionId: 1 },
      { scoreName: 'x' },
      { scoreValue: 'x' },
      { templateKey: 'none' },
      { templateKey: 'error-rate' },
      { silencedUntil: null },
    ]) {
      expect([wrong, (await create(account, wrong)).statusCode]).toEqual([wrong, 400]);
    }
    for (const wrong of [
      { alertType: 'cost_threshold' },
      { evalCriterionId: 1 },
      { id: 3 },
      { thresholdValue: -1 },
      { windowMinutes: 0 },
      { channelKinds: ['slack'] },
    ]) {
      const reply = await account.call('PATCH', `/v1/alerts/${id}`, wrong);
      expect([wrong, reply.statusCode]).toEqual([wrong, 400]);
    }
    expect((await account.call('GET', '/v1/alerts')).json()).toHaveLength(1);
  });

  it('403 plan_required: types and channels that Free does not include', async () => {
    const free = await app.account({ plan: 'free' });
    for (const wrong of [
      { alertType: 'anomaly_cost' },
      { alertType: 'anomaly_latency' },
      { alertType: 'anomaly_error_rate' },
      { alertType: 'eval_score', evalCriterionId: 1 },
      { channelKinds: ['webhook'], channelTargets: { webhook: { url: 'https://example.com/hook' } } },
      { channelKinds: ['email', 'slack'] },
    ]) {
      expect([wrong, ...outcome(await create(free, wrong))]).toEqual([wrong, 403, 'plan_required']);
    }
    const test = await free.call('POST', '/v1/alerts/test-webhook', { url: 'https://example.com/' });
    expect(outcome(test)).toEqual([403, 'plan_required']);
    const preview = await free.call('POST', '/v1/alerts/preview', { templateKey: 'unusual-cost' });
    expect(outcome(preview)).toEqual([403, 'plan_required']);
    const id = await made(free);
    const change = { channelKinds: ['slack'], channelTargets: { slack: { url: 'https://example.com/' } } };
    expect(outcome(await free.call('PATCH', `/v1/alerts/${id}`, change))).toEqual([403, 'plan_required']);
    for (const alertType of ['monthly_budget', 'guardian_findings']) await made(free, { alertType });
  });

  it('403 plan_required: the fourth on Free, also with ten concurrent requests; Pro has no limit', async () => {
    const free = await app.account({ plan: 'free' });
    const replies = await Promise.all(Array.from({ length: 10 }, () => create(free)));
    const codes = replies.map(({ statusCode }) => statusCode).toSorted();
    expect(codes).toEqual([201, 201, 201, ...Array.from({ length: 7 }, () => 403)]);
    expect(outcome(await create(free))).toEqual([403, 'plan_required']);
    const [first] = (await free.call('GET', '/v1/alerts')).json();
    await free.call('DELETE', `/v1/alerts/${first.id}`);
    await made(free);
    const pro = await app.account({ plan: 'pro' });
    for (let at = 0; at < 5; at += 1) await made(pro);
  });

  it('200: addresses and secrets are masked, and stay unchanged if they are sent back masked', async () => {
    const account = await app.account();
    const channelTargets = {
      email: { to: ['ops@example.com'] },
      slack: { url: 'https://hooks.slack.com/services/T000/B000/verysecretabcd' },
      webhook: { url: 'https://example.com/hook/secretpath1234', secret: 'a long secret wxyz' },
      pagerduty: { routingKey: '0123456789abcdef0123456789abcdef' },
    };
    const channelKinds = ['email', 'slack', 'webhook', 'pagerduty'];
    const id = await made(account, { channelKinds, channelTargets });
    const url = `/v1/alerts/${id}`;
    const masked = {
      email: { to: ['ops@example.com'] },
      slack: { url: 'https://hooks.slack.com/…abcd' },
      webhook: { url: 'https://example.com/…1234', secret: '…wxyz' },
      pagerduty: { routingKey: '…cdef' },
    };
    const list = await account.call('GET', '/v1/alerts');
    expect(list.json()[0].channelTargets).toEqual(masked);
    const read = await account.call('GET', url);
    expect(read.json().alert.channelTargets).toEqual(masked);
    for (const { body } of [list, read]) {
      for (const secret of ['verysecret', 'secretpath', 'a long', '0123']) expect(body).not.toContain(secret);
    }
    const kept = () =>
      app.services.metadata.reader
        .selectFrom('alerts')
        .select(['channel_targets', 'version'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const before = await kept();
    expect(before.channel_targets).not.toContain('secret');
    expect((await account.call('PATCH', url, { channelTargets: masked })).statusCode).toBe(200);
    expect(await kept()).toEqual(before);
    // The target of one channel changes, the others stay.
    const changed = { channelTargets: { slack: { url: 'https://hooks.slack.com/services/other9999' } } };
    expect((await account.call('PATCH', url, changed)).statusCode).toBe(200);
    expect((await account.call('GET', url)).json().alert.channelTargets).toEqual({
      ...masked,
      slack: { url: 'https://hooks.slack.com/…9999' },
    });
  });

  it('200: targets that were sealed with another master key are shown as none, and can be set again', async () => {
    const account = await app.account();
    const id = await made(account, {
      channelKinds: ['slack'],
      channelTargets: { slack: { url: 'https://hooks.slack.com/services/T000/B000/abcd' } },
    });
    await app.services.metadata.transaction((db) =>
      db.updateTable('alerts').set({ channel_targets: 'bm90IG91cnM=' }).where('id', '=', id).execute(),
    );
    expect((await account.call('GET', '/v1/alerts')).json()[0].channelTargets).toEqual({});
    const again = { channelTargets: { slack: { url: 'https://hooks.slack.com/services/other9999' } } };
    expect((await account.call('PATCH', `/v1/alerts/${id}`, again)).statusCode).toBe(200);
    expect((await account.call('GET', `/v1/alerts/${id}`)).json().alert.channelTargets).toEqual({
      slack: { url: 'https://hooks.slack.com/…9999' },
    });
  });

  it('200 X-Next-Cursor: pages of a bare array', async () => {
    const account = await app.account();
    const ids: number[] = [];
    for (let at = 0; at < 5; at += 1) ids.push(await made(account, { name: `Alert ${at}` }));
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const after = cursor === undefined ? '' : `&cursor=${cursor}`;
      const reply = await account.call('GET', `/v1/alerts?limit=2${after}`);
      seen.push(...reply.json().map((alert: { id: number }) => alert.id));
      cursor = reply.headers['x-next-cursor'] as string | undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(ids);
    expect((await account.call('GET', '/v1/alerts?cursor=x')).statusCode).toBe(400);
  });

  it('201: each template becomes an alert in one step, with overrides from the request', async () => {
    const account = await app.account();
    const templates = (await account.call('GET', '/v1/alerts/templates')).json();
    expect(templates.length).toBeGreaterThanOrEqual(9);
    const { criteria } = (await account.call('GET', '/v1/eval-criteria')).json();
    for (const { key, description: _description, plan, ...said } of templates) {
      const scores = said.alertType === 'eval_score';
      expect([key, plan]).toEqual([key, scores || said.alertType.startsWith('anomaly') ? 'pro' : 'free']);
      const extra = scores
        ? { evalCriterionId: criteria[0].id }
        : said.alertType === 'score_below'
          ? { scoreName: 'thumbs' }
          : {};
      const reply = await account.call('POST', '/v1/alerts', { templateKey: key, ...extra });
      expect([key, reply.statusCode]).toEqual([key, 201]);
      const { alert } = (await account.call('GET', `/v1/alerts/${reply.json().id}`)).json();
      expect(alert).toMatchObject({ ...said, ...extra, enabled: true });
    }
    const own = { templateKey: 'error-rate', name: 'Mine', thresholdValue: 0.5, enabled: false };
    const { id } = (await account.call('POST', '/v1/alerts', own)).json();
    const { alert } = (await account.call('GET', `/v1/alerts/${id}`)).json();
    expect(alert).toMatchObject({
      name: 'Mine',
      alertType: 'error_rate',
      thresholdValue: 0.5,
      windowMinutes: 360,
    });
  });

  it('404: a criterion that does not exist', async () => {
    const account = await app.account();
    const scores = { alertType: 'eval_score', evalCriterionId: 999_999 };
    expect(outcome(await create(account, scores))).toEqual([404, 'not_found']);
    const { name: _name, channelKinds: _channels, ...rule } = { ...COST, ...scores };
    expect(outcome(await account.call('POST', '/v1/alerts/preview', rule))).toEqual([404, 'not_found']);
  });

  it('404: alerts and events of another account, of another project, and invalid ids', async () => {
    const [mine, other] = [await app.account(), await app.account()];
    const id = await made(other);
    const event = await fired(other, id, NOW);
    const project = (await other.call('POST', '/v1/projects', { name: 'Side' })).json().id;
    const side = await other.key(['read', 'write'], { projectId: project });
    for (const caller of [mine, side]) {
      for (const [method, url, body] of [
        ['GET', `/v1/alerts/${id}`],
        ['PATCH', `/v1/alerts/${id}`, { name: 'Taken' }],
        ['DELETE', `/v1/alerts/${id}`],
        ['POST', `/v1/alerts/${id}/silence`],
        ['DELETE', `/v1/alerts/${id}/silence`],
        ['POST', `/v1/alerts/events/${event}/acknowledge`],
        ['GET', `/v1/alerts/events/${event}/deliveries`],
      ] as const) {
        expect([method, url, (await caller.call(method, url, body)).statusCode]).toEqual([method, url, 404]);
      }
      expect((await caller.call('GET', '/v1/alerts')).json()).toEqual([]);
      expect((await caller.call('GET', '/v1/alerts/events')).json()).toEqual({ events: [] });
    }
    for (const none of ['0', '-1', 'x', '1e3', '99999999999999999999', '999999999']) {
      expect([none, (await other.call('GET', `/v1/alerts/${none}`)).statusCode]).toEqual([none, 404]);
      const url = `/v1/alerts/events/${none}/acknowledge`;
      expect([none, (await other.call('POST', url)).statusCode]).toEqual([none, 404]);
    }
    expect((await other.call('GET', `/v1/alerts/${id}`)).json().alert.name).toBe(COST.name);
    await made(side);
    expect((await side.call('GET', '/v1/alerts')).json()).toHaveLength(1);
  });

  it('403: a viewer, and keys without the scope', async () => {
    const account = await app.account();
    const id = await made(account);
    const event = await fired(account, id, NOW);
    for (const [caller, reason] of [
      [await account.member('viewer'), 'insufficient_role'],
      [await account.key(['read', 'write:records']), 'insufficient_scope'],
    ] as const) {
      for (const reply of [
        await create(caller),
        await caller.call('PATCH', `/v1/alerts/${id}`, { name: 'x' }),
        await caller.call('DELETE', `/v1/alerts/${id}`),
        await caller.call('POST', `/v1/alerts/${id}/silence`),
        await caller.call('DELETE', `/v1/alerts/${id}/silence`),
        await caller.call('POST', `/v1/alerts/events/${event}/acknowledge`),
      ]) {
        expect(outcome(reply)).toEqual([403, reason]);
      }
      expect((await caller.call('GET', `/v1/alerts/${id}`)).statusCode).toBe(200);
    }
  });
});

describe('silence', () => {
  it('200: until a time, without end, and ended', async () => {
    const account = await app.account();
    const id = await made(account);
    const url = `/v1/alerts/${id}/silence`;
    const shown = async () => (await account.call('GET', `/v1/alerts/${id}`)).json().alert.silencedUntil;
    const endless = '9999-12-31T23:59:59.999Z';
    const soon = '2026-03-20T13:00:00.000Z';
    for (const [body, until] of [
      [undefined, endless],
      [{ until: null }, endless],
      [{}, endless],
      [{ until: '2026-03-20T14:00:00+01:00' }, soon],
    ] as const) {
      const reply = await account.call('POST', url, body);
      expect([reply.statusCode, reply.json()]).toEqual([200, { silencedUntil: until }]);
      expect(await shown()).toBe(until);
    }
    // A silence that has ended is not shown.
    clock.advance(HOUR_MS);
    expect(await shown()).toBe(null);
    clock.set(NOW);
    expect(await shown()).toBe(soon);
    for (let times = 0; times < 2; times += 1) {
      expect((await account.call('DELETE', url)).json()).toEqual({ silencedUntil: null });
      expect(await shown()).toBe(null);
    }
  });

  it('200: a request that changes nothing has no entry in the audit log', async () => {
    const account = await app.account();
    const id = await made(account);
    const url = `/v1/alerts/${id}/silence`;
    const entries = async (action: string) =>
      (await account.call('GET', `/v1/audit?action=${action}`)).json().entries.length;
    const until = '2026-03-20T13:00:00.000Z';
    await account.call('DELETE', url);
    for (let times = 0; times < 2; times += 1) await account.call('POST', url, { until });
    expect([await entries('alert.silence'), await entries('alert.unsilence')]).toEqual([1, 0]);
    for (let times = 0; times < 2; times += 1) await account.call('DELETE', url);
    expect([await entries('alert.silence'), await entries('alert.unsilence')]).toEqual([1, 1]);
    // An expired silence does not need to be ended.
    await account.call('POST', url, { until });
    clock.advance(HOUR_MS);
    await account.call('DELETE', url);
    clock.set(NOW);
    expect([await entries('alert.silence'), await entries('alert.unsilence')]).toEqual([2, 1]);
  });

  it('400: a time that has passed or is invalid', async () => {
    const account = await app.account();
    const url = `/v1/alerts/${await made(account)}/silence`;
    for (const until of [
      '2026-03-20T12:00:00.000Z',
      '2020-01-01T00:00:00Z',
      'soon',
      7,
      '2026-13-01T00:00:00Z',
    ]) {
      expect([until, (await account.call('POST', url, { until })).statusCode]).toEqual([until, 400]);
    }
    expect((await account.call('POST', url, { minutes: 5 })).statusCode).toBe(400);
  });
});

describe('events', () => {
  it('200: newest first, page by page, of one alert or of all', async () => {
    const account = await app.account();
    const [first, second] = [await made(account), await made(account, { name: 'Other' })];
    const ids: number[] = [];
    // Two in the same millisecond: the id orders them.
    for (const at of [3, 2, 2, 1]) ids.push(await fired(account, first, NOW - at * 1_000));
    ids.push(await fired(account, second, NOW - 500));
    const newest = ids.toReversed();
    const list = async (query: string) =>
      (await account.call('GET', `/v1/alerts/events${query}`)).json().events;
    expect((await list('')).map(({ id }: { id: number }) => id)).toEqual(newest);
    expect((await list(`?alertId=${second}`)).map(({ id }: { id: number }) => id)).toEqual(ids.slice(4));
    const seen: number[] = [];
    let after = '';
    for (;;) {
      const page: { id: number; triggeredAt: string }[] = await list(`?limit=1${after}`);
      const [last] = page;
      if (!last) break;
      seen.push(last.id);
      after = `&beforeTriggeredAt=${last.triggeredAt}&beforeId=${last.id}`;
    }
    expect(seen).toEqual(newest);
    expect((await account.call('GET', `/v1/alerts/${first}`)).json().events).toHaveLength(4);
    for (const wrong of [
      `?beforeId=${ids[0]}`,
      '?beforeTriggeredAt=2026-03-20T12:00:00.000Z',
      '?limit=0',
      '?limit=101',
      '?beforeTriggeredAt=x&beforeId=1',
      '?alertId=x',
    ]) {
      expect([wrong, (await account.call('GET', `/v1/alerts/events${wrong}`)).statusCode]).toEqual([
        wrong,
        400,
      ]);
    }
  });

  it('200: an event keeps the rule as it was when the alert changes', async () => {
    const account = await app.account();
    const id = await made(account);
    await fired(account, id, NOW);
    const changes = { name: 'Renamed', thresholdValue: 77, windowMinutes: 30 };
    await account.call('PATCH', `/v1/alerts/${id}`, changes);
    const { events } = (await account.call('GET', '/v1/alerts/events')).json();
    expect(events).toMatchObject([
      {
        alertId: id,
        alertName: 'Renamed',
        alertType: 'cost_threshold',
        observedValue: 12.5,
        thresholdValue: 10,
        windowMinutes: 60,
        channelsSent: ['email'],
      },
    ]);
  });

  it('200: acknowledged once, also by five concurrent requests; later ones get the first answer', async () => {
    const account = await app.account();
    const id = await fired(account, await made(account), NOW);
    const url = `/v1/alerts/events/${id}/acknowledge`;
    const member = await account.member('member');
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => member.call('POST', url, { source: 'pager' })),
    );
    const bodies = replies.map((reply) => reply.json());
    expect(bodies.map(({ alreadyAcknowledged }) => alreadyAcknowledged).toSorted()).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    clock.advance(5_000);
    const later = (await account.call('POST', url)).json();
    clock.set(NOW);
    const answer = { id, acknowledgedAt: '2026-03-20T12:00:00.000Z', acknowledgedBy: member.userId };
    expect(later).toEqual({ ...answer, alreadyAcknowledged: true });
    const { events } = (await account.call('GET', '/v1/alerts/events')).json();
    expect(events).toMatchObject([answer]);
    const { entries } = (await account.call('GET', '/v1/audit')).json();
    const noted = entries.filter(({ action }: { action: string }) => action === 'alert_event.acknowledge');
    expect(noted).toMatchObject([{ targetId: String(id), metadata: { source: 'pager' } }]);
    expect((await account.call('POST', url, { source: '' })).statusCode).toBe(400);
    expect((await account.call('POST', url, { by: 'me' })).statusCode).toBe(400);
  });

  it('200, 404: deliveries of an event, and none of it after its alert is deleted', async () => {
    const account = await app.account();
    const alertId = await made(account);
    const id = await fired(account, alertId, NOW);
    const url = `/v1/alerts/events/${id}/deliveries`;
    expect((await account.call('GET', url)).json()).toEqual({ deliveries: [], nextCursor: null });
    await account.call('DELETE', `/v1/alerts/${alertId}`);
    expect((await account.call('GET', '/v1/alerts/events')).json()).toEqual({ events: [] });
    expect((await account.call('GET', url)).statusCode).toBe(404);
    expect((await account.call('POST', `/v1/alerts/events/${id}/acknowledge`)).statusCode).toBe(404);
  });
});

describe('preview', () => {
  const preview = (from: Caller, body: object) => from.call('POST', '/v1/alerts/preview', body);
  const DEAR = { calls: 1, errors: 0, costUsd: 30, latencyMs: null };

  it('200: the firings that a rule over sums would have had, from steps that are queried once', async () => {
    const account = await app.account();
    asked = [];
    // The quarter hours begin an hour before the fourteen days. One in the middle is expensive.
    series = (point) => (point === 4 + 96 * 7 ? DEAR : null);
    const reply = await preview(account, {
      alertType: 'cost_threshold',
      thresholdValue: 25,
      windowMinutes: 60,
    });
    expect(reply.statusCode).toBe(200);
    const { points, firings, evaluatedEveryMinutes, startTime, endTime } = reply.json();
    expect(asked).toHaveLength(1);
    expect(asked[0]?.[1]).toMatchObject({ points: 14 * 96 + 4, stepMs: 900_000, windowMs: 900_000 });
    expect([startTime, endTime]).toEqual(['2026-03-06T12:00:00.000Z', '2026-03-20T12:00:00.000Z']);
    expect([points.length, evaluatedEveryMinutes]).toEqual([336, 15]);
    // The quarter from 12:00 on the 13th is in the windows that end from 12:15 to 13:00.
    expect(firings).toEqual([{ triggeredAt: '2026-03-13T12:15:00.000Z', observedValue: 30 }]);
    expect(points.filter(({ fired: it }: { fired: boolean }) => it)).toEqual([
      { at: '2026-03-13T13:00:00.000Z', value: 30, holds: true, fired: true },
    ]);
    expect(points.filter(({ holds }: { holds: boolean }) => holds)).toHaveLength(1);
  });

  it('200: a monthly budget starts again with each month', async () => {
    const account = await app.account();
    clock.set(Date.parse('2026-03-05T00:00:00.000Z'));
    asked = [];
    series = () => ({ ...DEAR, costUsd: 1 });
    const body = { alertType: 'monthly_budget', thresholdValue: 2_000, windowMinutes: 1_440 };
    const { firings } = (await preview(account, body)).json();
    clock.set(NOW);
    // From the 1st of February on, a dollar every quarter hour.
    expect(asked[0]?.[1].firstEndMs).toBe(Date.parse('2026-02-01T00:15:00.000Z'));
    expect(firings[0]).toEqual({ triggeredAt: '2026-02-21T20:00:00.000Z', observedValue: 2_000 });
    expect(firings).toHaveLength(8);
    expect(firings.at(-1).triggeredAt).toBe('2026-02-28T20:00:00.000Z');
  });

  it('200: anomalies are compared with the days before, even on the first days', async () => {
    const account = await app.account();
    asked = [];
    // Steps of a quarter of the window from 28 days ago; the last one is slow.
    series = (point) => ({
      ...DEAR,
      calls: 100,
      latencyMs: point === 28 * 96 ? 5_000 : 100 + (point % 7),
    });
    const body = { alertType: 'anomaly_latency', thresholdValue: 5, windowMinutes: 60 };
    const { firings, points } = (await preview(account, body)).json();
    expect(asked[0]?.[1]).toMatchObject({ points: 28 * 96 + 1, windowMs: HOUR_MS, rows: { level: 0.95 } });
    expect(firings).toEqual([{ triggeredAt: '2026-03-20T12:00:00.000Z', observedValue: expect.any(Number) }]);
    expect(points[0].value).toEqual(expect.any(Number));
    // Without history there is no anomaly.
    series = (point) => (point > 24 * 96 ? { ...DEAR, latencyMs: 100 } : null);
    const short = (await preview(account, body)).json();
    expect(new Set(short.points.map(({ value }: { value: number | null }) => value))).toEqual(
      new Set([null]),
    );
  });

  it('200: scores, findings, templates', async () => {
    const account = await app.account();
    const { criteria } = (await account.call('GET', '/v1/eval-criteria')).json();
    const criterion = criteria[0].id as number;
    await app.services.metadata.transaction((db) =>
      db
        .insertInto('eval_scores')
        .values(
          [5, 1, 2, 1, 2, 1.5].map((score, at) => ({
            account_id: account.id,
            criterion_id: criterion,
            call_id: `call-${at}`,
            call_timestamp: NOW,
            score,
            normalized: (score - 1) / 4,
            reasoning: '',
            status: 'scored' as const,
            cost_micros: 0,
            created_at: NOW - (at === 0 ? 5 : 2) * HOUR_MS + at,
          })),
        )
        .execute(),
    );
    const body = {
      templateKey: 'low-scores',
      evalCriterionId: criterion,
      thresholdValue: 2,
      windowMinutes: 60,
    };
    const scores = (await preview(account, body)).json();
    expect(scores.firings).toEqual([{ triggeredAt: '2026-03-20T10:15:00.000Z', observedValue: 1.5 }]);
    // As in the template: a share of the scale.
    const part = (await preview(account, { ...body, thresholdValue: undefined })).json();
    expect(part.firings).toEqual([{ triggeredAt: '2026-03-20T10:15:00.000Z', observedValue: 0.125 }]);
    const day = (await preview(account, { templateKey: 'low-scores', evalCriterionId: criterion })).json();
    expect(day.firings).toMatchObject([{ observedValue: expect.closeTo(1.625 / 6, 6) }]);
    const findings = (await preview(account, { templateKey: 'guardian-findings' })).json();
    expect([findings.points.length, findings.firings]).toEqual([336, []]);
    expect((await preview(account, {})).statusCode).toBe(400);
    expect((await preview(account, { ...body, name: 'x' })).statusCode).toBe(400);
    expect((await preview(await account.key(['read']), body)).statusCode).toBe(200);
  });

  it('400: a test message to an address that is not public HTTPS', async () => {
    const account = await app.account();
    for (const url of [
      'http://example.com/',
      'https://127.0.0.1/',
      'https://169.254.169.254/',
      'ftp://x',
      'x',
    ]) {
      const reply = await account.call('POST', '/v1/alerts/test-webhook', { url });
      expect([url, reply.statusCode]).toEqual([url, 400]);
    }
    // A refused address also counts as a request, so that addresses cannot be probed without a limit.
    const reply = await account.call('POST', '/v1/alerts/test-webhook', { url: 'https://127.0.0.1/' });
    expect([reply.statusCode, Number(reply.headers['retry-after']) > 0]).toEqual([429, true]);
  });
});
