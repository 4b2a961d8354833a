// POST /v1/query/calls/{id}/scores and POST /v1/query/trace/{id}/scores: scores a call or a trace at once.
import { invalid, notFound, unknownId } from '#lib/app-error';
import { MINUTE_MS } from '#lib/clock';
import { usd } from '#lib/money';
import { hit, requireAllowed, type RateRule } from '#core/access/rate-limit';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import type { Writer } from '#metadata';
import { selectCall, selectCallLocation, type ReadCall } from '#records';
import { existingCriteria } from '#services/criteria';
import { scopeOf, withContent } from '#services/record-access';
import { presentScore, scoreColumns, scoreOne, type Criterion } from '#services/scores';
import { namedCriteria } from '#services/criteria';
import { newestCallOf } from '../tryout/subjects.ts';
import type { OrderedScores, ScoreOrder } from './schemas.ts';
import { replaceOrderedScores, type OrderedScore } from './store.ts';

const LIMIT: RateRule = { name: 'score-now', limit: 60, windowMs: MINUTE_MS };

/** A criterion over whole traces or sessions scores those of the call. */
export async function scoreCallNow(
  ctx: Context,
  id: string,
  { criterionIds }: ScoreOrder,
  signal: AbortSignal,
): Promise<OrderedScores> {
  const found = await ctx.records.ask(scopeOf(ctx), selectCall(id));
  if (!found) throw notFound('Call');
  const criteria = await namedCriteria(ctx, criterionIds);
  return scoreNow(ctx, found, criteria, signal);
}

/** The scores are attached to the newest call of the trace. */
export async function scoreTraceNow(
  ctx: Context,
  traceId: string,
  { criterionIds }: ScoreOrder,
  signal: AbortSignal,
): Promise<OrderedScores> {
  const found = await newestCallOf(ctx, traceId);
  if (!found) throw notFound('Trace');
  const criteria = await namedCriteria(ctx, criterionIds);
  const single = criteria.findIndex(({ scope }) => scope !== 'trajectory');
  if (single >= 0)
    throw invalid(
      `criterionIds.${single}`,
      'This criterion is not about whole traces: score a call of the trace by it.',
      'call_criterion',
    );
  return scoreNow(ctx, found, criteria, signal);
}

async function scoreNow(
  ctx: Context,
  found: ReadCall,
  criteria: readonly Criterion[],
  signal: AbortSignal,
): Promise<OrderedScores> {
  requireAllowed(await hit(ctx, LIMIT, ctx.account.id), 'At most 60 requests for scores in a minute.');
  const [call = found.call] = await withContent(ctx, [{ record: found.call, hasContent: found.hasContent }]);
  const loaded = { call, missing: null };
  const outcomes = await Promise.all(
    criteria.map(async (criterion) => ({
      criterion,
      outcome: await scoreOne(ctx, criterion, { expected_output: null }, loaded, signal),
    })),
  );
  const projectId = ctx.project?.id ?? (await projectOf(ctx, call.id));
  const about = {
    account_id: ctx.account.id,
    project_id: projectId,
    run_id: null,
    rule_id: null,
    call_id: call.id,
    call_timestamp: call.timestampMs,
    created_at: ctx.clock.now(),
  };
  const rowOf = ({ criterion, outcome }: (typeof outcomes)[number]): OrderedScore => ({
    ...about,
    criterion_id: criterion.id,
    trace_id: criterion.scope === 'trajectory' ? call.traceId : null,
    session_id: criterion.scope === 'session' ? call.sessionId : null,
    judged_until: null,
    ...scoreColumns(outcome),
  });
  const rows = outcomes.map(rowOf);
  // A failure replaces nothing: the earlier score stays.
  const made = rows.filter(({ status }) => status === 'scored');
  return change(ctx, 'eval.score_call', async ({ db }) => {
    // Two requests for the same score must not both find no earlier one.
    await lockAccount(db, ctx.account.id);
    await requireStillThere(db, ctx.account.id, criteria);
    await replaceOrderedScores(db, made);
    return {
      result: { scores: presented(rows, criteria) },
      target: { type: 'call', id: call.id },
      metadata: {
        criterionIds: criteria.map(({ id }) => id),
        scored: made.length,
        failed: rows.length - made.length,
        costUsd: usd(rows.reduce((sum, row) => sum + row.cost_micros, 0)),
      },
    };
  });
}

/** A score must not outlive its criterion. */
async function requireStillThere(
  db: Writer,
  accountId: string,
  criteria: readonly Criterion[],
): Promise<void> {
  const ids = criteria.map(({ id }) => id);
  const existing = await existingCriteria(db, accountId, ids);
  const missing = ids.findIndex((id) => !existing.has(id));
  if (missing >= 0)
    throw unknownId(`criterionIds.${missing}`, `There is no criterion ${ids[missing]}.`, 'unknown_criterion');
}

function presented(rows: readonly OrderedScore[], criteria: readonly Criterion[]): OrderedScores['scores'] {
  const names = new Map(criteria.map(({ id, name }) => [id, name]));
  return rows.map((row) =>
    Object.assign(presentScore({ ...row, id: 0 }, names, row.call_id), { run: null, rule: null }),
  );
}

/** The project of the call: the score counts in its figures. */
async function projectOf(ctx: Context, callId: string): Promise<string | null> {
  const place = await ctx.records.ask(scopeOf(ctx), selectCallLocation(callId));
  const project = [...ctx.account.projects.values()].find(({ number }) => number === place?.project);
  return project?.id ?? null;
}
