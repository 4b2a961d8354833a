import type { Context } from '#core/context';
import {
  isOfPrompts,
  isOfRuns,
  needsPrompts,
  plainName,
  RUN_LISTS,
  RUN_TEXTS,
  selectFacetValues,
  TAG_PREFIX,
  type AggregateFilter,
  type FacetQuestion,
  type Subject,
} from '#records';
import { scopeOf, windowOf } from '#services/record-access';
import { checkSubject, subjectFilter } from './call-filter.ts';
import { NAMED_FACETS, type Facets, type FacetsQuery } from './schemas/facets.ts';

const DEFAULT_FIELDS = ['provider', 'model', 'tagKey'];
const MOST_VALUES = 50;

export async function facets(ctx: Context, body: FacetsQuery): Promise<Facets> {
  const { of = 'calls', fields = DEFAULT_FIELDS } = body;
  const questions = fields.map((field) => questionOf(of, field));
  const window = windowOf(body, null, ctx.clock.now());
  const filter = await subjectFilter(ctx, body, window, fields);
  const scope = scopeOf(ctx);
  const answers = await Promise.all(
    questions.map(async (question, at) => {
      const field = fields[at] ?? '';
      const narrowed = { ...withoutField(filter, field, of), ...window };
      const values = await ctx.records.ask(scope, selectFacetValues(narrowed, question));
      // The answer about calls named the number so before other subjects could be asked about.
      return [field, of === 'calls' ? values.map((one) => ({ ...one, calls: one.count })) : values] as const;
    }),
  );
  return { facets: Object.fromEntries(answers) };
}

/** Drops the conditions on the field itself, so that its other values can be chosen too. */
function withoutField(filter: AggregateFilter, field: string, of: Subject): AggregateFilter {
  const { where, figures, tags, error, known, ...rest } = filter;
  const name = plainName(field);
  // A run has agents, tools and a status of its own: conditions on those of a call are about something else.
  const isOfWhole = isOfRuns(of) && isRunField(name);
  const others = where?.filter((condition) => isOfWhole || plainName(condition.field) !== name) ?? [];
  const otherFigures = figures?.filter((condition) => plainName(condition.field) !== name) ?? [];
  const otherTags = Object.entries(tags ?? {}).filter(([key]) => field !== TAG_PREFIX + key);
  const isOfError = !isOfWhole && field === (typeof error === 'boolean' ? 'status' : 'error');
  const { [name as keyof typeof rest]: _own, ...kept } = rest;
  return {
    ...(kept as typeof rest),
    ...(others.length > 0 ? { where: others } : {}),
    ...(otherFigures.length > 0 ? { figures: otherFigures } : {}),
    // With it, the rollup cannot answer.
    ...(known && (isOfPrompts(field) || needsPrompts(others)) ? { known } : {}),
    ...(otherTags.length > 0 ? { tags: Object.fromEntries(otherTags) } : {}),
    ...(error === undefined || isOfError ? {} : { error }),
  };
}

const isRunField = (name: string): boolean =>
  [RUN_LISTS, RUN_TEXTS].some((table) => Object.hasOwn(table, `run.${name}`));

function questionOf(of: Subject, field: string): FacetQuestion {
  const facet = NAMED_FACETS.find((name) => name === field);
  const subject = of === 'calls' ? {} : { of };
  if (facet === undefined)
    return { ...subject, facet: 'tag', tagKey: field.slice(TAG_PREFIX.length), limit: MOST_VALUES };
  if (facet !== 'tagKey') checkSubject(of, { fields: facet });
  return { ...subject, facet, limit: MOST_VALUES };
}
