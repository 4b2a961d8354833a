// Ready-made alerts. Their keys are part of the interface and must not change. proofs/alert-noise.ts shows
// that the windows and thresholds are quiet on steady traffic: run it before changing one (ADR 23).
import type { AlertType } from './alert-types.ts';
import { TYPE_FACTS } from './alert-types.ts';
import { shownWatched, watchedOf, type Watched } from './watched.ts';

interface TemplateText {
  name: string;
  description: string;
  alertType: AlertType;
  thresholdValue: number;
  windowMinutes: number;
  watched?: Partial<Pick<Watched, 'of' | 'forEach' | 'percentile'>>;
}

const TEXTS = {
  'monthly-budget': {
    name: 'Monthly budget',
    description: 'Calls of this month (UTC) have cost 100 USD. Reminds once a day while it is exceeded.',
    alertType: 'monthly_budget',
    thresholdValue: 100,
    windowMinutes: 1_440,
  },
  'daily-cost': {
    name: 'Cost of a day',
    description: 'Calls of the last 24 hours cost 10 USD or more.',
    alertType: 'cost_threshold',
    thresholdValue: 10,
    windowMinutes: 1_440,
  },
  'error-rate': {
    name: 'Calls fail',
    description: 'One in ten calls of the last 6 hours failed, at least three of them.',
    alertType: 'error_rate',
    thresholdValue: 0.1,
    windowMinutes: 360,
  },
  outage: {
    name: 'Most calls fail',
    description: 'Half of the calls of the last 15 minutes failed, at least three of five.',
    alertType: 'error_rate',
    thresholdValue: 0.5,
    windowMinutes: 15,
  },
  'slow-calls': {
    name: 'Calls are slow',
    description: 'The p95 latency of the last 4 hours is 10 seconds or more.',
    alertType: 'latency_degradation',
    thresholdValue: 10_000,
    windowMinutes: 240,
  },
  'unusual-cost': {
    name: 'Unusual cost',
    description: 'The last 6 hours cost far more than the same hours of the 14 days before.',
    alertType: 'anomaly_cost',
    thresholdValue: 4,
    windowMinutes: 360,
  },
  'unusual-latency': {
    name: 'Unusual latency',
    description: 'The last 4 hours were far slower than the same hours of the 14 days before.',
    alertType: 'anomaly_latency',
    thresholdValue: 4,
    windowMinutes: 240,
  },
  'unusual-errors': {
    name: 'Unusual errors',
    description: 'In the last 6 hours far more calls failed than in the same hours of the 14 days before.',
    alertType: 'anomaly_error_rate',
    thresholdValue: 5,
    windowMinutes: 360,
  },
  'low-scores': {
    name: 'Scores are low',
    description:
      'The mean score of a criterion over the last day is below 0.7 of its scale (3.8 of 1 to 5), of at least five scores. Needs evalCriterionId.',
    alertType: 'eval_score',
    thresholdValue: 0.7,
    windowMinutes: 1_440,
  },
  'poor-feedback': {
    name: 'Feedback is poor',
    description:
      'The mean of a score from 0 to 1 over the last day is below 0.7, of at least five scores. Needs scoreName.',
    alertType: 'score_below',
    thresholdValue: 0.7,
    windowMinutes: 1_440,
  },
  'user-cost': {
    name: 'A user is expensive',
    description: 'The calls of one user cost 10 USD or more in the last 24 hours.',
    alertType: 'cost_threshold',
    thresholdValue: 10,
    windowMinutes: 1_440,
    watched: { forEach: 'user' },
  },
  'tool-errors': {
    name: 'A tool fails',
    description: 'One in five calls of a tool failed in the last 6 hours, and more than chance explains.',
    alertType: 'error_rate',
    thresholdValue: 0.2,
    windowMinutes: 360,
    watched: { of: 'spans', forEach: 'tool' },
  },
  'slow-runs': {
    name: 'An agent is slow',
    description: 'The p95 of the runs of an agent took 60 seconds or more in the last 6 hours.',
    alertType: 'latency_degradation',
    thresholdValue: 60_000,
    windowMinutes: 360,
    watched: { of: 'runs', forEach: 'agent' },
  },
  'guardian-findings': {
    name: 'New findings',
    description: 'The guardian has found something new.',
    alertType: 'guardian_findings',
    thresholdValue: 0,
    windowMinutes: 60,
  },
} as const satisfies Record<string, TemplateText>;

export type TemplateKey = keyof typeof TEXTS;
export const TEMPLATE_KEYS = Object.keys(TEXTS) as [TemplateKey, ...TemplateKey[]];

const textOf = (key: TemplateKey): TemplateText => TEXTS[key];

export const templateOf = (key: TemplateKey) => ({
  key,
  ...textOf(key),
  channelKinds: ['email' as const],
  plan: TYPE_FACTS[TEXTS[key].alertType].plan,
});

export const TEMPLATES = TEMPLATE_KEYS.map(templateOf);

export const presentedTemplates = () =>
  TEMPLATES.map(({ watched, ...template }) =>
    Object.assign(template, shownWatched(template.alertType, watchedOf(watched ?? {}))),
  );
