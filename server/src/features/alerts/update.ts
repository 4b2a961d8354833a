import { isDeepStrictEqual } from 'node:util';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { checkTargets, readTargets, sealTargets, type ChannelKind } from '#services/notifications';
import type { AlertsTable } from '#metadata';
import type { Updateable } from 'kysely';
import type { AlertType } from './alert-types.ts';
import { requireChannelsInPlan, requireValidRule } from './validate-rule.ts';
import { requireAlert } from './alerts.ts';
import type { AlertChanges } from './schemas.ts';
import { resolveAlert } from './apply-decisions.ts';
import { requireWatchable, storedWatched, watchedIn, watchedOf } from './watched.ts';
import { holdAlert, kindsIn, replaceGroups, updateAlertRow, type AlertRow } from './store.ts';

type Wanted = Updateable<AlertsTable>;

/** Fields that are not sent keep their value. Targets are replaced channel by channel. */
export async function updateAlert(
  ctx: Context,
  id: number,
  changes: AlertChanges,
): Promise<{ updated: true }> {
  const result = { updated: true } as const;
  return change(ctx, 'alert.update', async (tx) => {
    const { db } = tx;
    await holdAlert(db, ctx.account.id, ctx.project?.id ?? null, id);
    const before = await requireAlert(ctx, db, id);
    const { name, enabled } = changes;
    const wanted: Wanted = {
      ...(name === undefined ? {} : { name }),
      ...ruleChanges(before, changes),
      ...watchedChanges(ctx, before, changes),
      ...channelChanges(ctx, before, changes),
      ...(enabled === undefined ? {} : { enabled: enabled ? 1 : 0 }),
    };
    const changed = Object.entries(wanted)
      .filter(([column, value]) => before[column as keyof AlertRow] !== value)
      .map(([column]) => column);
    if (changed.length === 0) return { result, target: null };
    // A re-enabled alert starts fresh, because its old state may no longer be true.
    const rested = changed.includes('enabled') ? ({ holds: 0, fired_at: null, held_back: 0 } as const) : {};
    if (wanted.enabled === 0) await resolveAlert(ctx, tx, before);
    else await resolveAlert(ctx, tx, before, leftBehind(ctx, before, wanted));
    if (changed.includes('enabled')) await replaceGroups(db, [id], []);
    await updateAlertRow(db, ctx.account.id, id, { ...wanted, ...rested, updated_at: ctx.clock.now() });
    return {
      result,
      target: { type: 'alert', id: String(id) },
      metadata: { name: name ?? before.name, changed: Object.keys(changes) },
    };
  });
}

/**
 * Channels that the update removes or points to another target. Incidents that are open there must be
 * resolved now.
 */
function leftBehind({ sealer }: Context, before: AlertRow, wanted: Wanted): ChannelKind[] {
  const targets = (sealed: string) => readTargets(sealer, sealed) ?? {};
  const [known, next] = [
    targets(before.channel_targets),
    targets(wanted.channel_targets ?? before.channel_targets),
  ];
  const kinds = kindsIn({ channel_kinds: wanted.channel_kinds ?? before.channel_kinds });
  return kindsIn(before).filter(
    (kind) => !kinds.includes(kind) || !isDeepStrictEqual(known[kind], next[kind]),
  );
}

function ruleChanges(before: AlertRow, { thresholdValue, windowMinutes }: AlertChanges): Wanted {
  if (thresholdValue === undefined && windowMinutes === undefined) return {};
  const rule = {
    alertType: before.alert_type as AlertType,
    thresholdValue: thresholdValue ?? before.threshold_value,
    windowMinutes: windowMinutes ?? before.window_minutes,
  };
  requireValidRule(rule);
  return { threshold_value: rule.thresholdValue, window_minutes: rule.windowMinutes };
}

function watchedChanges({ project }: Context, before: AlertRow, changes: AlertChanges): Wanted {
  if (changes.filter === undefined && changes.percentile === undefined) return {};
  const known = watchedIn(before);
  const { filter = known.filter, percentile = known.percentile } = changes;
  const watched = watchedOf({ ...known, filter, percentile });
  requireWatchable(before.alert_type as AlertType, watched, changes, project);
  return storedWatched(watched);
}

function channelChanges(
  { plan, config, sealer }: Context,
  before: AlertRow,
  { channelKinds, channelTargets }: AlertChanges,
): Wanted {
  if (channelKinds === undefined && channelTargets === undefined) return {};
  const kinds = channelKinds ?? kindsIn(before);
  requireChannelsInPlan(plan, kinds);
  const known = readTargets(sealer, before.channel_targets) ?? {};
  const targets = checkTargets(config, kinds, { ...known, ...channelTargets }, known);
  const kept = JSON.stringify(targets) === JSON.stringify(known);
  return {
    channel_kinds: JSON.stringify(kinds),
    // Sealing again would make an unchanged value look changed.
    ...(kept ? {} : { channel_targets: sealTargets(sealer, targets) }),
  };
}
