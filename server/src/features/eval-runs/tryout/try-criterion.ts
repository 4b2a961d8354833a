// POST /v1/eval-criteria/test: scores a few calls by a draft or a stored criterion. No score is stored.
import { AppError, errorWithin, invalid, unknownId } from '#lib/app-error';
import { isoTime, MINUTE_MS } from '#lib/clock';
import { forEachLimited } from '#lib/for-each-limited';
import { usd } from '#lib/money';
import { hit, requireAllowed, type RateRule } from '#core/access/rate-limit';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { criterionDefinition, requireDefinition, selectCriterion } from '#services/criteria';
import { requireModelWithBudget } from '#services/models';
import { presentUnstored, scoreOne, type Criterion } from '#services/scores';
import type { CriterionTest, CriterionTestResult, TestedCall } from './schemas.ts';
import { testSubjects } from './subjects.ts';

const LIMIT: RateRule = { name: 'test-criterion', limit: 30, windowMs: MINUTE_MS };
const AT_ONCE = 5;

/** Which model a criterion asks. */
const ROLES: Partial<Record<Criterion['type'], 'judge' | 'embedder'>> = {
  llm_judge: 'judge',
  embedding_similarity: 'embedder',
};

export async function tryCriterion(
  ctx: Context,
  test: CriterionTest,
  signal: AbortSignal,
): Promise<CriterionTestResult> {
  requireAllowed(await hit(ctx, LIMIT, ctx.account.id), 'At most 30 tests of criteria in a minute.');
  const criterion = await testedCriterion(ctx, test);
  const subjects = await testSubjects(ctx, criterion, test);
  // One error instead of ten results that say the same.
  const role = ROLES[criterion.type];
  if (role) await requireModelWithBudget(ctx, role, 'criterion-test');
  const results: TestedCall[] = [];
  let costMicros = 0;
  await forEachLimited(subjects.entries(), AT_ONCE, async ([at, subject]) => {
    const { callId, traceId, itemId, expectedOutput, loaded } = subject;
    const began = performance.now();
    const outcome = await scoreOne(ctx, criterion, { expected_output: expectedOutput }, loaded, signal);
    costMicros += outcome.costMicros;
    const durationMs = Math.round(performance.now() - began);
    results[at] = { callId, traceId, itemId, ...presentUnstored(outcome, durationMs) };
  });
  const scored = results.filter(({ status }) => status === 'scored').length;
  const counts = { scoredCount: scored, failedCount: results.length - scored, costUsd: usd(costMicros) };
  // Audited even if nobody waits for the answer, because content may have left the service and cost money.
  await change(ctx, 'eval_criterion.test', async () => ({
    result: undefined,
    target:
      test.criterionId === undefined
        ? { type: 'account', id: ctx.account.id }
        : { type: 'eval_criterion', id: String(criterion.id) },
    metadata: { type: criterion.type, ...counts },
  }));
  return { results, ...counts };
}

async function testedCriterion(ctx: Context, { criterion, criterionId }: CriterionTest): Promise<Criterion> {
  if (criterion && criterionId === undefined) {
    const definition = criterionDefinition(criterion);
    await requireDefinition(ctx, definition).catch((error: unknown) => {
      throw error instanceof AppError ? errorWithin('criterion', error) : error;
    });
    const now = isoTime(ctx.clock.now());
    return { ...definition, id: 0, isGlobal: false, createdAt: now, updatedAt: now };
  }
  if (criterion || criterionId === undefined)
    throw invalid('criterion', 'Send either criterion, a draft, or criterionId.');
  const stored = await selectCriterion(ctx.db, ctx.account.id, criterionId);
  if (!stored) throw unknownId('criterionId', 'There is no criterion with this id.', 'unknown_criterion');
  return stored;
}
