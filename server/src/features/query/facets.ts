import type { Context } from '#core/context';
import { selectFacetValues, type FacetQuestion } from '#records';
import { NAMED_FACETS, TAG_PREFIX, type Facets, type FacetsQuery } from './schemas/facets.ts';
import { MOST_VERSIONS, scopeOf, selectNewestVersions, windowOf } from '#services/record-access';

const DEFAULT_FIELDS = ['provider', 'model', 'tagKey'];
const MOST_VALUES = 50;

export async function facets(ctx: Context, body: FacetsQuery): Promise<Facets> {
  const { fields = DEFAULT_FIELDS } = body;
  const window = windowOf(body, null, ctx.clock.now());
  const scope = scopeOf(ctx);
  const answers = await Promise.all(
    fields.map(async (field) => {
      const values = await ctx.records.ask(scope, selectFacetValues(window, await questionOf(ctx, field)));
      return [field, values] as const;
    }),
  );
  return { facets: Object.fromEntries(answers) };
}

async function questionOf({ db, account }: Context, field: string): Promise<FacetQuestion> {
  const facet = NAMED_FACETS.find((name) => name === field);
  if (facet === undefined)
    return { facet: 'tag', tagKey: field.slice(TAG_PREFIX.length), limit: MOST_VALUES };
  const prompts =
    facet === 'promptName' ? await selectNewestVersions(db, account.id, null, MOST_VERSIONS) : [];
  return { facet, prompts, limit: MOST_VALUES };
}
