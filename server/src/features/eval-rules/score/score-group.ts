// One round of rules over the same calls, traces or sessions. A lease lets one process at a time work on a rule; a second process
// skips it. The lease of a dead process expires.
import { randomUUID } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import { AppError } from '#lib/app-error';
import type { Context, SystemContext } from '#core/context';
import type { JobSlice } from '#core/jobs/job-slice';
import { planReaches } from '#core/access/plans';
import { selectCriterion } from '#services/criteria';
import type { Criterion } from '#services/scores';
import { scopeMismatch, suits } from '../require-rule.ts';
import type { RuleRow } from '../store.ts';
import type { ScoredGroup } from './group.ts';
import { lookFor, startOf } from './look.ts';
import { scoreRule, type Trouble } from './score-rule.ts';
import { RuleLost } from './score-writer.ts';
import { claimRules, finishRule, isHeld, keepClaim, releaseClaim } from './store.ts';

const CLAIM_MS = 2 * MINUTE_MS;
const KEEP_EVERY_MS = 20 * SECOND_MS;

/** Throws if a dependency is temporarily unavailable; the rules then report it. */
export async function scoreGroup(system: SystemContext, group: ScoredGroup, slice: JobSlice): Promise<void> {
  const { metadata, clock, log } = system;
  const holder = randomUUID();
  const ids = group.rules.map(({ id }) => id);
  const rules = await metadata.transaction((db) =>
    claimRules(db, ids, { holder, now: clock.now(), until: clock.now() + CLAIM_MS }),
  );
  if (rules.length === 0) return;
  const timer = setInterval(
    () =>
      void metadata
        .transaction((db) => keepClaim(db, holder, clock.now() + CLAIM_MS))
        .catch((error: unknown) => log.warn({ err: error }, 'rule lease could not be renewed')),
    KEEP_EVERY_MS,
  );
  timer.unref();
  let trouble: Trouble | null = null;
  try {
    const ctx = await contextFor(system, group);
    if ('reason' in ctx) trouble = ctx;
    else await scoreRules(ctx, rules, holder, slice);
  } catch (error) {
    slice.signal.throwIfAborted();
    trouble = troubleOf(error);
    throw error;
  } finally {
    clearInterval(timer);
    const note = trouble
      ? { last_error: trouble.message, last_error_reason: trouble.reason, last_run_at: clock.now() }
      : {};
    await metadata
      .transaction((db) => releaseClaim(db, holder, note))
      .catch((error: unknown) =>
        log.warn({ err: error }, 'rule lease could not be released and will expire'),
      );
  }
}

async function scoreRules(
  ctx: Context,
  rules: readonly RuleRow[],
  holder: string,
  slice: JobSlice,
): Promise<void> {
  const [first] = rules;
  if (!first) return;
  const now = ctx.clock.now();
  const look = await lookFor(ctx, first, Math.min(...rules.map((rule) => startOf(rule, now))));
  for (const rule of rules) {
    // Rules that must wait are first in the next round.
    if (slice.isOver()) return;
    try {
      // The rule was changed or deleted while the previous ones had their turn.
      if (!(await isHeld(ctx.db, rule.id, holder))) continue;
      const criterion = await selectCriterion(ctx.db, ctx.account.id, rule.criterion_id);
      if (!criterion) continue;
      const end = suits(rule.scope, criterion)
        ? await scoreRule(ctx, rule, criterion, holder, look, slice)
        : restingOn(rule, criterion, ctx.clock.now());
      await ctx.metadata.transaction((db) => finishRule(db, rule.id, holder, end));
    } catch (error) {
      if (!(error instanceof RuleLost)) throw error;
    }
  }
}

/** The scope of the criterion has changed since the rule was created. */
const restingOn = ({ watermark, scope }: RuleRow, criterion: Criterion, now: number) => ({
  watermark,
  last_run_at: now,
  last_error: scopeMismatch(scope, criterion),
  last_error_reason: 'scope_mismatch',
});

/** The context of the rules' creator, or the reason why they are paused. */
async function contextFor(system: SystemContext, group: ScoredGroup): Promise<Context | Trouble> {
  const account = await system.accounts.get(group.accountId);
  if (!account) return { reason: 'account_gone', message: 'The account is gone.' };
  if (!planReaches(account.plan.name, 'pro')) {
    return {
      reason: 'plan_required',
      message: 'Rules need the Pro plan and are paused until the account has it.',
    };
  }
  const project = group.projectId === null ? null : account.projects.get(group.projectId);
  if (project === undefined) {
    return { reason: 'project_gone', message: 'The project of this rule was deleted.' };
  }
  return { ...system, account, project, plan: account.plan };
}

const troubleOf = (error: unknown): Trouble =>
  error instanceof AppError
    ? { reason: error.reason, message: error.message }
    : {
        reason: 'internal',
        message: 'An internal error occurred. The rule is retried every minute.',
      };
