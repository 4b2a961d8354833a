// Delivery of alert messages: real receivers with real faults, a fake clock, and rounds that the tests call
// one by one.
import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/clock';
import { outboundClient } from '#lib/outbound/client';
import {
  forgetDeliveries,
  listAlertDeliveries,
  resealTargets,
  sendTestWebhook,
} from '#services/notifications';
import { makeDeliveryJob } from '../../src/services/notifications/delivery.job.ts';
import { sealer } from '#core/secrets/sealing';
import { Worker } from '#jobs';
import { makeTestApp, openTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { runChild } from '#test/support/child';
import { takeDue } from '#test/support/take-due';
import { FakeClock } from '#test/support/clock';
import { clear, fire } from '#test/support/firing';
import { gigabyte, hang, openReceiver, status } from '#test/support/receiver';
import { openMailbox } from '#test/support/smtp';

const allow = ['127.0.0.1/32'];
/** Long enough for a request to arrive. */
const PATIENCE_MS = 2_000;
const START = Date.UTC(2026, 5, 15, 12);
const clock = new FakeClock(START);
const real = outboundClient({ allow });
/** As in production, with shorter timeouts where a test waits for them. */
const outbound = {
  ...real,
  post: (url: string, options: Parameters<typeof real.post>[1]) =>
    real.post(url, url.endsWith('/impatient') ? { ...options, timeoutMs: PATIENCE_MS } : options),
};

/** Fires an alert and starts to send it, until it is killed. */
const FIRING_PROCESS = `
  import { pino } from 'pino';
  import { readConfig } from '#config';
  import { loadAuditHash } from '#core/change/audit-key';
  import { ChangeFeed } from '#core/change/change-feed';
  import { processState } from '#core/process-state';
  import { sealer } from '#core/secrets/sealing';
  import { deliveryJob } from './src/services/notifications/delivery.job.ts';
  import { Worker } from '#jobs';
  import { systemClock } from '#lib/clock';
  import { NO_WATCH } from '#lib/watch';
  import { Metadata } from '#metadata/open';
  import { fire } from '#test/support/firing';
  const order = JSON.parse(process.argv[1]);
  const metadata = await Metadata.open(order.metadata);
  const services = {
    config: { ...readConfig({}), outboundAllow: ['127.0.0.1/32'] },
    clock: systemClock,
    log: pino({ level: 'silent' }),
    metadata,
    feed: new ChangeFeed(metadata, () => {}),
    sealer: sealer(Buffer.from(order.masterKey, 'hex')),
    auditHash: () => loadAuditHash(metadata, Buffer.from(order.masterKey, 'hex')),
    state: processState(() => services),
    watch: NO_WATCH,
  };
  await fire(services, order.accountId, { webhook: { url: order.url } });
  const worker = new Worker([deliveryJob]);
  worker.attach(services);
  await worker.start();
`;

let app: TestApp;
beforeAll(async () => {
  const config = { outboundAllow: allow, publicUrl: 'https://t.example.com' };
  app = await makeTestApp({ clock, config, jobs: [makeDeliveryJob({ outbound, quickMs: 50 })] });
});
afterAll(() => app.stop());

const round = async (worker: Worker = app.worker): Promise<void> => {
  await worker.round();
  await worker.settled();
};

const deliveriesOf = async (accountId: string, eventId: number) =>
  (await listAlertDeliveries(app.services.metadata.reader, accountId, eventId, {})).deliveries;

/** As the list of events and the alert’s own events show it. */
const channelsSent = async (of: TestAccount, alertId: number): Promise<string[][]> => {
  const list = (await of.call('GET', `/v1/alerts/events?alertId=${alertId}`)).json();
  const alert = (await of.call('GET', `/v1/alerts/${alertId}`)).json();
  expect(alert.events).toEqual(list.events);
  return list.events.map((event: { channelsSent: string[] }) => event.channelsSent);
};

const rowOf = (id: string) =>
  app.services.metadata.reader
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('a firing', () => {
  it('is sent through every channel, each in its format, and recorded', async () => {
    const mailbox = await openMailbox();
    const receiver = await openReceiver();
    const pages: { url: string; event: unknown }[] = [];
    const own = await openTestApp({
      clock,
      config: { outboundAllow: allow, smtp: mailbox.smtp, publicUrl: 'https://t.example.com' },
      jobs: [
        makeDeliveryJob({
          outbound: {
            ...outbound,
            post: async (url, options) => {
              if (!url.startsWith('https://events.pagerduty.com/')) return outbound.post(url, options);
              pages.push({ url, event: JSON.parse(String(options.body)) });
              return { status: 202, headers: {}, body: '', truncated: false, durationMs: 1 };
            },
          },
        }),
      ],
    });
    const account = await own.account();
    const owner = await account.member('owner');
    const at = (kind: string) => ({ url: `${receiver.url}/${kind}` });
    const secret = `whsec_${Buffer.from('a key of the receiver').toString('base64')}`;
    const { eventId, alertId } = await fire(own.services, account.id, {
      email: {},
      slack: at('slack'),
      discord: at('discord'),
      teams: at('teams'),
      webhook: { ...at('webhook'), secret },
      pagerduty: { routingKey: '0123456789abcdef0123456789abcdef' },
    });
    await round(own.worker);
    const link = `https://t.example.com/alerts/${alertId}?event=${eventId}`;
    const byPath = new Map(receiver.received.map((one) => [one.path, one]));
    expect([...byPath.keys()].toSorted()).toEqual(['/discord', '/slack', '/teams', '/webhook']);
    for (const { body, headers } of receiver.received) {
      expect(body).toContain(link);
      expect(headers['content-type']).toBe('application/json');
      expect(headers['user-agent']).toBeUndefined();
    }
    expect(pages).toMatchObject([{ event: { event_action: 'trigger', client_url: link } }]);
    const [mail, ...others] = mailbox.mails;
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: [owner.email],
      subject: '[Tracewell] Checkout cost: $12.50 (threshold $10.00)',
    });
    expect(mail?.headers.get('content-type')).toMatch(/^multipart\/alternative/);
    expect(mail?.text).toContain('Calls of the last hour cost $12.50; the threshold is $10.00.');
    expect(mail?.text).toMatch(/Content-Type: text\/html/);

    const webhook = byPath.get('/webhook')!;
    const id = String(webhook.headers['webhook-id']);
    const seconds = String(webhook.headers['webhook-timestamp']);
    expect(Number(seconds)).toBe(START / 1_000);
    const expected = createHmac('sha256', 'a key of the receiver')
      .update(`${id}.${seconds}.${webhook.body}`)
      .digest('base64');
    expect(webhook.headers['webhook-signature']).toBe(`v1,${expected}`);
    expect(JSON.parse(webhook.body)).toEqual({
      type: 'alert.fired',
      timestamp: '2026-06-15T12:00:00.000Z',
      data: {
        eventId,
        alertId,
        alertName: 'Checkout cost',
        alertType: 'cost_threshold',
        observedValue: 12.5,
        thresholdValue: 10,
        windowMinutes: 60,
        triggeredAt: '2026-06-15T12:00:00.000Z',
        dashboardUrl: link,
      },
    });

    const db = own.services.metadata.reader;
    const { deliveries } = await listAlertDeliveries(db, account.id, eventId, {});
    expect(deliveries).toHaveLength(6);
    const ids = new Map(deliveries.map((delivery) => [delivery.channel, delivery.id]));
    expect(ids.get('webhook')).toBe(id);
    expect(mail?.headers.get('message-id')).toBe(`<${ids.get('email')}@example.com>`);
    for (const delivery of deliveries) {
      expect(delivery).toMatchObject({
        event: 'alert.fired',
        status: 'delivered',
        createdAt: '2026-06-15T12:00:00.000Z',
      });
      const code = { email: null, pagerduty: 202 }[delivery.channel as string];
      expect(delivery.attempts).toEqual([
        {
          at: '2026-06-15T12:00:00.000Z',
          status: code === undefined ? 200 : code,
          error: null,
          code: null,
          values: {},
          durationMs: expect.any(Number),
        },
      ]);
    }
    const stored = JSON.stringify(await db.selectFrom('deliveries').selectAll().execute());
    for (const hidden of [secret, receiver.url, '0123456789abcdef']) expect(stored).not.toContain(hidden);
    expect((await listAlertDeliveries(db, (await own.account()).id, eventId, {})).deliveries).toEqual([]);
  });

  it('without an email server is a failed attempt with a reason, not silently dropped', async () => {
    const account = await app.account();
    const { eventId } = await fire(app.services, account.id, { email: { to: ['a@example.com'] } });
    await round();
    const [delivery] = await deliveriesOf(account.id, eventId);
    expect(delivery).toMatchObject({
      status: 'pending',
      attempts: [{ status: null, error: expect.stringContaining('TRACEWELL_SMTP_URL') }],
    });
  });
});

