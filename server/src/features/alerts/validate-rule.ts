// Completes a rule from a request: fills in the template, requires the fields without a default and checks
// the limits of the alert type.
import { fieldError, invalid } from '#lib/app-error';
import { PLANS, planReaches, type Plan } from '#core/access/plans';
import type { ChannelKind } from '#services/notifications';
import { isScoreAlert, TYPE_FACTS, type AlertType } from './alert-types.ts';
import type { AlertRule } from './evaluate.ts';
import type { NewAlert, PreviewInput } from './schemas.ts';
import type { ProjectRef } from '#core/access/accounts';
import { templateOf } from './templates.ts';
import { requireWatchable, watchedOf, type Watched } from './watched.ts';

export interface AskedRule extends Omit<AlertRule, 'percentile'> {
  watched: Watched;
  evalCriterionId: number | null;
  scoreName: string | null;
  scoreValue: string | null;
}

const needed = <T>(value: T | undefined, field: string): T => {
  if (value === undefined) {
    throw invalid(field, `${field} is required without a templateKey.`);
  }
  return value;
};

const templateIn = ({ templateKey }: Pick<PreviewInput, 'templateKey'>) =>
  templateKey === undefined ? undefined : templateOf(templateKey);

export function completeRule(input: PreviewInput, project: ProjectRef | null): AskedRule {
  const template = templateIn(input);
  const alertType = needed(input.alertType ?? template?.alertType, 'alertType');
  if (template && template.alertType !== alertType) {
    throw invalid('alertType', `The template ${template.key} has the type ${template.alertType}.`);
  }
  const { evalCriterionId = null, scoreName = null, scoreValue = null } = input;
  if (alertType === 'eval_score' && evalCriterionId === null) {
    throw invalid('evalCriterionId', 'An eval_score alert needs evalCriterionId.');
  }
  if (alertType !== 'eval_score' && evalCriterionId !== null) {
    throw invalid('evalCriterionId', 'Only eval_score alerts take an evalCriterionId.');
  }
  if (isScoreAlert(alertType) && scoreName === null) {
    throw invalid('scoreName', `A ${alertType} alert needs scoreName.`);
  }
  if (!isScoreAlert(alertType)) {
    for (const [field, value] of Object.entries({ scoreName, scoreValue }))
      if (value !== null) throw invalid(field, `Only score_below and score_above alerts take a ${field}.`);
  }
  const asked = { ...template?.watched, ...input };
  const watched = watchedOf(asked);
  requireWatchable(alertType, watched, asked, project);
  const rule = {
    alertType,
    watched,
    thresholdValue: needed(input.thresholdValue ?? template?.thresholdValue, 'thresholdValue'),
    windowMinutes: needed(input.windowMinutes ?? template?.windowMinutes, 'windowMinutes'),
    evalCriterionId,
    scoreName,
    scoreValue,
  };
  requireValidRule(rule);
  return rule;
}

export function completeAlert(input: NewAlert, project: ProjectRef | null) {
  const template = templateIn(input);
  return {
    ...completeRule(input, project),
    name: needed(input.name ?? template?.name, 'name'),
    channelKinds: needed<ChannelKind[]>(input.channelKinds ?? template?.channelKinds, 'channelKinds'),
    channelTargets: input.channelTargets ?? {},
    enabled: input.enabled ?? true,
  };
}

/** Checks that depend on the alert type, which the schema cannot express. */
export function requireValidRule({
  alertType,
  thresholdValue,
  windowMinutes,
}: Pick<AlertRule, 'alertType' | 'thresholdValue' | 'windowMinutes'>): void {
  // The scale of a criterion or a score may include negative numbers.
  if (thresholdValue < 0 && alertType !== 'eval_score' && !isScoreAlert(alertType)) {
    throw invalid('thresholdValue', 'The threshold must not be negative.');
  }
  const { maxWindowMinutes } = TYPE_FACTS[alertType];
  if (windowMinutes > maxWindowMinutes) {
    throw invalid(
      'windowMinutes',
      `The window of a ${alertType} alert is at most ${maxWindowMinutes} minutes.`,
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
    `Alerts of type ${alertType} need the ${PLANS[needs].title} plan.`,
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
