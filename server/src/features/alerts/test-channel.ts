// Sends a sample message to a channel: before an alert is saved, or with the stored target of an alert.
import type { Context } from '#core/context';
import {
  checkTargets,
  limitTests,
  readTargets,
  sendTestMessage,
  type ChannelTargets,
  type TestWebhookResult,
} from '#services/notifications';
import { requireAlert } from './require-alert.ts';
import type { ChannelTest } from './schemas.ts';
import type { AlertRow } from './store.ts';
import { requireChannelsInPlan } from './validate-rule.ts';

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
