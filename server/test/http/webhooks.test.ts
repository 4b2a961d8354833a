import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/clock';
import { changeAs } from '#core/change/change';
import type { RecordsStore } from '#records';
import {
  queueAlertDeliveries,
  queueWebhookEvent,
  WEBHOOK_EVENTS,
  type AlertOrder,
  type WebhookEvent,
} from '#services/notifications';
import { eventually } from '#test/support/eventually';
import { makeTestApp, openTestApp, OPERATOR_TOKEN, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import type { FakeRecords } from '#test/support/fake-records';
import { fire } from '#test/support/firing';
import { openReceiver, status, type Received } from '#test/support/receiver';
import { sampleRecord } from '#test/support/sample-records';
import { openMailbox } from '#test/support/smtp';

const START = Date.UTC(2026, 5, 15, 12);
const clock = new FakeClock(START);
const config = { outboundAllow: ['127.0.0.1/32'], publicUrl: 'https://t.example.com' };
let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp({ clock, config });
});
afterAll(() => app.stop());

const HOOKS = '/v1/webhooks';
const SAFE = 'https://hooks.example.com/in?token=abc';

const subscribe = async (
  account: TestAccount,
  url: string,
  events: WebhookEvent[] = ['prompt.deployed'],
): Promise<{ id: string; secret: string }> => (await account.call('POST', HOOKS, { url, events })).json();

const emit = (of: TestApp, accountId: string, type: WebhookEvent, data: Record<string, unknown> = { n: 1 }) =>
  changeAs(
    of.services,
    { accountId, actor: { type: 'system', id: 'test' }, origin: null },
    'test.event',
    async (tx) => {
      await queueWebhookEvent(of.services, tx, { accountId, type, data });
      return { result: undefined, target: null };
    },
  );

const round = async (of: TestApp = app): Promise<void> => {
  await of.worker.round();
  await of.worker.settled();
};

const deliveries = async (account: TestAccount, id: string) =>
  (await account.call('GET', `${HOOKS}/${id}/deliveries`)).json().deliveries;

