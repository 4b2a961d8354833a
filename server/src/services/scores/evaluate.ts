// Deterministic criteria for the rest of the service: rubrics that do not compile are rejected, and every
// verdict arrives within a time limit, whatever the rubric and the output.
import { AppError, invalid } from '#lib/app-error';
import type { Services } from '#core/context';
import { perProcess } from '#core/process-state';
import { compile, type Check, type Verdict } from './evaluators/index.ts';
import {
  RubricError,
  type DeterministicType,
  type EvaluatedText,
  type RuleReasoning,
  type UnscoredReason,
} from './evaluators/evaluator.ts';
import { Sandbox } from './evaluators/sandbox.ts';
import { say } from './evaluators/sentences.ts';
import { similarityRubric } from './similarity/rubric.ts';

const sandboxOf = perProcess((_, onEnd) => {
  const sandbox = new Sandbox();
  onEnd(() => sandbox.stop());
  return sandbox;
});

type CheckContext = Pick<Services, 'state'> & { account: { id: string } };

/** Linear in the length of the text for any rubric, so not worth a separate thread. */
const HARMLESS: ReadonlySet<string> = new Set(['exact_match', 'contains', 'tool_repeats', 'trajectory']);
/** Any text is a rubric of these. */
const FREE_TEXT: ReadonlySet<string> = new Set(['exact_match', 'contains']);

export async function evaluate(ctx: CheckContext, check: Check, subject: EvaluatedText): Promise<Verdict> {
  if (HARMLESS.has(check.type)) return inPlace(check, subject);
  const outcome = await sandboxOf(ctx).run(ctx.account.id, { check: bare(check), subject });
  switch (outcome.kind) {
    case 'verdict':
      return outcome.verdict;
    case 'rubric_error':
      return noVerdict('unusable_criterion', say('rubric_unusable', { problem: outcome.message }));
    case 'timeout':
      return noVerdict('evaluation_timeout', say('rubric_too_slow', {}));
    default:
      return noVerdict('evaluation_failed', say('rubric_too_large', {}));
  }
}

function inPlace(check: Check, subject: EvaluatedText): Verdict {
  try {
    return compile(check)(subject);
  } catch (error) {
    if (!(error instanceof RubricError)) throw error;
    return noVerdict('unusable_criterion', say('rubric_unusable', { problem: error.message }));
  }
}

type RubricCheck = Omit<Required<Check>, 'type'> & { type: DeterministicType | 'embedding_similarity' };

/** Throws a 400 with the reason, and the position if there is one. */
export async function requireRubric(ctx: CheckContext, { type, ...rest }: RubricCheck): Promise<void> {
  if (FREE_TEXT.has(type)) return;
  if (type === 'embedding_similarity') return requireSimilarityRubric(rest);
  const check: Check = { type, ...rest };
  const outcome = await sandboxOf(ctx).run(ctx.account.id, { check: bare(check), subject: null });
  if (outcome.kind === 'compiled') return;
  if (outcome.kind === 'busy') {
    throw new AppError(
      'too_many_requests',
      'rubrics_busy',
      'Too many rubrics of this account are being checked. Wait for some of them, then try again.',
      { retryAfterSeconds: 1 },
    );
  }
  if (outcome.kind !== 'rubric_error') {
    const what = type === 'code' ? 'The code takes too long to load' : 'The rubric takes too long to compile';
    throw invalid('rubric', `${what}. Make it simpler.`, 'invalid_rubric');
  }
  const { message, position } = outcome;
  const place = position === null ? '' : ` (at character ${position})`;
  throw invalid('rubric', `${message.replace(/\.$/, '')}${place}.`, 'invalid_rubric');
}

function requireSimilarityRubric({ rubric, scoreType }: Pick<RubricCheck, 'rubric' | 'scoreType'>): void {
  try {
    similarityRubric(rubric, scoreType);
  } catch (error) {
    if (!(error instanceof RubricError)) throw error;
    throw invalid('rubric', error.message, 'invalid_rubric');
  }
}

const bare = ({ type, rubric, scaleMin, scaleMax, scoreType = 'numeric' }: Check): Check => ({
  type,
  rubric,
  scaleMin,
  scaleMax,
  scoreType,
});

const noVerdict = (reason: UnscoredReason, reasoning: RuleReasoning): Verdict => ({
  score: null,
  passed: null,
  reason,
  reasoning,
});
