// The cost of several selections of an account's calls in one pass, for comparison with budgets, and the calls
// without a price. Calls of evaluation runs are left out.
import { callsWhere, question, type Params, type Scope } from '#records';

export interface SpendWant {
  /** Inclusive. */
  startMs: number;
  /** Exclusive. */
  endMs: number;
  provider?: string;
  /** `*` is any text, `?` any one character. Latin letters match in either case. */
  modelGlob?: string;
  /** All of them must match. */
  tags?: Readonly<Record<string, string>>;
  /** In addition to the project of the scope, if it has one. */
  project?: number;
}

interface SpentUsd {
  usd: number;
  unpricedCalls: number;
  unpricedTokens: number;
}

/** In the order of the wants. */
export const selectSpentUsd = question({
  name: 'selectSpentUsd',
  heavy: true,
  isEmpty: (wants) => wants.length === 0,
  sql: spendSql,
  read: ([row]: Record<string, number>[], wants) =>
    wants.map((_, at): SpentUsd => ({
      usd: row?.[`cost${at}`] ?? 0,
      unpricedCalls: row?.[`unpriced${at}`] ?? 0,
      unpricedTokens: row?.[`tokens${at}`] ?? 0,
    })),
});

export function spendSql(scope: Scope, wants: readonly SpendWant[]) {
  const where = callsWhere(scope, {
    startMs: Math.min(...wants.map(({ startMs }) => startMs)),
    endMs: Math.max(...wants.map(({ endMs }) => endMs)),
  });
  const params: Params = { ...where.params };
  const sums = wants.flatMap((want, at) => {
    const mine = condition(want, at, params);
    const unpriced = `${mine} AND price_source = 'none' AND total_tokens > 0`;
    return [
      `sumIf(cost_usd, ${mine}) AS cost${at}`,
      `toFloat64(countIf(${unpriced})) AS unpriced${at}`,
      `sumIf(total_tokens, ${unpriced}) AS tokens${at}`,
    ];
  });
  return { sql: `SELECT ${sums.join(',\n  ')}\nFROM calls\nWHERE ${where.sql}`, params };
}

function condition(want: SpendWant, at: number, params: Params): string {
  const bind = (name: string, type: string, value: unknown): string => {
    params[`${name}${at}`] = value;
    return `{${name}${at}: ${type}}`;
  };
  const { startMs, endMs, provider, modelGlob, tags = {}, project } = want;
  return [
    `timestamp >= fromUnixTimestamp64Milli(${bind('from', 'Int64', startMs)})`,
    `timestamp < fromUnixTimestamp64Milli(${bind('to', 'Int64', endMs)})`,
    ...(provider === undefined ? [] : [`provider = ${bind('provider', 'String', provider)}`]),
    ...(project === undefined ? [] : [`project = ${bind('project', 'UInt32', project)}`]),
    ...(modelGlob === undefined
      ? []
      : [`lower(model) LIKE ${bind('model', 'String', likePattern(modelGlob))}`]),
    ...Object.entries(tags).map(([key, value], tag) => {
      const name = bind(`tag${tag}Key`, 'String', key);
      return `(mapContains(tags, ${name}) AND tags[${name}] = ${bind(`tag${tag}Value`, 'String', value)})`;
    }),
  ].join(' AND ');
}

/** Lower case of Latin letters only, like the engine's `lower`. */
const likePattern = (glob: string): string =>
  glob
    .replaceAll(/[A-Z]+/g, (part) => part.toLowerCase())
    .replaceAll(/[\\%_]/g, String.raw`\$&`)
    .replaceAll('*', '%')
    .replaceAll('?', '_');
