// The values that calls, spans, runs or sessions of a window have, with their number: for filter menus. Providers and
// models of calls come from the rollup, the rest from one column.
import { aboutSubject } from './about.ts';
import { AXES, keySql, listSql, presentSql, type Axis } from './axes.ts';
import { selectAggregate } from './aggregate.ts';
import type { AggregateFilter } from './aggregate-parts.ts';
import { subjectFields, inTable } from './call-fields.ts';
import { isOfPrompts, knownPromptParams } from './prompt-of-call.ts';
import { question } from './question.ts';
import type { Scope } from './scope.ts';
import { fromSources, paramsOf, sourcesOf } from './sources.ts';
import { isOfRuns, type Subject } from './subjects.ts';
import { isTimeAxis, type TimeAxis } from './time-axis.ts';

export const FACETS = [
  ...AXES.filter((axis): axis is Exclude<Axis, TimeAxis> => !isTimeAxis(axis)),
  'tagKey',
] as const;
type Facet = (typeof FACETS)[number];

export interface FacetQuestion {
  /** calls by default. */
  of?: Subject;
  facet: Facet;
  /** For the facet `tag`. */
  tagKey?: string;
  limit: number;
}

export interface FacetValue {
  value: string;
  count: number;
}

/** Values that most have first; ties by value. */
export const selectFacetValues = question({
  name: 'selectFacetValues',
  heavy: true,
  about: (filter: AggregateFilter, { of }: FacetQuestion) => aboutSubject(filter, of),
  run: async (engine, scope, filter: AggregateFilter, wanted: FacetQuestion): Promise<FacetValue[]> => {
    const { of = 'calls', facet, limit } = wanted;
    if (of === 'calls' && (facet === 'provider' || facet === 'model')) {
      const aggregate = selectAggregate(filter, { axis: facet, metric: 'count', limit });
      const { groups } = await aggregate.run(engine, scope);
      return groups.map(({ key, count }) => ({ value: key, count }));
    }
    const { sql, params } = facetSql(scope, filter, wanted);
    const rows = await engine.query<{ found: string; times: number }>(sql, params);
    return rows.map(({ found, times }) => ({ value: found, count: times }));
  },
});

/** The value, and which rows have one. A row has every key and every value of a list once. */
function valueOf(of: Subject, facet: Facet): { value: string; has: string | null } {
  if (facet === 'tagKey')
    return isOfRuns(of)
      ? { value: 'arrayJoin(tag_keys)', has: null }
      : { value: 'toString(arrayJoin(mapKeys(tags)))', has: 'notEmpty(tags)' };
  const list = listSql(of, facet);
  if (list !== undefined) return { value: `arrayJoin(${list})`, has: null };
  const has = presentSql({ of, axis: facet });
  return { value: inTable(subjectFields(of).texts, facet) ?? keySql({ of, axis: facet }), has };
}

export function facetSql(
  scope: Scope,
  filter: AggregateFilter,
  { of = 'calls', facet, tagKey = '', limit }: FacetQuestion,
) {
  const { value, has } = valueOf(of, facet);
  const sources = sourcesOf(of, scope, filter, `${value} ${has ?? ''}`);
  for (const { where } of sources) if (has !== null) where.and(has);
  return {
    sql: `SELECT ${sources.length === 1 ? `${value} AS found` : 'found'}, toFloat64(count()) AS times
${fromSources(sources, `${value} AS found`)}
GROUP BY found
ORDER BY times DESC, found
LIMIT {limit: UInt32}`,
    params: {
      ...paramsOf(sources),
      ...(facet === 'tag' ? { groupTag: tagKey } : {}),
      ...(isOfPrompts(facet) ? knownPromptParams(filter.known ?? []) : {}),
      limit,
    },
  };
}
