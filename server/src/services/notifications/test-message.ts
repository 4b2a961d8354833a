// Sends a sample alert message right now, so that people can check a channel before they rely on it.
import { Type, type Static } from 'typebox';
import { invalid } from '#lib/app-error';
import { MINUTE_MS, SECOND_MS, isoTime } from '#lib/clock';
import { newId } from '#lib/ids';
import { closed, Label, Nullable } from '#lib/schema';
import type { Context } from '#core/context';
import { hit, requireAllowed } from '#core/access/rate-limit';
import { OutboundError } from '#lib/outbound/outbound-error';
import type { PostOptions } from '#lib/outbound/client';
import { channelOf } from './channels/table.ts';
import { webhook } from './channels/webhook.ts';
import { alertData, type AlertFiring, type AlertMessage } from './message.ts';
import { outboundOf } from './outbound.ts';
import { SigningSecret, type ChannelKind } from './schemas.ts';
import { DeliveryFigureValues, say } from './sentences.ts';
import { selectOwnerEmails } from './store.ts';

const TIMEOUT_MS = 5 * SECOND_MS;
const LIMIT = { limit: 5, windowMs: MINUTE_MS };

export const TestWebhook = closed(
  {
    url: Type.String({ minLength: 1, maxLength: 2_048, description: 'HTTPS, to a public address' }),
    secret: Type.Optional(SigningSecret),
    alertName: Type.Optional(Label(200)),
  },
  { title: 'TestWebhook' },
);
export type TestWebhook = Static<typeof TestWebhook>;

export const TestWebhookResult = Type.Object(
  {
    ok: Type.Boolean({ description: 'The same as `delivered`' }),
    delivered: Type.Boolean({
      description: 'The target answered 2xx within 5 seconds, or the mail server took the message',
    }),
    message: Type.String(),
    code: Nullable(Type.String({ description: 'Machine-readable form of `message`' })),
    values: DeliveryFigureValues,
  },
  { title: 'TestWebhookResult' },
);
export type TestWebhookResult = Static<typeof TestWebhookResult>;

/** Also counts addresses that are then rejected, so that no one can probe addresses without a limit. */
export async function limitTests(
  ctx: Context,
  name: 'test-webhook' | 'test-channel' | 'test-export' | 'test-model',
): Promise<void> {
  requireAllowed(
    await hit(ctx, { ...LIMIT, name }, ctx.account.id),
    'At most 5 tests per minute. Try again in a moment.',
  );
}

export async function sendTestWebhook(
  ctx: Context,
  { url, secret, alertName = 'Test alert' }: TestWebhook,
): Promise<TestWebhookResult> {
  await limitTests(ctx, 'test-webhook');
  const target = { url, ...(secret === undefined ? {} : { secret }) };
  const fault = webhook.check(target, outboundOf(ctx.config));
  if (fault) throw invalid(fault.field, fault.message, fault.reason);
  return sendTestMessage(ctx, { kind: 'webhook', target, field: 'url', alert: { alertName } });
}

interface TestMessage {
  kind: ChannelKind;
  /** A checked target of this kind. */
  target: unknown;
  /** The field that an internal address is reported for. */
  field: string;
  alert: Pick<AlertFiring, 'alertName'> &
    Partial<Pick<AlertFiring, 'alertType' | 'thresholdValue' | 'windowMinutes'>>;
}

export async function sendTestMessage(
  ctx: Context,
  { kind, target, field, alert }: TestMessage,
  client = outboundOf(ctx.config),
): Promise<TestWebhookResult> {
  const { mailer, clock, log } = ctx;
  const channel = channelOf(kind);
  const means = {
    mailer,
    clock,
    log,
    outbound: {
      ...client,
      // Only now is it known that a name resolves to an internal address, which is reported like the address
      // itself.
      post: (url: string, options: PostOptions) =>
        client
          .post(url, { ...options, timeoutMs: TIMEOUT_MS })
          .catch((error: unknown) => refuse(error, field)),
    },
    owners: () => selectOwnerEmails(ctx.db, ctx.account.id),
    signal: new AbortController().signal,
  };
  const parcel = { id: newId('delivery'), accountId: ctx.account.id, message: sampleMessage(ctx, alert) };
  const { status, error, durationMs } = await channel.send(means, target, parcel);
  const delivered = error === null;
  // A test must not leave an incident open.
  if (delivered && channel.resolves) {
    const message = { ...parcel.message, type: 'alert.resolved' as const };
    await channel.send(means, target, { ...parcel, id: newId('delivery'), message });
  }
  const said =
    error ??
    (status === null ? say('email_taken', { durationMs }) : say('delivered', { status, durationMs }));
  const { message, code, values } = said;
  return { ok: delivered, delivered, message, code, values };
}

/** Has the id 0, so that it is never taken for a firing of the alert itself. */
function sampleMessage({ config, clock }: Context, alert: TestMessage['alert']): AlertMessage {
  const now = clock.now();
  const { thresholdValue = 10 } = alert;
  const data = alertData(config.publicUrl, {
    alertType: 'cost_threshold',
    windowMinutes: 60,
    ...alert,
    id: 0,
    alertId: 0,
    thresholdValue,
    observedValue: thresholdValue * 1.25,
    triggeredAt: now,
  });
  return {
    type: 'alert.fired',
    timestamp: isoTime(now),
    data: { ...data, dashboardUrl: `${config.publicUrl}/alerts`, test: true },
  };
}

function refuse(error: unknown, field: string): never {
  if (error instanceof OutboundError && (error.reason === 'blocked_address' || error.reason === 'not_https'))
    throw invalid(field, error.message, error.reason);
  throw error;
}