describe('a failing mail server', () => {
  it('gets the message again, with the same Message-ID; its response text is only in the log', async () => {
    clock.set(START);
    const mailbox = await openMailbox();
    const own = await openTestApp({ clock, config: { smtp: mailbox.smtp } });
    const account = await own.account();
    const to = ['a@example.com', 'b@example.com'];
    const { eventId } = await fire(own.services, account.id, { email: { to } }, { alertName: 'Zoë’s <b>' });
    mailbox.refuse(true);
    await round(own.worker);
    mailbox.refuse(false);
    clock.advance(6 * SECOND_MS);
    await round(own.worker);
    const db = own.services.metadata.reader;
    const { deliveries } = await listAlertDeliveries(db, account.id, eventId, {});
    expect(deliveries).toMatchObject([
      {
        status: 'delivered',
        attempts: [
          {
            error: 'The mail server did not take it (451).',
            code: 'email_rejected',
            values: { status: 451 },
          },
          { error: null, code: null },
        ],
      },
    ]);
    expect(mailbox.mails).toMatchObject([
      { to, subject: '[Tracewell] Zoë’s <b>: $12.50 (threshold $10.00)' },
    ]);
    expect(mailbox.mails[0]?.headers.get('message-id')).toBe(`<${deliveries[0]?.id}@example.com>`);
  });
});

