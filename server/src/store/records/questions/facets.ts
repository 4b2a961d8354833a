// The values that calls of a window have, with the number of calls: for filter menus. Providers and models
// come from the rollup, the rest from one column of the calls.
import { aboutFilter } from './about.ts';
import { selectAggregate } from './aggregate.ts';
import { callsWhere } from './call-filter.ts';
import type { WindowedFilter } from './rollup-window.ts';
import { question } from './question.ts';
import type { Scope } from './scope.ts';
import { LIST_FIELDS, TEXT_FIELDS } from './call-fields.ts';
import { knownPromptParams, type KnownPrompt } from './prompt-of-call.ts';

export const FACETS = [
  'provider',
  'model',
  'status',
  'error',
  'userId',
  'sessionId',
  'promptName',
  'promptVersion',
  'finishReason',
  'tool',
  'tagKey',
  'tag',
] as const;
type Facet = (typeof FACETS)[number];

export interface FacetQuestion {
  facet: Facet;
  /** For the facet `tag`. */
  tagKey?: string;
  /** For the facets of prompts: those in the registry, which calls name by id. */
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

/** Each call has every key and every value of a list once. */
const VALUE: Readonly<Record<OfCalls, string>> = {
  ...TEXT_FIELDS,
  finishReason: `arrayJoin(${LIST_FIELDS.finishReason})`,
  tool: `arrayJoin(${LIST_FIELDS.tool})`,
  tagKey: 'toString(arrayJoin(mapKeys(tags)))',
  tag: 'tags[{facetTag: String}]',
};

const OF_PROMPTS: ReadonlySet<Facet> = new Set(['promptName', 'promptVersion']);
/** For these, an empty value means that the call has none. */
const MAY_BE_EMPTY: ReadonlySet<Facet> = new Set(['promptName', 'promptVersion', 'finishReason', 'tool']);

/** Which calls have a value at all; null: all of them. */
const HAS: Readonly<Record<OfCalls, string | null>> = {
  status: null,
  error: `error != ''`,
  userId: `user_id != ''`,
  sessionId: `session_id != ''`,
  promptName: `(prompt_name != '' OR prompt_id != 0)`,
  promptVersion: `(prompt_version != '' OR prompt_id != 0)`,
  finishReason: `position(request_meta, 'finishReasons') > 0`,
  tool: `tool_calls != ''`,
  tagKey: 'notEmpty(tags)',
  tag: 'mapContains(tags, {facetTag: String})',
};

export function facetSql(
  scope: Scope,
  window: WindowedFilter,
  { facet, tagKey = '', prompts = [], limit }: FacetQuestion & { facet: OfCalls },
) {
  const where = callsWhere(scope, window).with({
    ...(facet === 'tag' ? { facetTag: tagKey } : {}),
    ...(OF_PROMPTS.has(facet) ? knownPromptParams(prompts) : {}),
  });
  const has = HAS[facet];
  if (has !== null) where.and(has);
  return {
    sql: `SELECT ${VALUE[facet]} AS found, toFloat64(count()) AS calls
FROM calls
WHERE ${where.sql}
GROUP BY found${MAY_BE_EMPTY.has(facet) ? `\nHAVING found != ''` : ''}
ORDER BY calls DESC, found
LIMIT {limit: UInt32}`,
    params: { ...where.params, limit },
  };
}
