// Reasons why there is no score, why a run failed and why a rule is paused: the codes of `reason`,
// `errorReason` and `lastErrorReason`. They have no figures; separate fields hold the counts.
import { Type, type TProperties } from 'typebox';
import { figuresByCode } from '#lib/figures';
import type { UnscoredReason } from './evaluators/evaluator.ts';
import type { FailureReason } from '#services/models';

type Codes<T extends string> = Record<T, TProperties>;

const byModels: Codes<FailureReason> = {
  judge_unavailable: {},
  judge_timeout: {},
  judge_rate_limited: {},
  judge_bad_answer: {},
  generator_unavailable: {},
  generator_timeout: {},
  generator_rate_limited: {},
  generator_bad_answer: {},
  embedder_unavailable: {},
  embedder_timeout: {},
  embedder_rate_limited: {},
  embedder_bad_answer: {},
  off_scale: {},
  refused: {},
  no_content: {},
  unusable_criterion: {},
  budget_exhausted: {},
  cancelled: {},
};

const byRules: Codes<UnscoredReason> = {
  no_expected_output: {},
  output_too_long: {},
  output_too_deep: {},
  unusable_criterion: {},
  evaluation_timeout: {},
  evaluation_failed: {},
  off_scale: {},
  no_content: {},
};

const ofCalls = {
  no_trace: {},
  no_session: {},
  call_gone: {},
  prompt_gone: {},
  prompt_unreadable: {},
  output_not_stored: {},
};

/** Reasons why a generated output could not be stored. */
const ofStoring = {
  quota_exceeded: {},
  records_unavailable: {},
  overloaded: {},
  stopping: {},
  not_stored: {},
  disk_full: {},
};

const ofRuns = { project_gone: {}, given_up: {} };

const ofStandingRules = {
  account_gone: {},
  plan_required: {},
  scope_mismatch: {},
  fell_behind: {},
  internal: {},
};

const EvalReasonFigures = figuresByCode('EvalReasonFigures', {
  ...byModels,
  ...byRules,
  ...ofCalls,
  ...ofStoring,
  ...ofRuns,
  ...ofStandingRules,
});

export type EvalReason = keyof typeof EvalReasonFigures.properties;

/** Not an enum, because a failure of the store keeps the store's reason. */
export const EvalReasonCode = (description: string) =>
  Type.String({ description, 'x-figures': EvalReasonFigures });
