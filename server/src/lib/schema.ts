// Building blocks for the schemas of all endpoints.
import { Type, type Static, type TProperties, type TSchema } from 'typebox';

/** An object of the interface. Undeclared fields are rejected. */
export const closed = <T extends TProperties>(
  properties: T,
  options: { title?: string; description?: string } = {},
) => Type.Object(properties, { additionalProperties: false, ...options });

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/**
 * A map with names chosen by the caller. Type.Record does not check the length of a name. It also skips the
 * value if the name contains a line break, because its pattern does not match line breaks.
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
 * The format alone accepts leap seconds and zone names, which Date.parse does not read, and times that leave
 * the calendar when converted to UTC.
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

interface ListLimits {
  minItems?: number;
  maxItems: number;
  description?: string;
}

/**
 * A list in which no item occurs twice, as `lib/list-rules.ts` checks it. The OpenAPI document shows it as
 * `uniqueItems`, which the validator must not see: it compares all items with each other.
 */
export const Distinct = <T extends TSchema>(items: T, { description, ...limits }: ListLimits) =>
  Type.Array(items, { ...limits, distinct: true, ...(description === undefined ? {} : { description }) });

/** Text for people: no control characters, and not only blanks. */
export const Label = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f]*$' });

/**
 * For numbered things. A larger number is not exact in JSON, and PostgreSQL rejects one that does not fit its
 * column.
 */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const Email = Type.String({ format: 'email', maxLength: 254 });

export const Password = Type.String({ minLength: 10, maxLength: 256 });
