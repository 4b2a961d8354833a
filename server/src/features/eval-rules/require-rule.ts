import { invalid, notFound, unknownId } from '#lib/app-error';
import type { Context } from '#core/context';
import type { Criterion } from '#services/scores';
import type { Reader } from '#metadata';
import { USUAL_QUIET } from '#services/record-access';
import type { RuleScope } from './schemas.ts';
import { selectRule, type RuleRow } from './store.ts';

/** Finds rules of the account only, and of the project if the request is bound to one. */
export async function requireRule({ account, project }: Context, db: Reader, id: number): Promise<RuleRow> {
  const row = await selectRule(db, account.id, project?.id ?? null, id);
  if (!row) throw notFound('Rule');
  return row;
}

const CRITERION_SCOPE = { call: 'call', trace: 'trajectory', session: 'session' } as const;

export const suits = (scope: RuleScope, criterion: Pick<Criterion, 'scope'>): boolean =>
  CRITERION_SCOPE[scope] === criterion.scope;

export const scopeMismatch = (scope: RuleScope, criterion: Pick<Criterion, 'scope'>): string =>
  `A rule with the scope ${scope} takes criteria with the scope ${CRITERION_SCOPE[scope]}, and this one has the scope ${criterion.scope}.`;

export function requireSuitable(scope: RuleScope, criterion: Criterion | null): Criterion {
  if (!criterion) throw unknownId('criterionId', 'There is no criterion with this id.', 'unknown_criterion');
  if (!suits(scope, criterion))
    throw invalid('criterionId', scopeMismatch(scope, criterion), 'scope_mismatch');
  return criterion;
}

/** In seconds; 0 for calls, which are scored as they arrive. */
export function quietTime(scope: RuleScope, wanted: number | undefined): number {
  if (scope !== 'call') return wanted ?? USUAL_QUIET[scope === 'trace' ? 'runs' : 'sessions'];
  if (wanted === undefined) return 0;
  throw invalid(
    'quietSeconds',
    'Calls are scored as they arrive: quietSeconds is for the scopes trace and session.',
  );
}
