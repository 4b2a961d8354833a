import { Type, type Static } from 'typebox';
import { TextPageQuery } from '#core/paging';
import { Id, Nullable, Timestamp } from '#lib/schema';

export const NamesQuery = Type.Object({
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Part of a name; the letters A to Z match in either case',
    }),
  ),
  ...TextPageQuery.properties,
});
export type NamesQuery = Static<typeof NamesQuery>;

export const PromptName = Type.Object(
  {
    name: Type.String(),
    versions: Type.Integer({ minimum: 1, description: 'Number of versions' }),
    latestVersion: Type.String({ description: 'The newest version' }),
    latestId: Id,
    description: Nullable(Type.String({ description: 'Description of the latest version' })),
    updatedAt: Timestamp,
    labels: Type.Array(
      Type.Object({ label: Type.String(), version: Type.String() }, { additionalProperties: false }),
      { description: 'Deployments of the name' },
    ),
  },
  { title: 'PromptName', additionalProperties: false },
);
export type PromptName = Static<typeof PromptName>;

export const PromptNames = Type.Object({
  names: Type.Array(PromptName),
  nextCursor: Nullable(Type.String()),
});