describe('a failing receiver', () => {
  it('500 for hours: retried after 5 s, then at doubling intervals up to an hour, with one id, until it succeeds', async () => {
    clock.set(START);
    const account = await app.account();
    const receiver = await openReceiver(status(500));
    const { eventId } = await fire(app.services, account.id, { webhook: { url: receiver.url } });
    await round();
    const [made] = await deliveriesOf(account.id, eventId);
    const waits: number[] = [];
    for (let tried = 1; tried < 14; tried += 1) {
      const { next_at: next } = await rowOf(made!.id);
      waits.push((next! - clock.now()) / SECOND_MS);
      clock.set(next! - 1);
      await round();
      expect(receiver.received).toHaveLength(tried);
      clock.set(next!);
      await round();
      expect(receiver.received).toHaveLength(tried + 1);
    }
    for (const [index, wait] of waits.entries()) {
      const base = Math.min(3_600, 5 * 2 ** index);
      expect([index, wait >= base, wait <= Math.min(3_600, base * 1.2)]).toEqual([index, true, true]);
    }
    receiver.answer(status(204));
    clock.set((await rowOf(made!.id)).next_at!);
    await round();
    const [delivery] = await deliveriesOf(account.id, eventId);
    expect(delivery?.status).toBe('delivered');
    expect(delivery?.attempts).toHaveLength(15);
    expect(delivery?.attempts.slice(-2)).toMatchObject([
      { status: 500, error: 'The receiver answered 500.' },
      { status: 204, error: null },
    ]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([made!.id]),
    );
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  });

  it('is in channelsSent once it accepts the message, and not before; one that never does is not', async () => {
    clock.set(START);
    const account = await app.account();
    const [quick, late, never] = [
      await openReceiver(status(200)),
      await openReceiver(status(500)),
      await openReceiver(status(500)),
    ];
    const { alertId } = await fire(app.services, account.id, {
      webhook: { url: late.url },
      discord: { url: never.url },
      slack: { url: quick.url },
    });
    expect(await channelsSent(account, alertId)).toEqual([[]]);
    await round();
    expect(await channelsSent(account, alertId)).toEqual([['slack']]);
    late.answer(status(204));
    clock.advance(HOUR_MS);
    await round();
    expect(await channelsSent(account, alertId)).toEqual([['slack', 'webhook']]);
    for (let hour = 0; hour < 30; hour += 1) {
      clock.advance(HOUR_MS);
      await round();
    }
    const row = await app.services.metadata.reader
      .selectFrom('deliveries')
      .select('status')
      .where('alert_id', '=', alertId)
      .where('channel', '=', 'discord')
      .executeTakeFirstOrThrow();
    expect(row.status).toBe('failed');
    expect(await channelsSent(account, alertId)).toEqual([['slack', 'webhook']]);
  });

  it('many channels that accept it concurrently are all in channelsSent', async () => {
    clock.set(START);
    const account = await app.account();
    const receiver = await openReceiver(status(200));
    const at = { url: receiver.url };
    const { alertId } = await fire(app.services, account.id, {
      webhook: at,
      slack: at,
      discord: at,
      teams: at,
    });
    await round();
    expect(await channelsSent(account, alertId)).toEqual([['slack', 'webhook', 'discord', 'teams']]);
  });

  it('for a day: given up, with every attempt recorded', async () => {
    clock.set(START);
    const account = await app.account();
    const receiver = await openReceiver(status(503));
    const { eventId } = await fire(app.services, account.id, { slack: { url: receiver.url } });
    await round();
    const [made] = await deliveriesOf(account.id, eventId);
    for (let row = await rowOf(made!.id); row.status === 'pending'; row = await rowOf(made!.id)) {
      clock.set(row.next_at!);
      await round();
    }
    const [delivery] = await deliveriesOf(account.id, eventId);
    expect(delivery?.status).toBe('failed');
    expect(delivery!.attempts.length).toBeGreaterThan(30);
    expect(clock.now() - START).toBeGreaterThan(DAY_MS - 2 * HOUR_MS);
    expect(clock.now() - START).toBeLessThanOrEqual(DAY_MS);
    clock.advance(2 * DAY_MS);
    const before = receiver.received.length;
    await round();
    expect(receiver.received).toHaveLength(before);
  });

  it.each([
    ['hangs', hang, { status: null, error: '127.0.0.1 did not answer within 2 s.' }, 'pending'],
    [
      'redirects in a ring',
      status(302, { location: '/' }),
      { status: 302, error: expect.stringContaining('not followed') },
      'pending',
    ],
    ['sends a gigabyte back', gigabyte, { status: 200, error: null }, 'delivered'],
    ['is gone', status(410), { status: 410, error: expect.stringContaining('gone') }, 'failed'],
  ] as const)('%s: one attempt, within the limits', async (_what, how, attempt, outcome) => {
    clock.set(START);
    const account = await app.account();
    const receiver = await openReceiver(how);
    const url = how === hang ? `${receiver.url}/impatient` : receiver.url;
    const { eventId } = await fire(app.services, account.id, { discord: { url } });
    await round();
    const [delivery] = await deliveriesOf(account.id, eventId);
    expect(delivery).toMatchObject({ status: outcome, attempts: [attempt] });
    expect(JSON.stringify(delivery)).not.toContain('stranger');
    expect(receiver.received).toHaveLength(1);
  });

  it.each([
    ['90', 90 * SECOND_MS],
    ['86400', HOUR_MS],
  ])('is retried when it asks for it, after an hour at most: %s', async (seconds, waitMs) => {
    clock.set(START);
    const account = await app.account();
    const receiver = await openReceiver(status(429, { 'retry-after': seconds }));
    const { eventId } = await fire(app.services, account.id, { discord: { url: receiver.url } });
    await round();
    const [made] = await deliveriesOf(account.id, eventId);
    expect((await rowOf(made!.id)).next_at).toBe(START + waitMs);
  });

  it('blocks no other channel and no other account, and takes no more than its share of slots', async () => {
    clock.set(START);
    const own = await openTestApp({
      clock,
      config: { outboundAllow: allow },
      jobs: [makeDeliveryJob({ outbound: real, quickMs: 20 })],
    });
    const [noisy, quiet] = [await own.account(), await own.account()];
    const held: ServerResponse[] = [];
    const hanging = await openReceiver((response) => held.push(response));
    const good = await openReceiver();
    const stuck = { webhook: { url: hanging.url } };
    for (let made = 0; made < 40; made += 1) await fire(own.services, noisy.id, stuck);
    await fire(own.services, noisy.id, { ...stuck, slack: { url: good.url } });
    await fire(own.services, quiet.id, { webhook: { url: good.url } });
    // Like the worker’s own loop: whenever a slot is free.
    const arrived = async () => {
      await own.worker.round();
      return good.received.length;
    };
    await expect.poll(arrived, { interval: 10 }).toBe(2);
    await expect.poll(() => held.length).toBe(4);
    hanging.answer(status(200));
    for (const response of held) response.writeHead(200).end();
    await own.worker.settled();
    // Postponed deliveries run later, and a postponement is not an attempt.
    for (let step = 0; step < 40 && hanging.received.length < 41; step += 1) {
      clock.advance(5 * SECOND_MS);
      await round(own.worker);
    }
    const rows = await own.services.metadata.reader.selectFrom('deliveries').selectAll().execute();
    const outcomes = new Set(rows.map((row) => `${row.status} ${row.tries}`));
    expect([rows.length, ...outcomes]).toEqual([43, 'delivered 1']);
  });

  it('a private name or address that only the operator’s allow-list permitted is refused when it is called', async () => {
    clock.set(START);
    const receiver = await openReceiver();
    const own = await openTestApp({ clock });
    const account = await own.account();
    const { eventId } = await fire(own.services, account.id, { slack: { url: receiver.url } });
    await round(own.worker);
    const { deliveries } = await listAlertDeliveries(own.services.metadata.reader, account.id, eventId, {});
    expect(deliveries).toMatchObject([
      { status: 'pending', attempts: [{ status: null, error: expect.stringMatching(/https|public/) }] },
    ]);
    expect(receiver.received).toEqual([]);
  });
});

