import { Type, type Static } from 'typebox';
import { closed, Id, Label, Named, Nullable, Timestamp } from '#lib/schema';

export const TEMPLATE_BYTES = 50_000;
export const VARIABLES_BYTES = 65_536;

export const Name = Label(200);
const Version = Label(100);
/** A label of a version, or a label that a version is deployed to. */
export const PromptLabel = Label(100);

const Variable = Type.Union(
  [
    Type.String({ description: 'Its default' }),
    closed({
      description: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
      default: Type.Optional(
        Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], {
          description: 'Default value',
        }),
      ),
      required: Type.Optional(Type.Boolean()),
    }),
  ],
  { title: 'PromptVariable' },
);

export const Variables = Named(
  Variable,
  { maxLength: 200 },
  {
    maxProperties: 200,
    description: 'Name → its default, or {description, default, required}; at most 64 KiB as JSON',
  },
);
export type Variables = Static<typeof Variables>;

const Template = Type.String({
  minLength: 1,
  maxLength: TEMPLATE_BYTES,
  description: 'At most 50,000 bytes in UTF-8; {{name}} stands for a variable',
});
const Labels = Type.Array(PromptLabel, { maxItems: 8 });
const Description = Nullable(Type.String({ maxLength: 500 }));

export const Prompt = Type.Object(
  {
    id: Id,
    name: Type.String(),
    version: Type.String(),
    template: Type.String(),
    variables: Nullable(Variables),
    labels: Type.Array(Type.String()),
    description: Nullable(Type.String()),
    deployedLabels: Type.Array(Type.String(), { description: 'Labels that point to this version' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Prompt', additionalProperties: false },
);
export type Prompt = Static<typeof Prompt>;

export const NewPrompt = closed(
  {
    name: Name,
    version: Version,
    template: Template,
    variables: Type.Optional(Nullable(Variables)),
    labels: Type.Optional(Labels),
    description: Type.Optional(Description),
  },
  { title: 'NewPrompt' },
);
export type NewPrompt = Static<typeof NewPrompt>;

export const PromptPatch = closed(
  {
    template: Type.Optional(Template),
    variables: Type.Optional(Nullable(Variables)),
    labels: Type.Optional(Labels),
    description: Type.Optional(Description),
  },
  { title: 'PromptPatch', description: 'name and version can only be changed by rename' },
);
export type PromptPatch = Static<typeof PromptPatch>;

export const Rename = closed({ name: Name, version: Version }, { title: 'PromptRename' });
export type Rename = Static<typeof Rename>;

export const PromptReply = Type.Object({ prompt: Prompt });

export const CheckedPrompt = Type.Object({
  prompt: Prompt,
  warnings: Type.Array(Type.String(), {
    description: 'Variables that are used but not declared, or declared but not used',
  }),
});
export type CheckedPrompt = Static<typeof CheckedPrompt>;

export const PromptParams = Type.Object({ id: Id });

export const ListQuery = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 200 })),
  label: Type.Optional(Type.String({ maxLength: 100, description: 'One of the labels of the version' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});
export type ListQuery = Static<typeof ListQuery>;
