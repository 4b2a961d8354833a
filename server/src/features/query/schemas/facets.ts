import { Type, type Static } from 'typebox';
import { closed, OneOf } from '#lib/schema';
import { FACETS } from '#records';
import { FILTER_FIELDS } from '#services/record-access';

/** A tag is identified by its key. */
export const TAG_PREFIX = 'tag:';
export const NAMED_FACETS = FACETS.filter((facet) => facet !== 'tag');

const Field = Type.Union([
  OneOf(NAMED_FACETS),
  Type.String({ pattern: `^${TAG_PREFIX}`, minLength: 5, maxLength: 68, description: 'tag:<key>' }),
]);

const { startTime, endTime } = FILTER_FIELDS;

export const FacetsQuery = closed(
  {
    startTime,
    endTime,
    fields: Type.Optional(
      Type.Array(Field, {
        minItems: 1,
        maxItems: 10,
        uniqueItems: true,
        description: 'By default provider, model and tagKey; tag:<key> for the values of a tag',
      }),
    ),
  },
  { title: 'FacetsQuery', description: 'Default window: the last 30 days.' },
);
export type FacetsQuery = Static<typeof FacetsQuery>;

export const Facets = Type.Object(
  {
    facets: Type.Record(
      Type.String(),
      Type.Array(
        Type.Object(
          { value: Type.String(), calls: Type.Integer({ minimum: 1 }) },
          { additionalProperties: false },
        ),
        { maxItems: 50 },
      ),
      { description: 'By field: its values, most calls first' },
    ),
  },
  { title: 'Facets', additionalProperties: false },
);
export type Facets = Static<typeof Facets>;
