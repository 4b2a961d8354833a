// The alert types and what each one needs. Validation, plans, measuring and the docs all read this
// table.
import type { PlanName } from '#core/access/plans';

export const ALERT_TYPES = [
  'cost_threshold',
  'monthly_budget',
  'error_rate',
  'latency_degradation',
  'anomaly_cost',
  'anomaly_latency',
  'anomaly_error_rate',
  'eval_score',
  'score_below',
  'score_above',
  'guardian_findings',
] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

interface TypeFacts {
  plan: PlanName;
  /** The source of the observed value. */
  measures: 'calls' | 'month' | 'history' | 'scores' | 'sent scores' | 'findings';
  /** The value needs the latency of each call, not a sum. */
  latency?: true;
  /** Parts of the window are compared too, see `partMinutes`. */
  parts?: true;
  maxWindowMinutes: number;
}

const DAY = 1_440;
/** The shortest retention of any plan. */
const LONGEST = 30 * DAY;

export const TYPE_FACTS: Readonly<Record<AlertType, TypeFacts>> = {
  cost_threshold: { plan: 'free', measures: 'calls', maxWindowMinutes: LONGEST },
  monthly_budget: { plan: 'free', measures: 'month', maxWindowMinutes: LONGEST },
  error_rate: { plan: 'free', measures: 'calls', maxWindowMinutes: LONGEST },
  latency_degradation: { plan: 'free', measures: 'calls', latency: true, maxWindowMinutes: DAY },
  // A longer window would overlap with the same window of the day before.
  anomaly_cost: { plan: 'pro', measures: 'history', parts: true, maxWindowMinutes: DAY },
  anomaly_latency: { plan: 'pro', measures: 'history', latency: true, maxWindowMinutes: DAY },
  anomaly_error_rate: { plan: 'pro', measures: 'history', maxWindowMinutes: DAY },
  eval_score: { plan: 'pro', measures: 'scores', maxWindowMinutes: LONGEST },
  score_below: { plan: 'free', measures: 'sent scores', maxWindowMinutes: LONGEST },
  score_above: { plan: 'free', measures: 'sent scores', maxWindowMinutes: LONGEST },
  guardian_findings: { plan: 'free', measures: 'findings', maxWindowMinutes: LONGEST },
};

/** Alerts on a score that clients send, by its name. */
export const isScoreAlert = (type: AlertType): boolean => TYPE_FACTS[type].measures === 'sent scores';

/** An anomaly compares its window with the same window on each of the previous 14 days. */
export const HISTORY_DAYS = 14;
