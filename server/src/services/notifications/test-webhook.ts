// Sends a sample alert message right now, so people can check their receiver.
import { Type, type Static } from 'typebox';
import { invalid } from '#lib/app-error';
import { MINUTE_MS, SECOND_MS, isoTime } from '#lib/clock';
import { newId } from '#lib/ids';
import { closed, Label, Nullable } from '#lib/schema';
import type { Context } from '#core/context';
import { hit, requireAllowed } from '#core/access/rate-limit';
import { OutboundError } from '#lib/outbound/outbound-error';
import { alertData } from './message.ts';
import { postMessage } from './channels/post.ts';
import { webhook } from './channels/webhook.ts';
import { outboundOf } from './outbound.ts';
import { SigningSecret } from './schemas.ts';
import { deliveryCodeOf, DeliveryFigureValues, say } from './sentences.ts';
import { signedHeaders } from './sign.ts';

const TIMEOUT_MS = 5 * SECOND_MS;
const RULE = { name: 'test-webhook', limit: 5, windowMs: MINUTE_MS };

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
    delivered: Type.Boolean({ description: 'The target answered 2xx within 5 seconds' }),
    message: Type.String(),
    code: Nullable(Type.String({ description: 'Machine-readable form of `message`' })),
    values: DeliveryFigureValues,
  },
  { title: 'TestWebhookResult' },
);
export type TestWebhookResult = Static<typeof TestWebhookResult>;

export async function sendTestWebhook(
  ctx: Context,
  { url, secret, alertName = 'Test alert' }: TestWebhook,
): Promise<TestWebhookResult> {
  const state = await hit(ctx, RULE, ctx.account.id);
  requireAllowed(state, 'At most 5 webhook tests per minute. Try again in a moment.');
  const client = outboundOf(ctx.config);
  const fault = webhook.check({ url }, client);
  if (fault) throw invalid('url', fault.message, fault.reason);
  const now = ctx.clock.now();
  const data = alertData(ctx.config.publicUrl, {
    id: 0,
    alertId: 0,
    alertName,
    alertType: 'cost_threshold',
    observedValue: 12.5,
    thresholdValue: 10,
    windowMinutes: 60,
    triggeredAt: now,
  });
  const sample = { ...data, dashboardUrl: `${ctx.config.publicUrl}/alerts`, test: true };
  const body = JSON.stringify({ type: 'alert.fired', timestamp: isoTime(now), data: sample });
  const headers = signedHeaders(newId('delivery'), now, body, secret === undefined ? [] : [secret]);
  // A name that resolves to an internal address is only detected now, and is as wrong as the address itself.
  const outbound = {
    post: (...request: Parameters<typeof client.post>) => client.post(...request).catch(refuse),
  };
  const { status, error, durationMs } = await postMessage(
    outbound,
    { url, body, headers },
    { timeoutMs: TIMEOUT_MS },
  );
  const delivered = error === null;
  const message = error ?? say('delivered', { status: status ?? 0, durationMs });
  return { ok: delivered, delivered, message, ...deliveryCodeOf(message) };
}

function refuse(error: unknown): never {
  if (error instanceof OutboundError && (error.reason === 'blocked_address' || error.reason === 'not_https'))
    throw invalid('url', error.message, error.reason);
  throw error;
}
