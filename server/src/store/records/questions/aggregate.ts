// One number per group of calls, of spans, of runs or of sessions, and the same number over all of them. Both come
// from one statement, so that they agree however many records arrive meanwhile. Rows without a key (no such tag, no
// error) form a group too, which counts in the total and is not shown.
//
// Groups come from several sources (aggregate-parts.ts) and are merged in merge-groups.ts. Where there may be very
// many groups, the engine merges them and sends only those that are shown.
import { aboutSubject } from './about.ts';
import {
  aggregateParts,
  tellsPresent,
  tellsUnpriced,
  tellsWhole,
  WHOLE,
  type AggregateFilter,
  type AggregateQuestion,
  type PartsQuestion,
} from './aggregate-parts.ts';
import type { Axis } from './axes.ts';
import { MAX_GROUPS, sumGroups, withUnpriced, type AggregateAnswer, type PartRow } from './merge-groups.ts';
import { METRIC_SQL } from './metrics.ts';
import { question, type Unloaded } from './question.ts';
import type { Scope } from './scope.ts';
import { readsOf } from './sources.ts';
import { isTimeAxis, stepName } from './time-axis.ts';

interface Row {
  present: number;
  name: string;
  calls: number;
  value: number | null;
  seen_ms: string;
  total_calls: number;
  total: number | null;
  unpriced?: number;
  unpriced_tokens?: number;
  total_unpriced?: number;
  total_unpriced_tokens?: number;
}

/** Axes with so many groups that the engine merges them. */
const MANY_KEYS: ReadonlySet<Axis> = new Set(['tag', 'user', 'userId', 'session', 'sessionId']);

/** Different values in tables and beside them cannot be added up. */
export const readsParts = (_filter: AggregateFilter, { of, metric }: AggregateQuestion) =>
  METRIC_SQL[metric].isDistinct ? null : readsOf(of);

export const selectAggregate = question({
  name: 'selectAggregate',
  heavy: true,
  about: (filter: AggregateFilter, { of }: AggregateQuestion) => aboutSubject(filter, of),
  readsUnloaded: readsParts,
  run: async (
    engine,
    scope,
    filter: AggregateFilter,
    wanted: AggregateQuestion,
  ): Promise<AggregateAnswer> => {
    if (!MANY_KEYS.has(wanted.axis)) {
      const parts = aggregatePartsSql(scope, filter, wanted, engine);
      const found = await engine.query<PartRow>(parts.sql, parts.params);
      if (found.length < MAX_GROUPS) return sumGroups(found, wanted);
    }
    const { sql, params } = aggregateSql(scope, filter, wanted, engine);
    return aggregateOf(await engine.query<Row>(sql, params), wanted);
  },
});

function aggregateOf(rows: readonly Row[], { axis, metric, every }: AggregateQuestion): AggregateAnswer {
  const [first] = rows;
  return {
    groups: rows
      .filter(({ present }) => present === 1)
      .map((row) =>
        Object.assign(withUnpriced(row.unpriced, row.unpriced_tokens), {
          key: isTimeAxis(axis) ? stepName(axis, Number(row.name), every) : row.name,
          value: row.value,
          count: row.calls,
          lastSeenMs: Number(row.seen_ms),
        }),
      ),
    total: {
      value: first ? first.total : METRIC_SQL[metric].none,
      count: first?.total_calls ?? 0,
      ...withUnpriced(first?.total_unpriced, first?.total_unpriced_tokens),
    },
  };
}

export function aggregateSql(
  scope: Scope,
  filter: AggregateFilter,
  question: AggregateQuestion,
  unloaded?: Unloaded,
) {
  const { axis, metric, limit = MAX_GROUPS } = question;
  const { parts, params } = aggregateParts(scope, filter, question, unloaded);
  const mean = METRIC_SQL[metric].per !== undefined;
  const unpriced = tellsUnpriced(question);
  const present = tellsPresent(question) ? 'present, ' : '';
  const whole = tellsWhole(question);
  const all = (sum: string): string =>
    whole ? `sumIf(${sum}, present = ${WHOLE}) OVER ()` : `sum(${sum}) OVER ()`;
  return {
    sql: `SELECT ${present === '' ? '1 AS present, ' : present}toString(key) AS name, n AS calls, seen AS seen_ms,
  ${mean ? 'if(per = 0, NULL, amount / per)' : 'amount'} AS value,
  ${all('n')} AS total_calls,
  ${mean ? `if(${all('per')} = 0, NULL, ${all('amount')} / ${all('per')})` : all('amount')} AS total${unpriced ? `,\n  unpriced, unpriced_tokens, ${all('unpriced')} AS total_unpriced, ${all('unpriced_tokens')} AS total_unpriced_tokens` : ''}
FROM (
SELECT ${present}key, sum(part_n) AS n, sum(part_amount) AS amount,${mean ? ' sum(part_per) AS per,' : ''}${unpriced ? ' sum(part_unpriced) AS unpriced, sum(part_unpriced_tokens) AS unpriced_tokens,' : ''} max(part_seen) AS seen
FROM (
${parts.join('\nUNION ALL\n')}
)
GROUP BY ${present}key
HAVING n != 0
)
ORDER BY present DESC, ${isTimeAxis(axis) ? '' : 'value DESC NULLS LAST, '}key
LIMIT {limit: UInt32}`,
    // The row of the whole comes first.
    params: { ...params, limit: whole ? limit + 1 : limit },
  };
}

/**
 * A group appears once for each source that has some of it. If the rows reach the limit, there may be more.
 */
export function aggregatePartsSql(
  scope: Scope,
  filter: AggregateFilter,
  question: PartsQuestion,
  unloaded?: Unloaded,
) {
  const { parts, params } = aggregateParts(scope, filter, question, unloaded);
  return {
    sql: parts.map((part) => `${part}\nLIMIT {limit: UInt32}`).join('\nUNION ALL\n'),
    params: { ...params, limit: MAX_GROUPS },
  };
}
