// The channels that alerts can use, and their test message.
import type { Context } from '#core/context';
import {
  CHANNEL_KINDS,
  checkTargets,
  limitTests,
  readTargets,
  sendTestMessage,
  type ChannelTargets,
  type TestWebhookResult,
} from '#services/notifications';
import type { AlertChannel, ChannelTest } from './schemas.ts';
import { requireAlert } from './alerts.ts';
import type { AlertRow } from './store.ts';
import { requireChannelsInPlan } from './validate-rule.ts';

/** The plan and the settings of the service decide which channels can deliver. */
export const listChannels = ({ plan, mailer }: Context): AlertChannel[] =>
  CHANNEL_KINDS.map((kind) => {
    const reason = !plan.alertChannels.includes(kind)
      ? ('plan_required' as const)
      : kind === 'email' && !mailer.configured
        ? ('email_unconfigured' as const)
        : null;
    return { kind, deliverable: reason === null, reason };
  });

/** Sends a sample message to a channel: before an alert is saved, or with the stored target of an alert. */
export async function testChannel(
  ctx: Context,
  { channel: kind, channelTargets = {}, alertId, alertName }: ChannelTest,
): Promise<TestWebhookResult> {
  requireChannelsInPlan(ctx.plan, [kind]);
  await limitTests(ctx, 'test-channel');
  const alert = alertId === undefined ? null : await requireAlert(ctx, ctx.db, alertId);
  const known = (alert && readTargets(ctx.sealer, alert.channel_targets)) ?? {};
  const asked = channelTargets[kind] ?? known[kind];
  const wanted = (asked === undefined ? {} : { [kind]: asked }) as ChannelTargets;
  const target = checkTargets(ctx.config, [kind], wanted, known)[kind] ?? {};
  return sendTestMessage(ctx, {
    kind,
    target,
    field: `channelTargets.${kind}.url`,
    alert: { ...(alert ? ruleOf(alert) : {}), alertName: alertName ?? alert?.name ?? 'Test alert' },
  });
}

const ruleOf = ({ alert_type, threshold_value, window_minutes }: AlertRow) => ({
  alertType: alert_type,
  thresholdValue: threshold_value,
  windowMinutes: window_minutes,
});
