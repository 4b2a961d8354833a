import type { Context } from '#core/context';
import { cutPage, pageByNumber } from '#core/paging';
import { notFound } from '#lib/app-error';
import { scopeOf } from '#services/record-access';
import type { AssessmentList, AssessmentQuery, SafetyAssessment } from './schemas.ts';
import { selectAssessment, selectAssessments, type AssessmentScope } from './store.ts';

export async function listAssessments(ctx: Context, query: AssessmentQuery): Promise<AssessmentList> {
  const { call_id: callId, flagged } = query;
  const page = pageByNumber(query);
  const rows = await selectAssessments(ctx.db, ownScope(ctx), { callId, flagged }, page);
  const { shown, nextCursor } = cutPage(rows, page, ({ id }) => id);
  return { assessments: shown, nextCursor };
}

export async function getAssessment(ctx: Context, id: number): Promise<SafetyAssessment> {
  const found = await selectAssessment(ctx.db, ownScope(ctx), id);
  if (!found) throw notFound('Safety assessment');
  return found;
}

function ownScope(ctx: Context): AssessmentScope {
  const { project, sinceMs } = scopeOf(ctx);
  return { accountId: ctx.account.id, project, sinceMs };
}