/** Verifies as the specification tells receivers to, without code of the service. */
function verifies({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
  const expected = createHmac('sha256', key).update(signed).digest('base64');
  return String(headers['webhook-signature'])
    .split(' ')
    .some((signature) => signature === `v1,${expected}`);
}

describe('webhooks', () => {
  it('201, 200, 204: created, read, changed and deleted, each change with its audit entry', async () => {
    const account = await app.account({ plan: 'pro' });
    const made = await account.call('POST', HOOKS, {
      url: SAFE,
      events: ['alert.fired', 'prompt.deployed', 'alert.fired'],
      description: 'Zürich',
    });
    expect(made.statusCode).toBe(201);
    const { secret, ...webhook } = made.json();
    expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
    expect(webhook).toEqual({
      id: expect.stringMatching(/^whk_/),
      url: SAFE,
      events: ['alert.fired', 'prompt.deployed'],
      enabled: true,
      description: 'Zürich',
      createdAt: '2026-06-15T12:00:00.000Z',
      updatedAt: '2026-06-15T12:00:00.000Z',
    });
    const path = `${HOOKS}/${webhook.id}`;
    expect((await account.call('GET', path)).json()).toEqual(webhook);
    expect((await account.call('GET', HOOKS)).json()).toEqual({ webhooks: [webhook], nextCursor: null });
    clock.advance(MINUTE_MS);
    const changes = { enabled: false, description: null, events: ['quota.threshold'] };
    const changed = await account.call('PATCH', path, changes);
    expect([changed.statusCode, changed.json()]).toEqual([
      200,
      { ...webhook, ...changes, updatedAt: '2026-06-15T12:01:00.000Z' },
    ]);
    expect((await account.call('PATCH', path, changes)).statusCode).toBe(200);
    const rotated = (await account.call('POST', `${path}/rotate-secret`)).json();
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(secret);
    expect((await account.call('DELETE', path)).statusCode).toBe(204);
    expect((await account.call('GET', path)).statusCode).toBe(404);
    const { entries } = (await account.call('GET', '/v1/audit')).json();
    const actions = entries.map(({ action }: { action: string }) => action).slice(0, 4);
    expect(actions).toEqual(['webhook.delete', 'webhook.rotate_secret', 'webhook.update', 'webhook.create']);
    expect(JSON.stringify(entries)).not.toMatch(/whsec_|token=abc/);
    clock.set(START);
  });

  it('the secret and the URL are sealed at rest', async () => {
    const account = await app.account();
    const { secret } = await subscribe(account, SAFE);
    const stored = JSON.stringify(
      await app.services.metadata.reader.selectFrom('webhooks').selectAll().execute(),
    );
    expect(stored).not.toContain(secret.slice(6));
    expect(stored).not.toContain('hooks.example.com');
  });

  it.each([
    [{ url: 'http://hooks.example.com/', events: ['alert.fired'] }, 'not_https'],
    [{ url: 'https://10.1.2.3/', events: ['alert.fired'] }, 'blocked_address'],
    [{ url: 'https://[::ffff:169.254.169.254]/', events: ['alert.fired'] }, 'blocked_address'],
    [{ url: 'https://user:pw@example.com/', events: ['alert.fired'] }, 'credentials_in_url'],
    [{ url: SAFE, events: [] }, 'invalid_request'],
    [{ url: SAFE, events: ['alert.resolved'] }, 'invalid_request'],
    [{ url: SAFE }, 'invalid_request'],
    [{ url: SAFE, events: ['alert.fired'], secret: 'mine' }, 'invalid_request'],
  ])('400: %j', async (body, reason) => {
    const account = await app.account();
    const reply = await account.call('POST', HOOKS, body);
    expect([reply.statusCode, reply.json().reason]).toEqual([400, reason]);
  });

  it('400: a bad address, also in a change', async () => {
    const account = await app.account();
    const { id } = await subscribe(account, SAFE);
    const moved = await account.call('PATCH', `${HOOKS}/${id}`, { url: 'https://192.168.0.1/' });
    expect([moved.statusCode, moved.json().reason]).toEqual([400, 'blocked_address']);
    expect((await account.call('GET', `${HOOKS}/${id}`)).json().url).toBe(SAFE);
  });

  it('403 plan_required: on Free; 403: by a viewer, a member, or a key that only reads', async () => {
    const free = await app.account({ plan: 'free' });
    for (const [method, path] of [
      ['GET', HOOKS],
      ['POST', HOOKS],
      ['GET', `${HOOKS}/whk_12345678`],
    ] as const) {
      const body = method === 'POST' ? { url: SAFE, events: ['alert.fired'] } : undefined;
      const reply = await free.call(method, path, body);
      expect([reply.statusCode, reply.json().reason]).toEqual([403, 'plan_required']);
    }
    const account = await app.account();
    const callers = [
      await account.member('viewer'),
      await account.member('member'),
      await account.key(['read']),
    ];
    for (const caller of callers) {
      expect((await caller.call('POST', HOOKS, { url: SAFE, events: ['alert.fired'] })).statusCode).toBe(403);
      expect((await caller.call('GET', HOOKS)).statusCode).toBe(200);
    }
  });

  it('403 account_wide: by a key that is bound to a project, or for one', async () => {
    const account = await app.account();
    const { id } = await subscribe(account, SAFE);
    await emit(app, account.id, 'prompt.deployed');
    const [delivery] = await deliveries(account, id);
    const bound = await account.key(null, { projectId: account.projectId });
    const path = `${HOOKS}/${id}`;
    const requests = [
      ['GET', HOOKS],
      ['POST', HOOKS, { url: SAFE, events: ['alert.fired'] }],
      ['GET', path],
      ['PATCH', path, { enabled: false }],
      ['DELETE', path],
      ['GET', `${path}/deliveries`],
      ['POST', `${path}/deliveries/${delivery.id}/redeliver`],
      ['POST', `${path}/rotate-secret`],
    ] as const;
    for (const [method, url, body] of requests) {
      const narrowed = { 'x-project-id': account.projectId };
      for (const reply of [
        await bound.call(method, url, body),
        await account.call(method, url, body, narrowed),
      ])
        expect([method, url, reply.statusCode, reply.json().reason]).toEqual([
          method,
          url,
          403,
          'account_wide',
        ]);
    }
    expect((await account.call('GET', path)).json()).toMatchObject({ id, enabled: true });
    await account.call('DELETE', path);
  });

  it('404: of another account, or a malformed id', async () => {
    const [mine, other] = [await app.account(), await app.account()];
    const { id } = await subscribe(other, SAFE);
    await emit(app, other.id, 'prompt.deployed');
    const [delivery] = await deliveries(other, id);
    for (const hook of [id, 'whk_00000000', 'nonsense', '1']) {
      const path = `${HOOKS}/${hook}`;
      const replies = await Promise.all([
        mine.call('GET', path),
        mine.call('PATCH', path, { enabled: false }),
        mine.call('DELETE', path),
        mine.call('GET', `${path}/deliveries`),
        mine.call('POST', `${path}/deliveries/${delivery.id}/redeliver`),
        mine.call('POST', `${path}/rotate-secret`),
      ]);
      expect([hook, replies.map((reply) => reply.statusCode)]).toEqual([
        hook,
        [404, 404, 404, 404, 404, 404],
      ]);
    }
    expect((await other.call('POST', `${HOOKS}/${id}/deliveries/dlv_00000000/redeliver`)).statusCode).toBe(
      404,
    );
    expect((await other.call('GET', `${HOOKS}/${id}`)).json().enabled).toBe(true);
    await other.call('DELETE', `${HOOKS}/${id}`);
  });

  it('409 limit_reached: the 51st', async () => {
    const account = await app.account();
    for (let made = 0; made < 50; made += 1) await subscribe(account, SAFE);
    const reply = await account.call('POST', HOOKS, { url: SAFE, events: ['alert.fired'] });
    expect([reply.statusCode, reply.json().reason]).toEqual([409, 'limit_reached']);
    const first = (await account.call('GET', `${HOOKS}?limit=25`)).json();
    const second = (await account.call('GET', `${HOOKS}?limit=25&cursor=${first.nextCursor}`)).json();
    expect([first.webhooks.length, second.webhooks.length, second.nextCursor]).toEqual([25, 25, null]);
  });
});

describe('events', () => {
  it('of several accounts in one batch reach only the webhooks of their own account', async () => {
    const accounts = [await app.account(), await app.account()];
    const receivers = [await openReceiver(), await openReceiver()];
    const orders: AlertOrder[] = [];
    for (const [at, account] of accounts.entries()) {
      const { firing } = await fire(app.services, account.id, {});
      await subscribe(account, receivers[at]!.url, ['alert.fired']);
      orders.push({ accountId: account.id, event: firing, channels: [], targets: {}, kind: 'trigger' });
    }
    const by = { accountId: accounts[0]!.id, actor: { type: 'system', id: 'test' }, origin: null } as const;
    await changeAs(app.services, by, 'test.event', async (tx) => {
      await queueAlertDeliveries(app.services, tx, orders);
      return { result: undefined, target: null };
    });
    await round();
    const alerts = receivers.map(({ received }) => received.map(({ body }) => JSON.parse(body).data.alertId));
    expect(alerts).toEqual(orders.map(({ event }) => [event.alertId]));
  });

  it('reach the webhooks that subscribe to them, signed, in one format', async () => {
    const account = await app.account();
    const [all, one, off] = [await openReceiver(), await openReceiver(), await openReceiver()];
    const everything = await subscribe(account, all.url, [...WEBHOOK_EVENTS]);
    const deployed = await subscribe(account, one.url);
    const disabled = await subscribe(account, off.url);
    await account.call('PATCH', `${HOOKS}/${disabled.id}`, { enabled: false });
    await emit(app, account.id, 'prompt.deployed', { name: 'greeting', version: '3' });
    await emit(app, account.id, 'eval_run.completed', { runId: 7 });
    await emit(app, (await app.account()).id, 'prompt.deployed');
    await round();
    expect([all.received.length, one.received.length, off.received.length]).toEqual([2, 1, 0]);
    const [received] = one.received;
    expect(JSON.parse(received!.body)).toEqual({
      type: 'prompt.deployed',
      timestamp: '2026-06-15T12:00:00.000Z',
      data: { name: 'greeting', version: '3' },
    });
    expect(verifies(received!, deployed.secret)).toBe(true);
    expect(verifies({ ...received!, body: `${received!.body} ` }, deployed.secret)).toBe(false);
    expect(all.received.every((each) => verifies(each, everything.secret))).toBe(true);
    const listed = await deliveries(account, deployed.id);
    expect(listed).toEqual([
      {
        id: received!.headers['webhook-id'],
        event: 'prompt.deployed',
        status: 'delivered',
        attempts: [
          {
            at: '2026-06-15T12:00:00.000Z',
            status: 200,
            error: null,
            code: null,
            values: {},
            durationMs: expect.any(Number),
          },
        ],
        createdAt: '2026-06-15T12:00:00.000Z',
      },
    ]);
    expect(await deliveries(account, disabled.id)).toEqual([]);
    const page = (await account.call('GET', `${HOOKS}/${everything.id}/deliveries?limit=1`)).json();
    const next = await account.call(
      'GET',
      `${HOOKS}/${everything.id}/deliveries?limit=1&cursor=${page.nextCursor}`,
    );
    const events = [page, next.json()].flatMap(({ deliveries: shown }) =>
      shown.map(({ event }: { event: string }) => event),
    );
    expect(events.toSorted()).toEqual(['eval_run.completed', 'prompt.deployed']);
    expect(next.json().nextCursor).toBeNull();
  });

  it('alert.fired is sent with the firing, whatever channels the alert has', async () => {
    const account = await app.account();
    const receiver = await openReceiver();
    const { secret } = await subscribe(account, receiver.url, ['alert.fired']);
    const { eventId, alertId } = await fire(app.services, account.id, {});
    await round();
    const [received] = receiver.received;
    expect(verifies(received!, secret)).toBe(true);
    expect(JSON.parse(received!.body)).toMatchObject({
      type: 'alert.fired',
      data: { eventId, alertId, dashboardUrl: `https://t.example.com/alerts/${alertId}?event=${eventId}` },
    });
  });

  it('none after a downgrade to Free', async () => {
    const account = await app.account({ plan: 'pro' });
    const receiver = await openReceiver();
    await subscribe(account, receiver.url);
    await app.services.metadata.transaction((db) =>
      db.updateTable('accounts').set({ plan: 'free' }).where('id', '=', account.id).execute(),
    );
    await emit(app, account.id, 'prompt.deployed');
    await round();
    expect(receiver.received).toEqual([]);
  });

  it('go to the current address of the webhook, and nowhere once it is deleted', async () => {
    clock.set(START);
    const account = await app.account();
    const [old, moved] = [await openReceiver(status(500)), await openReceiver()];
    const { id } = await subscribe(account, old.url);
    await emit(app, account.id, 'prompt.deployed');
    await round();
    await account.call('PATCH', `${HOOKS}/${id}`, { url: moved.url });
    await emit(app, account.id, 'prompt.deployed');
    clock.advance(10_000);
    await round();
    expect([old.received.length, moved.received.length]).toEqual([1, 2]);
    moved.answer(status(500));
    await emit(app, account.id, 'prompt.deployed');
    await round();
    await account.call('DELETE', `${HOOKS}/${id}`);
    clock.advance(HOUR_MS);
    await round();
    expect(moved.received).toHaveLength(3);
    const left = await app.services.metadata.reader
      .selectFrom('deliveries')
      .select('id')
      .where('webhook_id', '=', id)
      .execute();
    expect(left).toEqual([]);
  });
});

describe('a rotated secret', () => {
  it('signs together with the old one for 24 hours, then alone', async () => {
    clock.set(START);
    const account = await app.account();
    const receiver = await openReceiver();
    const { id, secret: old } = await subscribe(account, receiver.url);
    const { secret } = (await account.call('POST', `${HOOKS}/${id}/rotate-secret`)).json();
    const { secret: newest } = (await account.call('POST', `${HOOKS}/${id}/rotate-secret`)).json();
    await emit(app, account.id, 'prompt.deployed');
    await round();
    const [both] = receiver.received;
    expect(String(both!.headers['webhook-signature']).split(' ')).toHaveLength(3);
    expect([old, secret, newest].map((each) => verifies(both!, each))).toEqual([true, true, true]);
    clock.advance(DAY_MS);
    await emit(app, account.id, 'prompt.deployed');
    await round();
    const alone = receiver.received[1];
    expect([old, secret, newest].map((each) => verifies(alone!, each))).toEqual([false, false, true]);
    clock.set(START);
  });
});

describe('redelivery', () => {
  it('200: the same body with the same id, immediately; retries start again', async () => {
    clock.set(START);
    const account = await app.account();
    const receiver = await openReceiver(status(500));
    const { id } = await subscribe(account, receiver.url);
    await emit(app, account.id, 'prompt.deployed');
    await round();
    const [pending] = await deliveries(account, id);
    const path = `${HOOKS}/${id}/deliveries/${pending.id}/redeliver`;
    // Still pending: sent now instead of later, and not twice.
    receiver.answer(status(200));
    const reply = await account.call('POST', path);
    expect([reply.statusCode, reply.json()]).toEqual([200, { ...pending, status: 'pending' }]);
    await round();
    clock.advance(MINUTE_MS);
    await round();
    expect(receiver.received).toHaveLength(2);
    // Delivered long ago: sent again.
    clock.advance(3 * DAY_MS);
    receiver.answer(status(500));
    expect((await account.call('POST', path)).json().status).toBe('pending');
    await round();
    receiver.answer(status(200));
    clock.advance(6_000);
    await round();
    const [delivery] = await deliveries(account, id);
    expect(delivery).toMatchObject({ id: pending.id, status: 'delivered' });
    expect(delivery.attempts.map((attempt: { status: number }) => attempt.status)).toEqual([
      500, 200, 500, 200,
    ]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    const [entry] = (await account.call('GET', '/v1/audit?action=webhook.redeliver')).json().entries;
    expect(entry).toMatchObject({ targetId: id, metadata: { deliveryId: pending.id } });
    await account.call('PATCH', `${HOOKS}/${id}`, { enabled: false });
    const refused = await account.call('POST', path);
    expect([refused.statusCode, refused.json().reason]).toEqual([409, 'webhook_disabled']);
    clock.set(START);
  });
});

describe('a pending delivery', () => {
  const rowOf = (id: string) =>
    app.services.metadata.reader
      .selectFrom('deliveries')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  it('that is sent again meanwhile continues once: the earlier attempt is only in the log', async () => {
    clock.set(START);
    const account = await app.account();
    const held: ServerResponse[] = [];
    const receiver = await openReceiver((response) => held.push(response));
    const { id } = await subscribe(account, receiver.url);
    await emit(app, account.id, 'prompt.deployed');
    await app.worker.round();
    await eventually(() => expect(held).toHaveLength(1));
    const [pending] = await deliveries(account, id);
    const before = await rowOf(pending.id);
    await account.call('POST', `${HOOKS}/${id}/deliveries/${pending.id}/redeliver`);
    held[0]?.writeHead(500).end();
    await app.worker.settled();
    expect(await rowOf(pending.id)).toMatchObject({
      status: 'pending',
      turn: before.turn + 1,
      tries: 0,
      next_at: START,
      attempts: expect.stringContaining('500'),
    });
  });

  it('whose webhook is disabled before the next attempt is no longer sent', async () => {
    clock.set(START);
    const account = await app.account();
    const receiver = await openReceiver(status(500));
    const { id } = await subscribe(account, receiver.url);
    await emit(app, account.id, 'prompt.deployed');
    await round();
    await account.call('PATCH', `${HOOKS}/${id}`, { enabled: false });
    clock.advance(MINUTE_MS);
    await round();
    expect(receiver.received).toHaveLength(1);
    const [delivery] = await deliveries(account, id);
    expect(delivery).toMatchObject({
      status: 'failed',
      attempts: [
        { status: 500, error: 'The receiver answered 500.', code: 'rejected', values: { status: 500 } },
        { status: null, error: 'The webhook is disabled.', code: 'webhook_disabled', values: {} },
      ],
    });
    clock.set(START);
  });
});

describe('a webhook that accepts nothing', () => {
  it('410: disabled immediately, with an audit entry and a mail to the owner', async () => {
    const mailbox = await openMailbox();
    const own = await openTestApp({ clock, config: { ...config, smtp: mailbox.smtp } });
    const account = await own.account();
    const owner = await account.member('owner');
    const receiver = await openReceiver(status(410));
    const { id } = await subscribe(account, `${receiver.url}/secret-path-1234`);
    await emit(own, account.id, 'prompt.deployed');
    await emit(own, account.id, 'prompt.deployed');
    await round(own);
    await round(own);
    expect((await account.call('GET', `${HOOKS}/${id}`)).json().enabled).toBe(false);
    const { entries } = (await account.call('GET', '/v1/audit?action=webhook.disable')).json();
    expect(entries).toMatchObject([
      { actorType: 'system', actorId: 'delivery', targetId: id, metadata: { reason: 'gone' } },
    ]);
    const listed = await deliveries(account, id);
    expect(listed.map((delivery: { status: string }) => delivery.status)).toEqual(['failed', 'failed']);
    expect(mailbox.mails).toMatchObject([
      { to: [owner.email], subject: '[Tracewell] A webhook was disabled' },
    ]);
    expect(mailbox.mails[0]?.text).toContain('answered 410');
    expect(mailbox.mails[0]?.text).toContain(`https://t.example.com/webhooks/${id}`);
    expect(mailbox.mails[0]?.text).not.toContain('secret-path');
    expect((await account.call('GET', '/v1/audit/verify')).json()).toMatchObject({ valid: true });
  });

  it('five days of nothing but failures: disabled; one success in between: not', async () => {
    const own = await openTestApp({ clock, config });
    const account = await own.account();
    const [dead, flaky] = [await openReceiver(status(500)), await openReceiver(status(500))];
    const { id } = await subscribe(account, dead.url);
    const other = await subscribe(account, flaky.url);
    const enabled = async (hook: string) => (await account.call('GET', `${HOOKS}/${hook}`)).json().enabled;
    const day = async () => {
      await emit(own, account.id, 'prompt.deployed');
      await round(own);
      clock.advance(DAY_MS);
    };
    clock.set(START);
    await day();
    await day();
    flaky.answer(status(200));
    await day();
    flaky.answer(status(500));
    await day();
    await day();
    expect([await enabled(id), await enabled(other.id)]).toEqual([true, true]);
    await day();
    await round(own);
    expect([await enabled(id), await enabled(other.id)]).toEqual([false, true]);
    const { entries } = (await account.call('GET', '/v1/audit?action=webhook.disable')).json();
    expect(entries).toMatchObject([
      { targetId: id, metadata: { reason: 'failing', failingSince: '2026-06-15T12:00:00.000Z' } },
    ]);
    // Enabled again, it has another five days.
    await account.call('PATCH', `${HOOKS}/${id}`, { enabled: true });
    await day();
    await day();
    expect(await enabled(id)).toBe(true);
    clock.set(START);
  });
});

describe('quota.threshold', () => {
  const limited = async (of: TestApp, recordQuota: number) => {
    const account = await of.account({ plan: 'pro' });
    const reply = await of.call(
      'PATCH',
      `/operator/accounts/${account.id}`,
      { recordQuota },
      { authorization: `Bearer ${OPERATOR_TOKEN}` },
    );
    expect(reply.statusCode).toBe(200);
    return account;
  };
  const send = async (account: TestAccount, count: number, at: number) => {
    const timestamp = new Date(at).toISOString();
    const records = Array.from({ length: count }, () => sampleRecord({ timestamp }));
    return (await account.call('POST', '/v1/ingest', { records })).statusCode;
  };
  const percents = (received: Received[]): number[] =>
    received.map(({ body }) => (JSON.parse(body) as { data: { percent: number } }).data.percent);

  it('is sent after the request that crosses it, without a job, 80 percent before 100', async () => {
    const own = await openTestApp({ config });
    const account = await limited(own, 20);
    const receiver = await openReceiver();
    await subscribe(account, receiver.url, ['quota.threshold']);
    await own.worker.start();
    expect(await send(account, 15, Date.now())).toBe(200);
    for (const [count, expected] of [
      [1, [80]],
      [4, [80, 100]],
    ] as const) {
      expect(await send(account, count, Date.now())).toBe(200);
      await expect.poll(() => percents(receiver.received)).toEqual(expected);
    }
    expect(await send(account, 1, Date.now())).toBe(429);
  });

  it('is sent once, also with many concurrent requests and jobs; again in the next month', async () => {
    const own = await openTestApp({ clock, config });
    const account = await limited(own, 10);
    const receiver = await openReceiver();
    await subscribe(account, receiver.url, ['quota.threshold']);
    const fill = async () => {
      const look = () => own.services.jobs.runNow('quota-threshold');
      await Promise.all([
        ...Array.from({ length: 5 }, () => send(account, 1, clock.now())),
        look(),
        ...Array.from({ length: 5 }, () => send(account, 1, clock.now())),
        look(),
      ]);
      await eventually(async () => {
        await round(own);
        expect(percents(receiver.received)).toContain(100);
      });
      await look();
      await round(own);
      // Messages that are due at the same moment are delivered in no fixed order.
      return percents(receiver.received.splice(0)).toSorted((left, right) => left - right);
    };
    expect(await fill()).toEqual([80, 100]);
    clock.advance(20 * DAY_MS);
    expect(await fill()).toEqual([80, 100]);
    clock.set(START);
    const other = await limited(own, 10);
    expect(await send(other, 10, clock.now())).toBe(200);
    await round(own);
    expect(receiver.received).toEqual([]);
  });

  it('spans count too, and a notice that could not be queued is queued by the next write', async () => {
    const records: FakeRecords = {};
    const own = await openTestApp({ clock, config, records });
    const account = await limited(own, 10);
    const receiver = await openReceiver();
    await subscribe(account, receiver.url, ['quota.threshold']);
    // Fails once; afterwards the store’s own function answers.
    const usage = vi.fn<RecordsStore['usage']>(() => {
      delete records.usage;
      return Promise.reject(new Error('away'));
    });
    records.usage = usage;
    expect(await send(account, 8, clock.now())).toBe(200);
    await eventually(() => expect(usage).toHaveBeenCalled());
    await round(own);
    expect(receiver.received).toEqual([]);
    const startTimeUnixNano = `${clock.now()}000000`;
    const span = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'step', startTimeUnixNano };
    const spans = [{ ...span, endTimeUnixNano: startTimeUnixNano }];
    const traces = await account.call('POST', '/v1/traces', { resourceSpans: [{ scopeSpans: [{ spans }] }] });
    expect([traces.statusCode, traces.json()]).toEqual([200, {}]);
    await eventually(async () => {
      await round(own);
      expect(percents(receiver.received)).toEqual([80]);
    });
  });

  it('is sent once at 80 and once at 100 percent of a month, however often it is checked', async () => {
    const used = { records: 0 };
    const own = await openTestApp({ clock, config, records: { usage: async () => used.records } });
    const account = await own.account({ plan: 'pro' });
    const receiver = await openReceiver();
    await subscribe(account, receiver.url, ['quota.threshold']);
    const told = async (): Promise<number[]> => {
      await Promise.all([
        own.services.jobs.runNow('quota-threshold'),
        own.services.jobs.runNow('quota-threshold'),
      ]);
      await round(own);
      return receiver.received.map(({ body }) => JSON.parse(body).data.percent);
    };
    used.records = 799_999;
    expect(await told()).toEqual([]);
    used.records = 800_000;
    expect(await told()).toEqual([80]);
    used.records = 1_000_000;
    expect(await told()).toEqual([80, 100]);
    expect(await told()).toEqual([80, 100]);
    expect(JSON.parse(receiver.received[1]?.body ?? '').data).toEqual({
      month: '2026-06',
      percent: 100,
      records: 1_000_000,
      quota: 1_000_000,
      remaining: 0,
    });
  });
});
