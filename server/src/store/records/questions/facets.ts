// The values that calls of a window have, with the number of calls: for filter menus. Providers and models
// come from the rollup, the rest from one column of the calls.
import { aboutFilter } from './about.ts';
import { selectAggregate } from './aggregate.ts';
import { callsWhere } from './call-filter.ts';
import type { WindowedFilter } from './rollup-window.ts';
import { question } from './question.ts';
import type { Scope } from './scope.ts';
import { PROMPT, promptParams, type KnownPrompt } from './prompt-of-call.ts';

export const FACETS = ['provider', 'model', 'tagKey', 'tag', 'userId', 'promptName', 'error'] as const;
type Facet = (typeof FACETS)[number];

export interface FacetQuestion {
  facet: Facet;
  /** For the facet `tag`. */
  tagKey?: string;
  /** For the facet `promptName`: names in the registry of the prompts that calls name by id. */
  prompts?: readonly KnownPrompt[];
  limit: number;
}

export interface FacetValue {
  value: string;
  calls: number;
}

/** Values with the most calls first; ties by value. */
export const selectFacetValues = question({
  name: 'selectFacetValues',
  heavy: true,
  about: aboutFilter,
  run: async (engine, scope, window: WindowedFilter, wanted: FacetQuestion): Promise<FacetValue[]> => {
    const { facet, limit } = wanted;
    if (facet === 'provider' || facet === 'model') {
      const aggregate = selectAggregate(window, { axis: facet, metric: 'count', limit });
      const { groups } = await aggregate.run(engine, scope);
      return groups.map(({ key, count }) => ({ value: key, calls: count }));
    }
    const { sql, params } = facetSql(scope, window, { ...wanted, facet });
    const rows = await engine.query<{ found: string; calls: number }>(sql, params);
    return rows.map(({ found, calls }) => ({ value: found, calls }));
  },
});

type OfCalls = Exclude<Facet, 'provider' | 'model'>;

/** Each call has every key once. An error is cut to the length that a filter may have. */
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
