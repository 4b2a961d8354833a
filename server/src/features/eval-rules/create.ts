import { AppError } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { existingCriteria, selectCriterion } from '#services/criteria';
import { filterOf } from '#services/record-access';
import { quietTime, requireSuitable } from './require-rule.ts';
import { MAX_RULES, type NewRule, type Rule } from './schemas.ts';
import { countRules, insertRule, presentRule } from './store.ts';

export async function createRule(ctx: Context, input: NewRule): Promise<Rule> {
  const { name = null, criterionId, filter = {}, scope = 'call', samplePct, enabled = true } = input;
  const quietSeconds = quietTime(scope, input.quietSeconds);
  // Rejects a bad filter here instead of in the job.
  filterOf(filter);
  return change(ctx, 'eval_rule.create', async ({ db }) => {
    // The lock stops parallel requests from all seeing room for one more rule.
    await lockAccount(db, ctx.account.id);
    // Locks the criterion, so that it is not deleted before the rule is stored.
    await existingCriteria(db, ctx.account.id, [criterionId]);
    const criterion = await selectCriterion(db, ctx.account.id, criterionId);
    requireSuitable(scope, criterion);
    if ((await countRules(db, ctx.account.id)) >= MAX_RULES) {
      throw new AppError(
        'conflict',
        'limit_reached',
        `An account can have at most ${MAX_RULES} rules. Delete one first.`,
      );
    }
    const now = ctx.clock.now();
    const row = await insertRule(db, {
      account_id: ctx.account.id,
      project_id: ctx.project?.id ?? null,
      name,
      criterion_id: criterionId,
      own_criterion_id: criterion?.isGlobal ? null : criterionId,
      filter: JSON.stringify(filter),
      scope,
      quiet_seconds: quietSeconds,
      sample_pct: samplePct,
      enabled: enabled ? 1 : 0,
      watermark: now,
      scored_count: 0,
      failed_count: 0,
      locked_until: 0,
      created_at: now,
      updated_at: now,
    });
    return {
      result: presentRule(row),
      target: { type: 'eval_rule', id: String(row.id) },
      metadata: { name, criterionId, scope, samplePct, enabled },
    };
  });
}
