// A rule as it was asked for, made whole: what a template adds, what must be there, and what its type demands.
import { fieldError, invalid } from '#lib/app-error';
import { PLANS, planReaches, type Plan } from '#core/plans';
import type { ChannelKind } from '#features/notifications';
import { TYPE_FACTS, type AlertType } from './alert-types.ts';
import type { Rule } from './evaluate.ts';
import type { NewAlert, PreviewInput } from './schemas.ts';
import { templateOf } from './templates.ts';

export interface AskedRule extends Rule {
  evalCriterionId: number | null;
}

const needed = <T>(value: T | undefined, field: string): T => {
  if (value === undefined) {
    throw invalid(field, `${field} is required, unless a templateKey says it.`);
  }
  return value;
};

const templateIn = ({ templateKey }: Pick<PreviewInput, 'templateKey'>) =>
  templateKey === undefined ? undefined : templateOf(templateKey);

export function completeRule(input: PreviewInput): AskedRule {
  const template = templateIn(input);
  const alertType = needed(input.alertType ?? template?.alertType, 'alertType');
  if (template && template.alertType !== alertType) {
    throw invalid('alertType', `The template ${template.key} is of the type ${template.alertType}.`);
  }
  const { evalCriterionId = null } = input;
  if (alertType === 'eval_score' && evalCriterionId === null) {
    throw invalid('evalCriterionId', 'An alert of the type eval_score needs evalCriterionId.');
  }
  if (alertType !== 'eval_score' && evalCriterionId !== null) {
    throw invalid('evalCriterionId', 'Only alerts of the type eval_score have an evalCriterionId.');
  }
  const rule = {
    alertType,
    thresholdValue: needed(input.thresholdValue ?? template?.thresholdValue, 'thresholdValue'),
    windowMinutes: needed(input.windowMinutes ?? template?.windowMinutes, 'windowMinutes'),
    evalCriterionId,
  };
  requireRule(rule);
  return rule;
}

export function completeAlert(input: NewAlert) {
  const template = templateIn(input);
  return {
    ...completeRule(input),
    name: needed(input.name ?? template?.name, 'name'),
    channelKinds: needed<ChannelKind[]>(input.channelKinds ?? template?.channelKinds, 'channelKinds'),
    channelTargets: input.channelTargets ?? {},
    enabled: input.enabled ?? true,
  };
}

/** What no schema can say, because it depends on the type. */
export function requireRule({ alertType, thresholdValue, windowMinutes }: Rule): void {
  // Scales of criteria may lie below zero.
  if (thresholdValue < 0 && alertType !== 'eval_score') {
    throw invalid('thresholdValue', 'The threshold must not be negative.');
  }
  const { maxWindowMinutes } = TYPE_FACTS[alertType];
  if (windowMinutes > maxWindowMinutes) {
    throw invalid(
      'windowMinutes',
      `The window of an alert of the type ${alertType} has at most ${maxWindowMinutes} minutes.`,
    );
  }
}

export function requireTypeInPlan(plan: Plan, alertType: AlertType): void {
  const needs = TYPE_FACTS[alertType].plan;
  if (planReaches(plan.name, needs)) return;
  throw fieldError(
    'forbidden',
    'plan_required',
    'alertType',
    `Alerts of the type ${alertType} need the ${PLANS[needs].title} plan.`,
  );
}

export function requireChannelsInPlan(plan: Plan, kinds: readonly ChannelKind[]): void {
  const missing = kinds.find((kind) => !plan.alertChannels.includes(kind));
  if (missing === undefined) return;
  throw fieldError(
    'forbidden',
    'plan_required',
    'channelKinds',
    `The channel ${missing} needs the ${PLANS.pro.title} plan; ${plan.title} has ${plan.alertChannels.join(', ')}.`,
  );
}
