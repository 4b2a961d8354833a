import type { Context } from '#core/context';
import { selectFacetValues, TAG_PREFIX, type CallFilter, type FacetQuestion } from '#records';
import { MAX_PROMPT_VERSIONS, scopeOf, selectNewestVersions, windowOf } from '#services/record-access';
import { callFilter } from './call-filter.ts';
import { NAMED_FACETS, type Facets, type FacetsQuery } from './schemas/facets.ts';

const DEFAULT_FIELDS = ['provider', 'model', 'tagKey'];
const MOST_VALUES = 50;

export async function facets(ctx: Context, body: FacetsQuery): Promise<Facets> {
  const { fields = DEFAULT_FIELDS } = body;
  const window = windowOf(body, null, ctx.clock.now());
  const filter = await callFilter(ctx, body, window);
  const scope = scopeOf(ctx);
  const answers = await Promise.all(
    fields.map(async (field) => {
      const narrowed = { ...withoutField(filter, field), ...window };
      const values = await ctx.records.ask(scope, selectFacetValues(narrowed, await questionOf(ctx, field)));
      return [field, values] as const;
    }),
  );
  return { facets: Object.fromEntries(answers) };
}

/** Drops the conditions on the field itself, so that its other values can be chosen too. */
function withoutField(filter: CallFilter, field: string): CallFilter {
  const { where, tags, error, ...rest } = filter;
  const others = where?.filter((condition) => condition.field !== field) ?? [];
  const otherTags = Object.entries(tags ?? {}).filter(([key]) => field !== TAG_PREFIX + key);
  const isOfError = field === (typeof error === 'boolean' ? 'status' : 'error');
  const { [field as keyof typeof rest]: _own, ...kept } = rest;
  return {
    ...kept,
    ...(others.length > 0 ? { where: others } : {}),
    ...(otherTags.length > 0 ? { tags: Object.fromEntries(otherTags) } : {}),
    ...(error === undefined || isOfError ? {} : { error }),
  };
}

async function questionOf({ db, account }: Context, field: string): Promise<FacetQuestion> {
  const facet = NAMED_FACETS.find((name) => name === field);
  if (facet === undefined)
    return { facet: 'tag', tagKey: field.slice(TAG_PREFIX.length), limit: MOST_VALUES };
  const ofPrompts = facet === 'promptName' || facet === 'promptVersion';
  const prompts = ofPrompts ? await selectNewestVersions(db, account.id, null, MAX_PROMPT_VERSIONS) : [];
  return { facet, prompts, limit: MOST_VALUES };
}
