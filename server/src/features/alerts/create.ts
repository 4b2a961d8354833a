import { AppError, unknownId } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { existingCriteria } from '#services/criteria';
import { checkTargets, sealTargets } from '#services/notifications';
import { completeAlert, requireChannelsInPlan, requireTypeInPlan } from './validate-rule.ts';
import type { NewAlert } from './schemas.ts';
import { storedWatched, type Watched } from './watched.ts';
import { countAlerts, insertAlert } from './store.ts';

export async function createAlert(ctx: Context, input: NewAlert): Promise<{ id: number }> {
  const alert = completeAlert(input, ctx.project);
  requireTypeInPlan(ctx.plan, alert.alertType);
  requireChannelsInPlan(ctx.plan, alert.channelKinds);
  const targets = checkTargets(ctx.config, alert.channelKinds, alert.channelTargets);
  return change(ctx, 'alert.create', async ({ db }) => {
    // The lock stops parallel requests from all seeing room for one more alert.
    await lockAccount(db, ctx.account.id);
    requireRoom(ctx, await countAlerts(db, ctx.account.id));
    const { evalCriterionId } = alert;
    if (evalCriterionId !== null) {
      const there = await existingCriteria(db, ctx.account.id, [evalCriterionId]);
      if (!there.has(evalCriterionId)) throw unknownId('evalCriterionId', 'Criterion not found.');
    }
    const now = ctx.clock.now();
    const id = await insertAlert(db, {
      account_id: ctx.account.id,
      project_id: ctx.project?.id ?? null,
      name: alert.name,
      alert_type: alert.alertType,
      threshold_value: alert.thresholdValue,
      window_minutes: alert.windowMinutes,
      channel_kinds: JSON.stringify(alert.channelKinds),
      channel_targets: sealTargets(ctx.sealer, targets),
      enabled: alert.enabled ? 1 : 0,
      eval_criterion_id: evalCriterionId,
      score_name: alert.scoreName,
      score_value: alert.scoreValue,
      ...storedWatched(alert.watched),
      holds: 0,
      held_back: 0,
      version: 0,
      findings_told: 0,
      created_at: now,
      updated_at: now,
    });
    return {
      result: { id },
      target: { type: 'alert', id: String(id) },
      metadata: {
        name: alert.name,
        alertType: alert.alertType,
        thresholdValue: alert.thresholdValue,
        windowMinutes: alert.windowMinutes,
        channelKinds: alert.channelKinds,
        ...auditedOf(alert.watched),
      },
    };
  });
}

/** A filter may name people, so only its fields are written down. */
const auditedOf = ({ of, filter, forEach, percentile }: Watched) => ({
  ...(of === 'calls' ? {} : { of }),
  ...(filter === null ? {} : { filteredBy: Object.keys(filter) }),
  ...(forEach === null ? {} : { forEach }),
  ...(percentile === null ? {} : { percentile }),
});

function requireRoom({ plan }: Context, alerts: number): void {
  if (plan.alerts === null || alerts < plan.alerts) return;
  throw new AppError(
    'forbidden',
    'plan_required',
    `${plan.title} allows at most ${plan.alerts} alerts. Delete one, or change to the Pro plan.`,
  );
}
