// What calls of a window can be told apart by, and how many have each value: for menus of filters. Providers and models come from the
// sums by quarter of an hour, all else from the calls, of which one column is read.
import type { RecordsEngine } from '../engine/engine.ts';
import { aggregate } from './aggregate.ts';
import { callsWhere } from './call-filter.ts';
import type { WindowedFilter } from './rollup-window.ts';
import type { Scope } from './scope.ts';
import { PROMPT, promptParams, type KnownPrompt } from './prompt-of-call.ts';

export const FACETS = ['provider', 'model', 'tagKey', 'tag', 'userId', 'promptName', 'error'] as const;
export type Facet = (typeof FACETS)[number];

export interface FacetQuestion {
  facet: Facet;
  /** For the facet `tag`. */
  tagKey?: string;
  /** For the facet `promptName`: what the registry calls those that calls name by their id. */
  prompts?: readonly KnownPrompt[];
  limit: number;
}

export interface FacetValue {
  value: string;
  calls: number;
}

/** Those with the most calls first, equal ones by their value. */
export async function facetValues(
  engine: RecordsEngine,
  scope: Scope,
  window: WindowedFilter,
  question: FacetQuestion,
): Promise<FacetValue[]> {
  const { facet, limit } = question;
  if (facet === 'provider' || facet === 'model') {
    const { groups } = await aggregate(engine, scope, window, { axis: facet, metric: 'count', limit });
    return groups.map(({ key, count }) => ({ value: key, calls: count }));
  }
  const { sql, params } = facetSql(scope, window, { ...question, facet });
  const rows = await engine.query<{ found: string; calls: number }>(sql, params);
  return rows.map(({ found, calls }) => ({ value: found, calls }));
}

type OfCalls = Exclude<Facet, 'provider' | 'model'>;

/** Each call has every key once. An error is cut to what can be asked for. */
const VALUE: Readonly<Record<OfCalls, string>> = {
  tagKey: 'toString(arrayJoin(mapKeys(tags)))',
  tag: 'tags[{facetTag: String}]',
  userId: 'user_id',
  promptName: PROMPT,
  error: 'substringUTF8(error, 1, 256)',
};

const HAS: Readonly<Record<OfCalls, string>> = {
  tagKey: 'notEmpty(tags)',
  tag: 'mapContains(tags, {facetTag: String})',
  userId: `user_id != ''`,
  promptName: `(prompt_name != '' OR prompt_id != 0)`,
  error: `error != ''`,
};

export function facetSql(
  scope: Scope,
  window: WindowedFilter,
  { facet, tagKey = '', prompts = [], limit }: FacetQuestion & { facet: OfCalls },
) {
  const where = callsWhere(scope, window).and(HAS[facet], {
    ...(facet === 'tag' ? { facetTag: tagKey } : {}),
    ...(facet === 'promptName' ? promptParams(prompts) : {}),
  });
  return {
    sql: `SELECT ${VALUE[facet]} AS found, toFloat64(count()) AS calls
FROM calls
WHERE ${where.sql}
GROUP BY found${facet === 'promptName' ? `\nHAVING found != ''` : ''}
ORDER BY calls DESC, found
LIMIT {limit: UInt32}`,
    params: { ...where.params, limit },
  };
}
