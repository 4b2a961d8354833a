import { Type, type Static } from 'typebox';
import { closed, Distinct, OneOf } from '#lib/schema';
import { FACETS } from '#records';
import { TagField } from '#services/record-access';
import { NARROWED_BY } from './numbers.ts';

export const NAMED_FACETS = FACETS.filter((facet) => facet !== 'tag');

const Field = Type.Union([OneOf(NAMED_FACETS), TagField]);

export const FacetsQuery = closed(
  {
    ...NARROWED_BY,
    fields: Type.Optional(
      Distinct(Field, {
        minItems: 1,
        maxItems: 10,
        description: 'By default provider, model and tagKey; tag:<key> for the values of a tag',
      }),
    ),
  },
  {
    title: 'FacetsQuery',
    description:
      'Default window: the last 30 days. Conditions on a field do not narrow the values of that field.',
  },
);
export type FacetsQuery = Static<typeof FacetsQuery>;

export const Facets = Type.Object(
  {
    facets: Type.Record(
      Type.String(),
      Type.Array(
        Type.Object(
          {
            value: Type.String(),
            count: Type.Integer({ minimum: 1 }),
            calls: Type.Optional(
              Type.Integer({ minimum: 1, description: 'The same number, if the subject is calls' }),
            ),
          },
          { additionalProperties: false },
        ),
        { maxItems: 50 },
      ),
      { description: 'The values of each field, the most frequent first' },
    ),
  },
  { title: 'Facets', additionalProperties: false },
);
export type Facets = Static<typeof Facets>;
