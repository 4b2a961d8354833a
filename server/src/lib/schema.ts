// Small words for schemas: every endpoint declares its bodies and replies with these.
import { Type, type Static, type TProperties, type TSchema } from 'typebox';

/** An object of the interface; fields that are not declared are refused. */
export const closed = <T extends TProperties>(
  properties: T,
  options: { title?: string; description?: string } = {},
) => Type.Object(properties, { additionalProperties: false, ...options });

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/**
 * Values by names that the caller chooses. Type.Record checks neither the bounds of a name nor, where a name has a line break in it,
 * the value: its pattern matches no line breaks, and what matches no pattern may be anything.
 */
export const Named = <T extends TSchema>(
  values: T,
  names: { maxLength: number },
  options: { maxProperties?: number; description?: string } = {},
) =>
  Type.Unsafe<Record<string, Static<T>>>({
    type: 'object',
    additionalProperties: values,
    propertyNames: { type: 'string', minLength: 1, ...names },
    ...options,
  });

/**
 * The format alone lets leap seconds and zone names pass, which Date.parse does not read, and times at the ends of
 * the calendar that lie beyond it in UTC.
 */
export const Timestamp = Type.String({
  format: 'date-time',
  pattern:
    '^(?!0000|0001.*\\+|9999.*-\\d{2}:\\d{2}$)\\d{4}-\\d{2}-\\d{2}[Tt]\\d{2}:\\d{2}:[0-5]\\d(?:\\.\\d{1,9})?(?:[Zz]|[+-]\\d{2}:\\d{2})$',
  description: 'ISO 8601, UTC, with milliseconds',
});

/** One of a fixed list of words, as a JSON Schema enum. */
export const OneOf = <const T extends readonly string[]>(values: T, description?: string) =>
  Type.Unsafe<T[number]>({
    type: 'string',
    enum: [...values],
    ...(description === undefined ? {} : { description }),
  });

/** Text that people write: no control characters, not only blanks. */
export const Label = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$' });

/** Of what is numbered. A larger number is not exact in JSON, and PostgreSQL refuses one that does not fit its column. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const Email = Type.String({ format: 'email', maxLength: 254 });
