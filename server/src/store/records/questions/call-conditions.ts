// Conditions on single fields of calls: one of several values, none of them, or a range. A field is looked up
// in the tables of call-fields.ts, and every value is bound.
import { LIST_FIELDS, NUMBER_FIELDS, TAG_PREFIX, TEXT_FIELDS } from './call-fields.ts';
import { knownPromptParams, type KnownPrompt } from './prompt-of-call.ts';
import type { Where } from './scope.ts';

export const CONDITION_OPS = ['is', 'isNot', 'atLeast', 'atMost'] as const;
type ConditionOp = (typeof CONDITION_OPS)[number];

export interface CallCondition {
  /** A name of call-fields.ts, or `tag:` and the key of a tag. */
  field: string;
  op: ConditionOp;
  /** `is`: one of them. `isNot`: none of them; calls without a value match too. A range has one number. */
  values: readonly (string | number)[];
}

const PROMPT_FIELDS: ReadonlySet<string> = new Set(['promptName', 'promptVersion']);

/** Whether a condition is about prompts, whose names are in the metadata store. */
export const needsPrompts = (conditions: readonly CallCondition[] = []): boolean =>
  conditions.some(({ field }) => PROMPT_FIELDS.has(field));

const inTable = <Table extends object>(table: Table, name: string): Table[keyof Table] | undefined =>
  Object.hasOwn(table, name) ? table[name as keyof Table] : undefined;

export function addConditions(
  where: Where,
  conditions: readonly CallCondition[] = [],
  known: readonly KnownPrompt[] = [],
): void {
  if (needsPrompts(conditions)) where.with(knownPromptParams(known));
  conditions.forEach((condition, at) => add(where, condition, at));
}

function add(where: Where, { field, op, values }: CallCondition, at: number): void {
  const name = `where${at}`;
  const column = inTable(NUMBER_FIELDS, field);
  if (column !== undefined) {
    // -1: the time to the first token is not known.
    const given = field === 'ttftMs' && op === 'atMost' ? `${column} >= 0 AND ` : '';
    const sign = op === 'atLeast' ? '>=' : '<=';
    where.and(`${given}${column} ${sign} {${name}: Float64}`, { [name]: Number(values[0]) });
    return;
  }
  const one = anyOf(field, name, `${name}Tag`);
  where.and(op === 'isNot' ? `NOT ${one}` : one, {
    [name]: values.map(String),
    ...(field.startsWith(TAG_PREFIX) ? { [`${name}Tag`]: field.slice(TAG_PREFIX.length) } : {}),
  });
}

/** One of the values, as a condition in parentheses. */
function anyOf(field: string, values: string, key: string): string {
  const bound = `{${values}: Array(String)}`;
  if (field.startsWith(TAG_PREFIX))
    return `(mapContains(tags, {${key}: String}) AND tags[{${key}: String}] IN ${bound})`;
  const list = inTable(LIST_FIELDS, field);
  if (list !== undefined) return `hasAny(${list}, ${bound})`;
  const text = inTable(TEXT_FIELDS, field);
  if (text === undefined) throw new Error(`There is no field of calls named ${field}.`);
  return `(${text} IN ${bound})`;
}
