// Writes values into the text of a statement. The in-process engine keeps bound values in one place for the
// whole process, so its client runs statements with bound values one after the other; statements without them
// run concurrently. Outside text is written as letters, digits and hex escapes, so that none of its
// characters can end the literal.
import type { Params } from './params.ts';

/** Quotes our own text: a path or the name of a segment. */
export const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/**
 * Replaces `{name: Type}` by its value, with the same result as binding. The statement itself is always ours.
 */
export const inlineParams = (sql: string, params: Params): string =>
  sql.replaceAll(
    /\{(\w+):\s*([^{}]+?)\s*\}/g,
    (_placeholder, name: string, type: string, at: number, whole: string) => {
      if (!Object.hasOwn(params, name)) throw new Error(`The statement has no value for ${name}.`);
      return WHOLE.test(type) && COMPARED.test(whole.slice(Math.max(0, at - MAX_BEFORE), at))
        ? wholeNumber(type, params[name])
        : literal(type, params[name]);
    },
  );

const WHOLE = /^U?Int(?:8|16|32|64)$/;
/**
 * The text before a number that needs no cast, because it has the same effect in every type that can hold it.
 * The engine takes 50 microseconds to plan a cast.
 */
const COMPARED = /(?:[<=>] |\bLIMIT |\bfromUnixTimestamp64Milli\()$/;
const MAX_BEFORE = 32;

function literal(type: string, value: unknown): string {
  if (type === 'String' && typeof value === 'string') return textLiteral(value);
  const element = /^Array\((.+)\)$/.exec(type)?.[1];
  if (element !== undefined && Array.isArray(value)) {
    // One literal for the whole list: a cast per element would soon exceed the number of parts that a
    // statement may have.
    return `CAST([${value.map((item) => bare(element, item)).join(', ')}], ${quoted(type)})`;
  }
  const inner = /^Nullable\((.+)\)$/.exec(type)?.[1];
  if (inner === undefined) return `CAST(${bare(type, value)}, ${quoted(type)})`;
  return `CAST(${value === null ? 'NULL' : bare(inner, value)}, ${quoted(type)})`;
}

const FORMS: [type: RegExp, write: (value: unknown) => string | null][] = [
  [/^String$/, (value) => (typeof value === 'string' ? textLiteral(value) : null)],
  // In quotes, so that one list can hold both the smallest and the largest value.
  [WHOLE, (value) => (isWhole(value) ? `'${BigInt(value)}'` : null)],
  [/^Float64$/, (value) => (Number.isFinite(value) ? floatLiteral(value as number) : null)],
  [/^Bool$/, (value) => (typeof value === 'boolean' ? String(value) : null)],
  [/^Date$/, (value) => (matches(value, /^\d{4}-\d\d-\d\d$/) ? `'${value}'` : null)],
  [
    /^DateTime64\(3, 'UTC'\)$/,
    (value) => (matches(value, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/) ? `'${value}'` : null),
  ],
];

/** The value before the cast to its type. */
function bare(type: string, value: unknown): string {
  const written = FORMS.find(([form]) => form.test(type))?.[1](value);
  if (written === null || written === undefined) throw unwritable(type, value);
  return written;
}

function wholeNumber(type: string, value: unknown): string {
  if (!isWhole(value)) throw unwritable(type, value);
  return String(BigInt(value));
}

const unwritable = (type: string, value: unknown) =>
  new Error(`A ${typeof value} cannot be written as ${type}.`);

const textLiteral = (text: string): string => `'${text.replaceAll(/[^A-Za-z0-9_]/gu, escaped)}'`;

const escaped = (char: string): string => {
  let hex = '';
  for (const byte of Buffer.from(char)) hex += `\\x${byte.toString(16).padStart(2, '0')}`;
  return hex;
};

/**
 * With an exponent, so that the engine parses a float: a long sequence of digits would become an integer
 * first.
 */
const floatLiteral = (value: number): string => value.toExponential();

const isWhole = (value: unknown): value is bigint | number | string =>
  typeof value === 'bigint' ||
  (typeof value === 'number' && Number.isInteger(value)) ||
  matches(value, /^-?\d{1,20}$/);

const matches = (value: unknown, form: RegExp): value is string =>
  typeof value === 'string' && form.test(value);