describe('a process that dies', () => {
  it('between firing and sending: the next one sends, with the same id', async () => {
    clock.set(START);
    const account = await app.account();
    const receiver = await openReceiver();
    const { eventId } = await fire(app.services, account.id, { webhook: { url: receiver.url } });
    const [made] = await deliveriesOf(account.id, eventId);
    await takeAsIfDying();
    clock.advance(MINUTE_MS);
    await round(nextProcess());
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([made!.id]);
    expect(await deliveriesOf(account.id, eventId)).toMatchObject([{ status: 'delivered' }]);
  });

  it('between an attempt and the end of its job: the attempt is not repeated, and the next ones are not doubled', async () => {
    clock.set(START);
    const account = await app.account();
    const receiver = await openReceiver(status(500));
    const { eventId } = await fire(app.services, account.id, { webhook: { url: receiver.url } });
    await round();
    // The job of that attempt again, as after a crash right behind it.
    const { metadata } = app.services;
    const first = await metadata.reader
      .selectFrom('jobs')
      .selectAll()
      .where('name', '=', 'delivery')
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    const done = first.find((row) => row.status === 'done')!;
    await metadata.transaction((db) =>
      db
        .updateTable('jobs')
        .set({ status: 'running', locked_by: 'dead', locked_until: clock.now() - 1 })
        .where('id', '=', done.id)
        .execute(),
    );
    const next = nextProcess();
    await round(next);
    expect(receiver.received).toHaveLength(1);
    clock.advance(6 * SECOND_MS);
    await round(next);
    await round(next);
    expect(receiver.received).toHaveLength(2);
    expect((await deliveriesOf(account.id, eventId))[0]?.attempts).toHaveLength(2);
  });

  it('by kill -9, with the message half sent: the next one sends it again, with the same id', async () => {
    const receiver = await openReceiver(hang);
    const later = new FakeClock(Date.now());
    const own = await openTestApp({ clock: later, config: { outboundAllow: allow } });
    const account = await own.account();
    const { metadata, masterKey } = own.config;
    const child = runChild(FIRING_PROCESS, {
      metadata,
      masterKey: masterKey?.toString('hex'),
      accountId: account.id,
      url: receiver.url,
    });
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(1);
    child.process.kill('SIGKILL');
    expect((await child.ended).stderr).toBe('');
    receiver.answer(status(200));
    later.set(Date.now() + MINUTE_MS);
    await round(own.worker);
    const rows = await own.services.metadata.reader.selectFrom('deliveries').selectAll().execute();
    expect(rows).toMatchObject([{ status: 'delivered', tries: 1 }]);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([rows[0]?.id, rows[0]?.id]);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  });

  it('in good order: pending deliveries are put back, and do not count as attempts', async () => {
    clock.set(START);
    const account = await app.account();
    const receiver = await openReceiver(hang);
    const { eventId } = await fire(app.services, account.id, { webhook: { url: receiver.url } });
    const worker = new Worker([makeDeliveryJob({ outbound: real })]);
    worker.attach(app.services);
    await worker.round();
    await expect.poll(() => receiver.received.length).toBe(1);
    await worker.stop(5_000);
    expect(await deliveriesOf(account.id, eventId)).toMatchObject([{ status: 'pending', attempts: [] }]);
    receiver.answer(status(200));
    await round(nextProcess());
    expect(await deliveriesOf(account.id, eventId)).toMatchObject([
      { status: 'delivered', attempts: [{ status: 200 }] },
    ]);
  });

  it('a clock that is set back delays nothing for long', async () => {
    clock.set(START);
    const account = await app.account();
    const receiver = await openReceiver(status(500));
    const { eventId } = await fire(app.services, account.id, { webhook: { url: receiver.url } });
    await round();
    receiver.answer(status(200));
    clock.set(START - 3 * HOUR_MS);
    await round(nextProcess());
    clock.advance(10 * SECOND_MS);
    await round();
    expect(await deliveriesOf(account.id, eventId)).toMatchObject([{ status: 'delivered' }]);
    clock.set(START);
  });

  const nextProcess = (): Worker => {
    const worker = new Worker([makeDeliveryJob({ outbound, quickMs: 50 })]);
    worker.attach(app.services);
    return worker;
  };
  const takeAsIfDying = async () => {
    const lease = { worker: 'dead', leaseMs: 30 * SECOND_MS, attempts: new Map([['delivery', 100]]) };
    while (await takeDue(app.services.metadata, clock, lease));
  };
});

