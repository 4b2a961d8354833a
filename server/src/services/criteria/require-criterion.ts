// Checks a whole criterion when it is created, changed or tested.
import { invalid, unknownId } from '#lib/app-error';
import type { Context } from '#core/context';
import { requireRubric, type Criterion } from '#services/scores';
import { nameTaken } from '#core/change/unique';
import { GLOBAL_CRITERIA } from './global-criteria.ts';
import { criteriaOf } from './store.ts';

export type CriterionDefinition = Omit<Criterion, 'id' | 'isGlobal' | 'createdAt' | 'updatedAt'>;

type Scope = Criterion['scope'];
const CALL: readonly Scope[] = ['call'];
const ANY: readonly Scope[] = ['call', 'trajectory', 'session'];

const SCOPES: Readonly<Record<Criterion['type'], readonly Scope[]>> = {
  llm_judge: ANY,
  exact_match: CALL,
  contains: CALL,
  regex: CALL,
  json_schema: CALL,
  json_path: CALL,
  code: ANY,
  embedding_similarity: CALL,
  tool_calls: ANY,
  tool_repeats: CALL,
  trajectory: ['trajectory', 'session'],
};
const SCOPE_RULES: Readonly<Record<Scope, string>> = {
  call: 'Criteria of the type trajectory have the scope trajectory or session.',
  trajectory:
    'Only criteria of the types llm_judge, code, tool_calls and trajectory can have the scope trajectory.',
  session:
    'Only criteria of the types llm_judge, code, tool_calls and trajectory can have the scope session.',
};
/** They score a share, so they have no values that could have a label. */
const WITHOUT_LABELS: ReadonlySet<string> = new Set(['embedding_similarity', 'tool_calls', 'trajectory']);

/** The scope of a new criterion that names none. */
export const usualScope = (type: Criterion['type']): Scope => SCOPES[type][0] ?? 'call';

export async function requireCriterion(ctx: Context, definition: CriterionDefinition): Promise<void> {
  await requireDefinition(ctx, definition);
  if (GLOBAL_CRITERIA.some((criterion) => criterion.name === definition.name)) throw nameTaken('criterion');
}

/** Checks everything except the name, because a criterion may be tested under a name that is taken. */
export async function requireDefinition(
  ctx: Context,
  { rubric, scaleMin, scaleMax, type, scoreType, scope }: CriterionDefinition,
): Promise<void> {
  if (scaleMin >= scaleMax) throw invalid('scaleMax', 'scaleMax must be greater than scaleMin.');
  if (scoreType === 'boolean' && (scaleMin !== 0 || scaleMax !== 1)) {
    throw invalid('scaleMax', 'A boolean criterion has the scale 0 to 1: scaleMin must be 0 and scaleMax 1.');
  }
  if (!SCOPES[type].includes(scope)) throw invalid('scope', SCOPE_RULES[scope]);
  if (scoreType === 'categorical' && WITHOUT_LABELS.has(type)) {
    throw invalid('scoreType', `Criteria of the type ${type} are numeric or boolean.`);
  }
  if (type !== 'llm_judge') await requireRubric(ctx, { type, rubric, scaleMin, scaleMax, scoreType });
  else if (rubric.trim() === '') throw invalid('rubric', 'The rubric must not be blank.');
}

/** The maximum number of criteria that a run or an experiment scores. */
export const MAX_RUN_CRITERIA = 20;

/**
 * The criteria of a run or an experiment: all unless some are named. Runs go call by call, so criteria of whole
 * sessions are not among them.
 */
export async function chosenCriteria(ctx: Context, ids: readonly number[] | undefined): Promise<Criterion[]> {
  if (ids !== undefined) {
    const named = await namedCriteria(ctx, ids);
    const session = named.findIndex(({ scope }) => scope === 'session');
    if (session < 0) return named;
    throw invalid(
      `criterionIds.${session}`,
      'This criterion is about whole sessions: score them by a rule with the scope session.',
      'scope_mismatch',
    );
  }
  const all = (await criteriaOf(ctx.db, ctx.account.id)).filter(({ scope }) => scope !== 'session');
  if (all.length <= MAX_RUN_CRITERIA) return all;
  throw invalid(
    'criterionIds',
    `A run scores at most ${MAX_RUN_CRITERIA} criteria and there are ${all.length}: name the ones to score.`,
    'too_many_criteria',
  );
}

/** Criteria of any scope. They must exist. */
export async function namedCriteria(ctx: Context, ids: readonly number[]): Promise<Criterion[]> {
  const all = await criteriaOf(ctx.db, ctx.account.id);
  const byId = new Map(all.map((criterion) => [criterion.id, criterion]));
  return ids.map((id, at) => {
    const criterion = byId.get(id);
    if (!criterion)
      throw unknownId(`criterionIds.${at}`, `There is no criterion ${id}.`, 'unknown_criterion');
    return criterion;
  });
}
