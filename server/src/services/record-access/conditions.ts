// The conditions of a filter (`where`): their schema, and the checks that a schema cannot express.
import { Type, type Static } from 'typebox';
import { invalid } from '#lib/app-error';
import { closed, OneOf } from '#lib/schema';
import {
  CALL_STATUSES,
  CONDITION_FIELDS,
  CONDITION_OPS,
  FIELDS,
  TAG_PREFIX,
  type CallCondition,
  type SpanSubject,
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

export const Conditions = Type.Array(
  closed(
    {
      field: Type.Union([OneOf(CONDITION_FIELDS), TagField]),
      op: OneOf(
        CONDITION_OPS,
        'is: one of the values; isNot: none of them, also without a value; atLeast and atMost: for numbers, with one value',
      ),
      values: Type.Array(Type.Union([Type.String({ maxLength: 256 }), Type.Number({ minimum: 0 })]), {
        minItems: 1,
        maxItems: MAX_VALUES,
        description:
          'Texts are compared as a whole, an error by its first 256 characters. `status` is ok or failed; `type`, `name` and `durationMs`: only of spans',
      }),
    },
    { title: 'CallCondition' },
  ),
  { maxItems: MAX_CONDITIONS, description: 'All must match' },
);

/** Rejects meaningless conditions, and names the faulty part. */
export function conditionsOf(
  conditions: Static<typeof Conditions> | undefined,
  of: SpanSubject = 'calls',
): readonly CallCondition[] | undefined {
  if (conditions === undefined || conditions.length === 0) return undefined;
  conditions.forEach((condition, at) => check(condition, at, of));
  const bytes = conditions.flatMap(({ values }) => values.map((value) => Buffer.byteLength(String(value))));
  if (bytes.reduce((sum, each) => sum + each, 0) > MAX_BYTES)
    throw invalid(
      'where',
      'The values of all conditions may have at most 100,000 bytes in total.',
      'where_too_large',
    );
  return conditions;
}

function check({ field, op, values }: CallCondition, at: number, of: SpanSubject): void {
  const { texts, lists, numbers } = FIELDS[of];
  if (
    ![texts, lists, numbers].some((fields) => Object.hasOwn(fields, field)) &&
    !field.startsWith(TAG_PREFIX)
  )
    throw invalid(`where.${at}.field`, `${field} is a field of spans, not of ${of}.`, 'wrong_subject');
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
  if (field !== 'status') return;
  const unknown = values.findIndex((value) => !(CALL_STATUSES as readonly unknown[]).includes(value));
  if (unknown >= 0) throw invalid(`where.${at}.values.${unknown}`, 'The status of a call is ok or failed.');
}
