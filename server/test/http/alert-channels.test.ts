// Test messages of alert channels, against real receivers on loopback.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '#core/context';
import { outboundClient } from '#lib/outbound/client';
import { sendTestMessage } from '#services/notifications';
import { makeTestApp, openTestApp, type Caller, type TestApp } from '#test/support/app';
import { openReceiver, status } from '#test/support/receiver';
import { openMailbox } from '#test/support/smtp';

const config = { outboundAllow: ['127.0.0.1/32'], publicUrl: 'https://t.example.com' };
const CHANNELS = '/v1/alerts/channels';
const TEST = '/v1/alerts/test-channel';
const RULE = { alertType: 'error_rate', thresholdValue: 0.2, windowMinutes: 30 };

let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp({ config });
});
afterAll(() => app.stop());

const test = async (who: Caller, body: object) => (await who.call('POST', TEST, body)).json();

describe('channels', () => {
  it('200: email needs a mail server, and the other channels need a plan', async () => {
    const listed = async (of: TestApp, plan: 'free' | 'team') =>
      (await (await of.account({ plan })).call('GET', CHANNELS)).json();
    const reasons = (channels: { kind: string; reason: string | null }[]) =>
      Object.fromEntries(channels.map(({ kind, reason }) => [kind, reason]));
    const none = { slack: null, webhook: null, discord: null, teams: null, pagerduty: null };
    expect(reasons(await listed(app, 'team'))).toEqual({ ...none, email: 'email_unconfigured' });
    const needsPlan = Object.fromEntries(Object.keys(none).map((kind) => [kind, 'plan_required']));
    expect(reasons(await listed(app, 'free'))).toEqual({ ...needsPlan, email: 'email_unconfigured' });
    const mailing = await openTestApp({ config: { ...config, smtp: (await openMailbox()).smtp } });
    const channels = await listed(mailing, 'team');
    expect(channels).toContainEqual({ kind: 'email', deliverable: true, reason: null });
  });

  it.each(['slack', 'discord', 'teams', 'webhook'] as const)('200: %s gets a test message', async (kind) => {
    const account = await app.account();
    const receiver = await openReceiver();
    const body = { channel: kind, channelTargets: { [kind]: { url: receiver.url } }, alertName: 'Checkout' };
    expect(await test(account, body)).toMatchObject({ delivered: true, code: 'delivered' });
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.body).toContain('Checkout');
    expect(receiver.received[0]?.body).toContain('https://t.example.com/alerts');
    receiver.answer(status(500));
    expect(await test(account, body)).toMatchObject({ ok: false, delivered: false, values: { status: 500 } });
  });

  it('200: email goes to the addresses, or the reply says that this service cannot send it', async () => {
    const body = { channel: 'email', channelTargets: { email: { to: ['ops@example.com'] } } };
    const reply = await (await app.account({ plan: 'free' })).call('POST', TEST, body);
    expect(reply.json()).toMatchObject({ delivered: false, code: 'email_unconfigured' });
    const mailbox = await openMailbox();
    const mailing = await openTestApp({ config: { ...config, smtp: mailbox.smtp } });
    const account = await mailing.account();
    const sent = (await account.call('POST', TEST, body)).json();
    expect(sent).toMatchObject({ delivered: true, code: 'email_taken' });
    expect(mailbox.mails).toMatchObject([
      { to: ['ops@example.com'], subject: expect.stringContaining('Test alert') },
    ]);
    // Without addresses, it goes to the owners.
    const owner = await account.member('owner');
    await account.call('POST', TEST, { channel: 'email' });
    expect(mailbox.mails.at(-1)?.to).toContain(owner.email);
  });

  it('opens an incident at PagerDuty and resolves it', async () => {
    const receiver = await openReceiver(status(202));
    const { id } = await app.account();
    const account = await app.services.accounts.get(id);
    if (!account) throw new Error('The account is not there.');
    const ctx = {
      ...app.services,
      db: app.services.metadata.reader,
      account,
      project: null,
    } as unknown as Context;
    const real = outboundClient({ allow: config.outboundAllow, userAgent: 'test' });
    const asked: string[] = [];
    const client = {
      ...real,
      post: (url: string, options: Parameters<typeof real.post>[1]) => {
        asked.push(url);
        return real.post(receiver.url, options);
      },
    };
    const target = { routingKey: '0123456789abcdef0123456789abcdef', region: 'eu' };
    const order = { kind: 'pagerduty', target, field: 'x', alert: { alertName: 'Checkout' } } as const;
    expect(await sendTestMessage(ctx, order, client)).toMatchObject({ delivered: true });
    expect(new Set(asked)).toEqual(new Set(['https://events.eu.pagerduty.com/v2/enqueue']));
    const events = receiver.received.map(({ body }) => JSON.parse(body));
    expect(events.map(({ event_action }) => event_action)).toEqual(['trigger', 'resolve']);
    // A test never uses the incident of an alert itself.
    expect(new Set(events.map(({ dedup_key }) => dedup_key))).toEqual(new Set([`tracewell/${id}/alert/0`]));
  });

  it('200, 404: the stored target of an alert, even if it is sent back masked', async () => {
    const account = await app.account();
    const receiver = await openReceiver();
    const url = `${receiver.url}/hooks/very-secret-path`;
    const made = await account.call('POST', '/v1/alerts', {
      ...RULE,
      name: 'Failures',
      channelKinds: ['slack'],
      channelTargets: { slack: { url } },
    });
    const { id } = made.json();
    const { channelTargets } = (await account.call('GET', `/v1/alerts/${id}`)).json().alert;
    expect(channelTargets.slack.url).not.toBe(url);
    expect(await test(account, { channel: 'slack', alertId: id })).toMatchObject({ delivered: true });
    expect(await test(account, { channel: 'slack', alertId: id, channelTargets })).toMatchObject({
      delivered: true,
    });
    expect(receiver.received.map(({ path }) => path)).toEqual([
      '/hooks/very-secret-path',
      '/hooks/very-secret-path',
    ]);
    // The same sentence as the alert would send.
    expect(receiver.received[0]?.body).toContain('Failures: 25% of the calls of the last 30 minutes failed');
    const stranger = await app.account();
    expect((await stranger.call('POST', TEST, { channel: 'slack', alertId: id })).statusCode).toBe(404);
  });

  it('400, 403, 429: no target, an internal address, a plan without the channel, too many', async () => {
    const account = await app.account();
    const refused = async (who: Caller, body: object) => {
      const reply = await who.call('POST', TEST, body);
      return [reply.statusCode, reply.json().reason];
    };
    expect(await refused(account, { channel: 'slack' })).toEqual([400, 'channel_target_required']);
    const inside = { channel: 'teams', channelTargets: { teams: { url: 'https://169.254.169.254/' } } };
    expect(await refused(account, inside)).toEqual([400, 'blocked_address']);
    expect(await refused(await account.key(['read']), inside)).toEqual([403, 'insufficient_scope']);
    expect(await refused(await app.account({ plan: 'free' }), inside)).toEqual([403, 'plan_required']);
    for (let sent = 2; sent < 5; sent += 1) await refused(account, inside);
    expect(await refused(account, inside)).toEqual([429, 'rate_limited']);
  });
});
