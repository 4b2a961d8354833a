// Formats alerts for responses, without their secrets.
import { isoTime } from '#lib/clock';
import type { Services } from '#core/context';
import { maskTargets, readTargets } from '#services/notifications';
import type { AlertType } from './alert-types.ts';
import type { Alert, FiringGroup } from './schemas.ts';
import { kindsIn, type AlertRow, type GroupRow } from './store.ts';
import { shownWatched, watchedIn } from './watched.ts';

const optionalTime = (ms: number | null): string | null => (ms === null ? null : isoTime(ms));

export const isSilenced = (
  { silenced_until: until }: Pick<AlertRow, 'silenced_until'>,
  now: number,
): boolean => until !== null && until > now;

export function presentAlert({ sealer, clock }: Pick<Services, 'sealer' | 'clock'>, row: AlertRow): Alert {
  return {
    id: row.id,
    name: row.name,
    alertType: row.alert_type as AlertType,
    thresholdValue: row.threshold_value,
    windowMinutes: row.window_minutes,
    channelKinds: kindsIn(row),
    channelTargets: maskTargets(readTargets(sealer, row.channel_targets) ?? {}),
    enabled: row.enabled === 1,
    evalCriterionId: row.eval_criterion_id,
    scoreName: row.score_name,
    scoreValue: row.score_value,
    ...shownWatched(row.alert_type as AlertType, watchedIn(row)),
    silencedUntil: isSilenced(row, clock.now()) ? optionalTime(row.silenced_until) : null,
    lastTriggeredAt: optionalTime(row.last_triggered_at),
    lastObservedValue: row.last_observed_value,
    holds: row.holds === 1,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}

export const presentGroup = ({ for_each: dimension }: AlertRow, group: GroupRow): FiringGroup => ({
  dimension: dimension ?? '',
  value: group.value,
  observedValue: group.observed_value,
  firedAt: optionalTime(group.fired_at),
});
