// Checks a whole criterion when it is created, changed or tested.
import { invalid } from '#lib/app-error';
import type { Context } from '#core/context';
import { requireRubric, type Criterion } from '#services/scores';
import { nameTaken } from '#core/change/unique';
import { GLOBAL_CRITERIA } from './global-criteria.ts';

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
/** They score a share, so there is nothing between that could have a name. */
const WITHOUT_LABELS: ReadonlySet<string> = new Set(['embedding_similarity', 'tool_calls', 'trajectory']);

/** The scope of a new criterion that names none. */
export const usualScope = (type: Criterion['type']): Scope => SCOPES[type][0] ?? 'call';

export async function requireCriterion(ctx: Context, definition: CriterionDefinition): Promise<void> {
  await requireDefinition(ctx, definition);
  if (GLOBAL_CRITERIA.some((criterion) => criterion.name === definition.name)) throw nameTaken('criterion');
}

/** Everything but its name, which may be taken while it is only tested. */
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
