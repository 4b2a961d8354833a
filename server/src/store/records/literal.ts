// Values as text of a statement, for the one path that cannot bind them: the in-process engine keeps bound values in one place
// for the whole process, its client takes turns with them, and its streams do not. Whatever came from outside is written in hex.
import type { Params } from './params.ts';

/** For a text of ours between single quotes: a path, the name of a segment. */
export const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** `{name: Type}` replaced by its value, as binding would have it. The statement itself is always ours. */
export const inlineParams = (sql: string, params: Params): string =>
  sql.replaceAll(/\{(\w+):\s*([\w()]+)\}/g, (_placeholder, name: string, type: string) => {
    if (!Object.hasOwn(params, name)) throw new Error(`The statement has no value for ${name}.`);
    return literal(type, params[name]);
  });

function literal(type: string, value: unknown): string {
  const element = /^Array\((.+)\)$/.exec(type)?.[1];
  if (element !== undefined && Array.isArray(value)) {
    return `CAST([${value.map((item) => literal(element, item)).join(', ')}], '${type}')`;
  }
  if (type === 'String' && typeof value === 'string') return `unhex('${Buffer.from(value).toString('hex')}')`;
  if (/^U?Int\d+$/.test(type) && isWhole(value)) return `CAST('${value}', '${type}')`;
  if (type === 'Float64' && Number.isFinite(value)) return `CAST(${String(value)}, 'Float64')`;
  throw new Error(`A ${typeof value} cannot be written as ${type}.`);
}

const isWhole = (value: unknown): value is bigint | number =>
  typeof value === 'bigint' || Number.isSafeInteger(value);
