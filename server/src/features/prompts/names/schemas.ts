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
  folder: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Only what is directly in this folder, such as `support/billing`; empty for the top. With a search: everything below it',
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

const PromptFolder = Type.Object(
  {
    path: Type.String({ description: 'The whole path, such as `support/billing`' }),
    prompts: Type.Integer({ minimum: 1, description: 'Number of prompts below it' }),
  },
  { title: 'PromptFolder', additionalProperties: false },
);

export const PromptNames = Type.Object({
  names: Type.Array(PromptName),
  folders: Type.Array(PromptFolder, {
    description: 'Folders in the asked folder, at most 1,000; on the first page, without a search',
  }),
  nextCursor: Nullable(Type.String()),
});