describe('an alert', () => {
  it('deleted during its delivery: nothing more is sent, and nothing is left', async () => {
    clock.set(START);
    const account = await app.account();
    const receiver = await openReceiver(hang);
    const { eventId, alertId } = await fire(app.services, account.id, { webhook: { url: receiver.url } });
    const remove = () =>
      app.services.metadata.transaction((db) => db.deleteFrom('alerts').where('id', '=', alertId).execute());
    receiver.answer((response) => void remove().then(() => response.writeHead(500).end()));
    await round();
    expect(await deliveriesOf(account.id, eventId)).toEqual([]);
    clock.advance(DAY_MS);
    await round();
    expect(receiver.received).toHaveLength(1);
  });

  it('whose condition clears is resolved at PagerDuty, and nowhere else', async () => {
    clock.set(START);
    const events: { event_action: string; dedup_key: string }[] = [];
    let code = 202;
    const pager = {
      ...outbound,
      post: async (_url: string, { body }: { body: string | Uint8Array }) => {
        events.push(JSON.parse(String(body)));
        return { status: code, headers: {}, body: '', truncated: false, durationMs: 1 };
      },
    };
    const own = await openTestApp({ clock, jobs: [makeDeliveryJob({ outbound: pager })] });
    const account = await own.account();
    const targets = {
      pagerduty: { routingKey: '0123456789abcdef0123456789abcdef' },
      slack: { url: 'https://s.example/x' },
    };
    const fired = await fire(own.services, account.id, targets, { channels: ['pagerduty'] });
    await round(own.worker);
    await clear(own.services, account.id, targets, fired);
    await round(own.worker);
    expect(events.map((event) => event.event_action)).toEqual(['trigger', 'resolve']);
    expect(new Set(events.map((event) => event.dedup_key)).size).toBe(1);
    const listed = await listAlertDeliveries(own.services.metadata.reader, account.id, fired.eventId, {});
    expect(listed.deliveries.map(({ event }) => event).toSorted()).toEqual(['alert.fired', 'alert.resolved']);

    // A trigger that could not be delivered in time must not open an incident that is never closed.
    code = 500;
    const again = await fire(own.services, account.id, targets, {
      channels: ['pagerduty'],
      alertId: fired.alertId,
    });
    await round(own.worker);
    await clear(own.services, account.id, targets, again);
    code = 202;
    clock.advance(HOUR_MS);
    await round(own.worker);
    expect(events.map((event) => event.event_action)).toEqual(['trigger', 'resolve', 'trigger', 'resolve']);
    const late = await listAlertDeliveries(own.services.metadata.reader, account.id, again.eventId, {});
    expect(late.deliveries.find(({ event }) => event === 'alert.fired')).toMatchObject({
      status: 'failed',
      attempts: [{ status: 500 }, { error: 'The condition cleared before this was delivered.' }],
    });
    // Only the resolve arrived, and that notifies no one of the firing.
    const sent = await own.services.metadata.reader
      .selectFrom('alert_events')
      .select('channels_sent')
      .where('account_id', '=', account.id)
      .orderBy('id')
      .execute();
    expect(sent.map((row) => row.channels_sent)).toEqual(['["pagerduty"]', '[]']);
  });

  it('many concurrent firings are all delivered, each once', async () => {
    clock.set(START);
    const account = await app.account();
    const receiver = await openReceiver();
    const count = 200;
    const worker = new Worker([makeDeliveryJob({ outbound: real, quickMs: 50 })]);
    worker.attach(app.services);
    const { alertId } = await fire(app.services, account.id, {});
    const targets = { webhook: { url: receiver.url } };
    for (let made = 0; made < count; made += 1) await fire(app.services, account.id, targets, { alertId });
    for (let step = 0; step < 100 && receiver.received.length < count; step += 1) {
      clock.advance(SECOND_MS);
      await round(worker);
    }
    expect(receiver.received).toHaveLength(count);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(count);
  });
});

