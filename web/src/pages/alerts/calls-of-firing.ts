// The calls behind a firing, worst first, as a query. Pure.
import type { Schemas } from '#api';
import type { AlertData, AlertEventData } from './types.ts';

type Query = Partial<Schemas['CallsQuery']>;
type Firing = Pick<AlertEventData, 'alertType' | 'triggeredAt' | 'windowMinutes' | 'thresholdValue'>;
type Scored = Pick<AlertData, 'scoreName' | 'scoreValue'>;

const MINUTE_MS = 60_000;

/** Null if no filter finds the calls that the alert is about. */
export function callsOfFiring(firing: Firing, alert: Scored | undefined): Query | null {
  const end = Date.parse(firing.triggeredAt);
  const window = {
    startTime: new Date(end - firing.windowMinutes * MINUTE_MS).toISOString(),
    endTime: firing.triggeredAt,
  };
  switch (firing.alertType) {
    case 'error_rate':
    case 'anomaly_error_rate':
      return { ...window, error: true };
    case 'latency_degradation':
    case 'anomaly_latency':
      return { ...window, sortBy: 'latency_ms', sortOrder: 'desc' };
    case 'cost_threshold':
    case 'anomaly_cost':
      return { ...window, sortBy: 'cost_usd', sortOrder: 'desc' };
    case 'score_below':
    case 'score_above': {
      const name = alert?.scoreName;
      return name ? { ...window, scores: [conditionOf(firing, name, alert.scoreValue)] } : null;
    }
    default:
      return null;
  }
}

function conditionOf(
  { alertType, thresholdValue }: Firing,
  name: string,
  category: string | null,
): NonNullable<Query['scores']>[number] {
  const isBelow = alertType === 'score_below';
  if (category === null) return { name, op: isBelow ? 'lt' : 'gt', value: thresholdValue };
  const value = category === 'true' ? true : category === 'false' ? false : category;
  return { name, op: isBelow ? 'ne' : 'eq', value };
}
