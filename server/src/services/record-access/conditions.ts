// The conditions of a filter (`where`): their schema, and the checks that a schema cannot express.
import { Type, type Static } from 'typebox';
import { invalid } from '#lib/app-error';
import { closed, OneOf } from '#lib/schema';
import {
  CALL_STATUSES,
  CONDITION_FIELDS,
  CONDITION_OPS,
  SUBJECT_FIELDS,
  RUN_LISTS,
  RUN_NUMBERS,
  RUN_TEXTS,
  TAG_PREFIX,
  type CallCondition,
  type SpanSubject,
  type RunCondition,
} from '#records';

const MAX_CONDITIONS = 20;
const MAX_VALUES = 200;
/** A server takes parameters of up to 128 KiB. */
const MAX_BYTES = 100_000;

/** The values of a tag, by its key. */
export const TagField = Type.String({
  pattern: `^${TAG_PREFIX}`,
  minLength: TAG_PREFIX.length + 1,
  maxLength: TAG_PREFIX.length + 64,
  description: 'tag:<key>',
});

const RUN_FIELDS = { ...RUN_NUMBERS, ...RUN_TEXTS, ...RUN_LISTS };
const RUN_NAMES = Object.keys(RUN_FIELDS) as (keyof typeof RUN_FIELDS)[];

const OP = OneOf(
  CONDITION_OPS,
  'is: one of the values; isNot: none of them, also without a value; atLeast and atMost: for numbers, with one value',
);
const VALUES = Type.Array(Type.Union([Type.String({ maxLength: 256 }), Type.Number({ minimum: 0 })]), {
  minItems: 1,
  maxItems: MAX_VALUES,
  description:
    'Texts are compared as a whole, an error by its first 256 characters. `status` is ok or failed; `type`, `name` and `durationMs`: only of spans',
});
const ALL = { maxItems: MAX_CONDITIONS, description: 'All must match' };

export const Conditions = Type.Array(
  closed(
    { field: Type.Union([OneOf(CONDITION_FIELDS), TagField]), op: OP, values: VALUES },
    { title: 'CallCondition' },
  ),
  ALL,
);

/** Conditions on a call of a run, and on the run itself. */
export const RunConditions = Type.Array(
  closed(
    {
      field: Type.Union([
        OneOf(
          [...new Set([...CONDITION_FIELDS, ...RUN_NAMES])],
          'Of runs: run.…, release and environment are those of the whole run; all others those of one call, the same for all conditions',
        ),
        TagField,
      ]),
      op: OP,
      values: VALUES,
    },
    { title: 'RunCondition' },
  ),
  ALL,
);

type Condition = Static<typeof Conditions>[number];

const isOfRun = (condition: CallCondition): condition is RunCondition =>
  Object.hasOwn(RUN_FIELDS, condition.field);

/** Rejects meaningless conditions, and separates those on the run itself. */
export function runConditionsOf(conditions: Static<typeof RunConditions> = []) {
  checkAll(conditions, OF_RUNS);
  return {
    calls: conditions.filter((condition) => !isOfRun(condition)) as Condition[],
    figures: (conditions as readonly CallCondition[]).filter(isOfRun),
  };
}

/** Rejects meaningless conditions, and names the faulty part. */
export function conditionsOf(
  conditions: Static<typeof Conditions> | undefined,
  of: SpanSubject = 'calls',
): readonly CallCondition[] | undefined {
  if (conditions === undefined || conditions.length === 0) return undefined;
  checkAll(conditions, SUBJECT_FIELDS[of]);
  return conditions;
}

function checkAll(conditions: readonly CallCondition[], fields: Fields): void {
  conditions.forEach((condition, at) => check(condition, at, fields));
  const bytes = conditions.flatMap(({ values }) => values.map((value) => Buffer.byteLength(String(value))));
  if (bytes.reduce((sum, each) => sum + each, 0) > MAX_BYTES)
    throw invalid(
      'where',
      'The values of all conditions may have at most 100,000 bytes in total.',
      'where_too_large',
    );
}

interface Fields {
  texts: object;
  lists: object;
  numbers: object;
}

/** Conditions on runs are about one of their calls, or about the whole. */
const OF_RUNS: Fields = {
  texts: { ...SUBJECT_FIELDS.calls.texts, ...RUN_TEXTS },
  lists: { ...SUBJECT_FIELDS.calls.lists, ...RUN_LISTS },
  numbers: { ...SUBJECT_FIELDS.calls.numbers, ...RUN_NUMBERS },
};

const STATUSES: ReadonlySet<string> = new Set(['status', 'run.status']);

function check({ field, op, values }: CallCondition, at: number, { texts, lists, numbers }: Fields): void {
  const has = [texts, lists, numbers].some((fields) => Object.hasOwn(fields, field));
  if (!has && !field.startsWith(TAG_PREFIX))
    throw invalid(`where.${at}.field`, `${field} cannot be asked of this.`, 'wrong_subject');
  const isRange = op === 'atLeast' || op === 'atMost';
  if (isRange !== Object.hasOwn(numbers, field)) {
    throw invalid(
      `where.${at}.op`,
      isRange ? `${field} has no order. Use is or isNot.` : `${field} is a number. Use atLeast or atMost.`,
    );
  }
  if (isRange && values.length > 1) throw invalid(`where.${at}.values`, 'atLeast and atMost take one value.');
  const wanted = isRange ? 'number' : 'string';
  const wrong = values.findIndex((value) => typeof value !== wanted);
  if (wrong >= 0)
    throw invalid(
      `where.${at}.values.${wrong}`,
      `${field} is compared with a ${isRange ? 'number' : 'text'}.`,
    );
  if (!STATUSES.has(field)) return;
  const unknown = values.findIndex((value) => !(CALL_STATUSES as readonly unknown[]).includes(value));
  if (unknown >= 0) throw invalid(`where.${at}.values.${unknown}`, 'A status is ok or failed.');
}
