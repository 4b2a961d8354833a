import { invalid, notFound, unknownId } from '#lib/app-error';
import type { Context } from '#core/context';
import type { Criterion } from '#services/scores';
import type { Reader } from '#metadata';
import { selectRule, type RuleRow } from './store.ts';

/** Finds rules of the account only, and of the project if the request is bound to one. */
export async function requireRule({ account, project }: Context, db: Reader, id: number): Promise<RuleRow> {
  const row = await selectRule(db, account.id, project?.id ?? null, id);
  if (!row) throw notFound('Rule');
  return row;
}

export const TRAJECTORY =
  'A rule scores single calls, but this criterion scores whole traces, and it is unknown when a trace has ended. Score traces with a run.';

/**
 * It is unknown when a trace has ended, so a growing trace would have to be scored, and paid for, repeatedly.
 */
export function requireCallScope(criterion: Criterion | null): Criterion {
  if (!criterion) throw unknownId('criterionId', 'There is no criterion with this id.', 'unknown_criterion');
  if (criterion.scope === 'trajectory') throw invalid('criterionId', TRAJECTORY, 'trajectory_criterion');
  return criterion;
}