describe('housekeeping', () => {
  it('targets are sealed again with another master key, and old deliveries are deleted', async () => {
    clock.set(START);
    const account = await app.account();
    const receiver = await openReceiver();
    const { eventId } = await fire(app.services, account.id, { webhook: { url: receiver.url } });
    const newSealer = sealer(Buffer.alloc(32, 7));
    const { metadata, sealer: old } = app.services;
    const turned = (from: typeof old, to: typeof old) => (sealed: string, purpose: string) =>
      to.seal(from.open(sealed, purpose) ?? 'lost', purpose);
    await metadata.transaction((db) => resealTargets(db, turned(old, newSealer)));
    const worker = new Worker([makeDeliveryJob({ outbound, quickMs: 50 })]);
    worker.attach({ ...app.services, sealer: newSealer });
    await round(worker);
    expect(await deliveriesOf(account.id, eventId)).toMatchObject([{ status: 'delivered' }]);
    await metadata.transaction((db) => resealTargets(db, turned(newSealer, old)));
    await metadata.transaction((db) => forgetDeliveries(db, clock.now() + 1));
    expect(await deliveriesOf(account.id, eventId)).toEqual([]);
  });
});

describe('the test of a webhook', () => {
  const contextOf = async (of: TestApp) => {
    const { id } = await of.account();
    const account = await of.services.accounts.get(id);
    return {
      ...of.services,
      db: of.services.metadata.reader,
      account,
      plan: account!.plan,
    } as unknown as Parameters<typeof sendTestWebhook>[0];
  };

  it('reports whether the receiver accepted it, signed; five times a minute', async () => {
    clock.set(START);
    const ctx = await contextOf(app);
    const receiver = await openReceiver();
    const url = receiver.url;
    const sent = await sendTestWebhook(ctx, { url, secret: 'plain words', alertName: 'Mine' });
    expect(sent).toEqual({
      ok: true,
      delivered: true,
      message: expect.stringMatching(/^Delivered: the receiver answered 200/),
      code: 'delivered',
      values: { status: 200, durationMs: expect.any(Number) },
    });
    const [one] = receiver.received;
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signed } = one!.headers;
    expect(signed).toBe(
      `v1,${createHmac('sha256', 'plain words')
        .update(`${String(id)}.${String(at)}.${one!.body}`)
        .digest('base64')}`,
    );
    expect(JSON.parse(one!.body)).toMatchObject({
      type: 'alert.fired',
      data: { alertName: 'Mine', test: true },
    });
    receiver.answer(status(500));
    expect(await sendTestWebhook(ctx, { url })).toEqual({
      ok: false,
      delivered: false,
      message: 'The receiver answered 500.',
      code: 'rejected',
      values: { status: 500 },
    });
    receiver.answer(status(307, { location: 'http://127.0.0.1/' }));
    expect(await sendTestWebhook(ctx, { url })).toMatchObject({
      delivered: false,
      code: 'redirects',
      values: { status: 307 },
    });
    expect(await sendTestWebhook(ctx, { url: 'https://nothing.invalid/' })).toMatchObject({
      delivered: false,
      code: expect.stringMatching(/^(?:dns_failed|timeout_name)$/),
      values: { host: 'nothing.invalid' },
    });
    await sendTestWebhook(ctx, { url });
    await expect(sendTestWebhook(ctx, { url })).rejects.toMatchObject({
      reason: 'rate_limited',
      status: 429,
    });
    clock.advance(MINUTE_MS);
    await sendTestWebhook(ctx, { url });
  });

  it('400: not HTTPS, private, or metadata', async () => {
    const ctx = await contextOf(await openTestApp({ clock }));
    for (const url of [
      'http://example.com/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://169.254.169.254/latest',
      'https://localhost/',
      'ftp://x',
      'nonsense',
    ]) {
      await expect(sendTestWebhook(ctx, { url })).rejects.toMatchObject({ status: 400 });
      clock.advance(MINUTE_MS);
    }
  });
});
