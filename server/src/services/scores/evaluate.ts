// Deterministic criteria for the rest of the service: rubrics that do not compile are rejected, and every
// verdict arrives within a time limit, whatever the rubric and the output.
import { AppError, invalid } from '#lib/app-error';
import type { Services } from '#core/context';
import { perProcess } from '#core/process-state';
import { compile, type Check, type Verdict } from './evaluators/index.ts';
import { RubricError, type EvaluatedText, type UnscoredReason } from './evaluators/evaluator.ts';
import { Sandbox } from './evaluators/sandbox.ts';
import { say } from './evaluators/sentences.ts';

const sandboxOf = perProcess((_, onEnd) => {
  const sandbox = new Sandbox();
  onEnd(() => sandbox.stop());
  return sandbox;
});

type CheckContext = Pick<Services, 'state'> & { account: { id: string } };

/** Linear in the length of the text for any rubric, so not worth a separate thread. */
const HARMLESS: ReadonlySet<string> = new Set(['exact_match', 'contains', 'tool_repeats']);

export async function evaluate(ctx: CheckContext, check: Check, subject: EvaluatedText): Promise<Verdict> {
  if (HARMLESS.has(check.type)) return compile(check)(subject);
  const outcome = await sandboxOf(ctx).run(ctx.account.id, { check: bare(check), subject });
  switch (outcome.kind) {
    case 'verdict':
      return outcome.verdict;
    case 'rubric_error':
      return untold('unusable_criterion', say('rubric_unusable', { problem: outcome.message }));
    case 'timeout':
      return untold('evaluation_timeout', say('rubric_too_slow', {}));
    default:
      return untold('evaluation_failed', say('rubric_too_large', {}));
  }
}

/** Throws a 400 with the reason, and the position if there is one. */
export async function requireRubric(ctx: CheckContext, check: Check): Promise<void> {
  if (HARMLESS.has(check.type)) {
    try {
      compile(check);
    } catch (error) {
      if (error instanceof RubricError) throw invalid('rubric', error.message, 'invalid_rubric');
      throw error;
    }
    return;
  }
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
    throw invalid('rubric', 'The rubric takes too long to compile. Make it simpler.', 'invalid_rubric');
  }
  const { message, position } = outcome;
  const place = position === null ? '' : ` (at character ${position})`;
  throw invalid('rubric', `${message.replace(/\.$/, '')}${place}.`, 'invalid_rubric');
}

const bare = ({ type, rubric, scaleMin, scaleMax }: Check): Check => ({ type, rubric, scaleMin, scaleMax });

const untold = (reason: UnscoredReason, reasoning: string): Verdict => ({
  score: null,
  passed: null,
  reason,
  reasoning,
});
