// Plans and their limits: the only table of what a plan includes.
import { AppError } from '#lib/app-error';

export const PLAN_NAMES = ['free', 'pro', 'team'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

export interface Plan {
  name: PlanName;
  title: string;
  recordsPerMonth: number;
  retentionDays: number;
  exportRecords: number;
  /** Null means no limit. */
  alerts: number | null;
  alertChannels: readonly string[];
  savedViews: number;
  datasetItems: number;
  /** In total; null means no limit. */
  annotations: number | null;
  teamMembers: boolean;
}

/** Characters of an input or an expected output in a dataset, in every plan. */
export const ITEM_CHARACTERS = 4_000;

/** Spans of a trace in one answer, in every plan. */
export const TRACE_SPANS = 500;

const ALL_CHANNELS = ['email', 'slack', 'webhook', 'discord', 'teams', 'pagerduty'] as const;

const paid = {
  recordsPerMonth: 1_000_000,
  retentionDays: 90,
  exportRecords: 50_000,
  alerts: null,
  alertChannels: ALL_CHANNELS,
  savedViews: 20,
  datasetItems: 20,
  annotations: null,
} as const;

export const PLANS: Readonly<Record<PlanName, Plan>> = {
  free: {
    name: 'free',
    title: 'Free',
    recordsPerMonth: 50_000,
    retentionDays: 30,
    exportRecords: 1_000,
    alerts: 3,
    alertChannels: ['email'],
    savedViews: 20,
    datasetItems: 20,
    annotations: 50_000,
    teamMembers: false,
  },
  pro: { name: 'pro', title: 'Pro', ...paid, teamMembers: false },
  team: { name: 'team', title: 'Team', ...paid, teamMembers: true },
};

export const isPlanName = (value: string): value is PlanName => Object.hasOwn(PLANS, value);

const RANK: Readonly<Record<PlanName, number>> = { free: 0, pro: 1, team: 2 };

export const planReaches = (plan: PlanName, needed: PlanName): boolean => RANK[plan] >= RANK[needed];

/** For consents and team: the plan must include it and the subscription must be paid. */
export function requirePayment(account: { plan: Plan; subscriptionActive: boolean }, needed: PlanName): void {
  if (!planReaches(account.plan.name, needed)) {
    throw new AppError('payment_required', 'plan_required', `This needs the ${PLANS[needed].title} plan.`);
  }
  if (!account.subscriptionActive) {
    throw new AppError(
      'payment_required',
      'subscription_canceled',
      'The subscription is canceled. Renew it first.',
    );
  }
}

export function requirePlan(plan: PlanName, needed: PlanName): void {
  if (planReaches(plan, needed)) return;
  throw new AppError('forbidden', 'plan_required', `This needs the ${PLANS[needed].title} plan.`);
}
