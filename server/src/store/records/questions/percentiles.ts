// Exact percentiles, interpolated between the two nearest values. The engine sorts all values, which takes the least
// time, or counts equal ones, which takes the least memory: 50 million latencies do not fit into the memory of a
// question, but few of them differ.
import { isTooLarge } from '../engine/errors.ts';
import { aboutSubject } from './about.ts';
import type { AggregateFilter } from './aggregate-parts.ts';
import { SPREAD_COLUMN, type SpreadMetric } from './metrics.ts';
import { question, type QuestionEngine, type Unloaded } from './question.ts';
import type { Scope } from './scope.ts';
import { fromSources, paramsOf, readsOf, sourcesOf } from './sources.ts';
import type { Subject } from './subjects.ts';
import { stepName, stepParams, stepSql, type TimeAxis } from './time-axis.ts';

interface PercentilesQuestion {
  /** calls by default. */
  of?: Subject;
  metric: SpreadMetric;
  /** Null for one answer for the whole window. */
  axis: TimeAxis | null;
  /** Minutes east of UTC, for the axis `day`. */
  offsetMinutes?: number;
  /** Days, hours or minutes in one step; 1 by default. */
  every?: number;
}

/** Null if nothing matches. */
export interface Percentiles {
  p50: number | null;
  p95: number | null;
  p99: number | null;
  p999: number | null;
  max: number | null;
  count: number;
}

interface PercentilesAt extends Percentiles {
  key: string;
}

interface Row {
  step: string;
  calls: number;
  ranks: (number | null)[];
  top: number;
}

const NONE: Percentiles = { p50: null, p95: null, p99: null, p999: null, max: null, count: 0 };

export const selectPercentiles = question({
  name: 'selectPercentiles',
  heavy: true,
  about: (filter: AggregateFilter, { of }: PercentilesQuestion) => aboutSubject(filter, of),
  readsUnloaded: (_filter: AggregateFilter, { of }: PercentilesQuestion) => readsOf(of),
  run: async (
    engine,
    scope,
    filter: AggregateFilter,
    wanted: PercentilesQuestion & { axis: null },
  ): Promise<Percentiles> => {
    const [row] = await rowsOf(engine, scope, filter, wanted);
    return row ? fromRow(row) : NONE;
  },
});

/** Steps without a value are missing. */
export const selectPercentileSeries = question({
  name: 'selectPercentileSeries',
  heavy: true,
  about: (filter: AggregateFilter, { of }: PercentilesQuestion) => aboutSubject(filter, of),
  readsUnloaded: (_filter: AggregateFilter, { of }: PercentilesQuestion) => readsOf(of),
  run: async (
    engine,
    scope,
    filter: AggregateFilter,
    wanted: PercentilesQuestion & { axis: TimeAxis },
  ): Promise<PercentilesAt[]> => {
    const rows = await rowsOf(engine, scope, filter, wanted);
    return rows.map((row) =>
      Object.assign({ key: stepName(wanted.axis, Number(row.step), wanted.every) }, fromRow(row)),
    );
  },
});

async function rowsOf(
  engine: QuestionEngine,
  scope: Scope,
  filter: AggregateFilter,
  wanted: PercentilesQuestion,
): Promise<Row[]> {
  const ask = (way: RankWay): Promise<Row[]> => {
    const { sql, params } = percentilesSql(scope, filter, wanted, engine, way);
    return engine.query<Row>(sql, params);
  };
  try {
    return await ask('sorted');
  } catch (error) {
    if (isTooLarge(error)) return ask('counted');
    throw error;
  }
}

type RankWay = 'sorted' | 'counted';

const RANKS = '0.5, 0.95, 0.99, 0.999';
const ranksOf: Record<RankWay, (column: string) => string> = {
  sorted: (column) => `quantilesExactInclusive(${RANKS})(${column})`,
  counted: (column) => `quantilesExactWeightedInterpolated(${RANKS})(${column}, 1)`,
};

export function percentilesSql(
  scope: Scope,
  filter: AggregateFilter,
  { of = 'calls', metric, axis, offsetMinutes = 0, every }: PercentilesQuestion,
  unloaded?: Unloaded,
  way: RankWay = 'sorted',
) {
  const column = SPREAD_COLUMN[metric];
  const sources = sourcesOf(of, scope, filter, `timestamp, ${column}`, unloaded);
  return {
    sql: `SELECT ${axis ? `${stepSql('timestamp', offsetMinutes)} AS step, ` : ''}toFloat64(count()) AS calls,
  ${ranksOf[way](column)} AS ranks, max(${column}) AS top
${fromSources(sources, `timestamp, ${column}`)}${axis ? '\nGROUP BY step\nORDER BY step' : ''}`,
    params: { ...paramsOf(sources), ...(axis ? stepParams(axis, offsetMinutes, every) : {}) },
  };
}

function fromRow({ calls, ranks, top }: Row): Percentiles {
  if (calls === 0) return NONE;
  const [p50 = null, p95 = null, p99 = null, p999 = null] = ranks;
  return { p50, p95, p99, p999, max: top, count: calls };
}
