// Conditions on single fields of calls and other spans: one of several values, none of them, or a range. A field is looked up
// in the tables of call-fields.ts, and every value is bound.
import { SUBJECT_FIELDS, inTable, TAG_PREFIX } from './call-fields.ts';
import { isOfPrompts, knownPromptParams, type KnownPrompt } from './prompt-of-call.ts';
import type { Where } from './scope.ts';
import type { SpanSubject } from './subjects.ts';

export const CONDITION_OPS = ['is', 'isNot', 'atLeast', 'atMost'] as const;
type ConditionOp = (typeof CONDITION_OPS)[number];

export interface CallCondition {
  /** A name of call-fields.ts, or `tag:` and the key of a tag. */
  field: string;
  op: ConditionOp;
  /** `is`: one of them. `isNot`: none of them; calls without a value match too. A range has one number. */
  values: readonly (string | number)[];
}

/** Whether a condition is about prompts, whose names are in the metadata store. */
export const needsPrompts = (conditions: readonly CallCondition[] = []): boolean =>
  conditions.some(({ field }) => isOfPrompts(field));

export function addConditions(
  where: Where,
  conditions: readonly CallCondition[] = [],
  known: readonly KnownPrompt[] = [],
  of: SpanSubject = 'calls',
): void {
  if (needsPrompts(conditions)) where.with(knownPromptParams(known));
  conditions.forEach((condition, at) => add(where, condition, at, of));
}

function add(where: Where, { field, op, values }: CallCondition, at: number, of: SpanSubject): void {
  const name = `where${at}`;
  const column = inTable(SUBJECT_FIELDS[of].numbers, field);
  if (column !== undefined) {
    // -1: the time to the first token is not known.
    const given = field === 'ttftMs' && op === 'atMost' ? `${column} >= 0 AND ` : '';
    const sign = op === 'atLeast' ? '>=' : '<=';
    where.and(`${given}${column} ${sign} {${name}: Float64}`, { [name]: Number(values[0]) });
    return;
  }
  const one = anyOf(of, field, name, `${name}Tag`);
  where.and(op === 'isNot' ? `NOT ${one}` : one, {
    [name]: values.map(String),
    ...(field.startsWith(TAG_PREFIX) ? { [`${name}Tag`]: field.slice(TAG_PREFIX.length) } : {}),
  });
}

/** One of the values, as a condition in parentheses. */
function anyOf(of: SpanSubject, field: string, values: string, key: string): string {
  const bound = `{${values}: Array(String)}`;
  if (field.startsWith(TAG_PREFIX))
    return `(mapContains(tags, {${key}: String}) AND tags[{${key}: String}] IN ${bound})`;
  const list = inTable(SUBJECT_FIELDS[of].lists, field);
  if (list !== undefined) return `hasAny(${list}, ${bound})`;
  const text = inTable(SUBJECT_FIELDS[of].texts, field);
  if (text === undefined) throw new Error(`There is no field of ${of} named ${field}.`);
  return `(${text} IN ${bound})`;
}
