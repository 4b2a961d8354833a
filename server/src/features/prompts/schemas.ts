import { Type, type Static } from 'typebox';
import { closed, Id, Label, Nullable, OneOf, Timestamp } from '#lib/schema';
import { PromptMessage, TEMPLATE_BYTES, Variables } from '#services/prompts';

export const VARIABLES_BYTES = 65_536;
export const CONFIG_BYTES = 65_536;

export const Name = Label(200);
const Version = Label(100);
/** A label of a version, or a label that a version is deployed to. */
export const PromptLabel = Label(100);

const Template = Type.String({
  minLength: 1,
  maxLength: TEMPLATE_BYTES,
  description:
    'At most 50,000 bytes in UTF-8; {{name}} stands for a variable. For a chat prompt: `messages` as JSON text',
});
export const Messages = Type.Array(PromptMessage, { minItems: 1, maxItems: 1_000 });

const PromptType = OneOf(['text', 'chat']);
const Config = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description:
    'JSON for the caller; at most 64 KiB. The dashboard and the playground read `model`, `settings`, `tools` and `outputSchema`',
});
export const MAX_LABELS = 8;
const Labels = Type.Array(PromptLabel, { maxItems: MAX_LABELS });
const Description = Nullable(Type.String({ maxLength: 500 }));

export const Prompt = Type.Object(
  {
    id: Id,
    name: Type.String(),
    version: Type.String(),
    number: Type.Integer({
      minimum: 1,
      description: '1, 2, 3… in the order of creation within its name; permanent there and never reused',
    }),
    type: PromptType,
    template: Type.String({ description: 'For a chat prompt: the messages as JSON text' }),
    messages: Nullable(Type.Array(PromptMessage, { description: 'Null for a text prompt' })),
    variables: Nullable(Variables),
    labels: Type.Array(Type.String()),
    description: Nullable(Type.String()),
    config: Config,
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
    version: Type.Optional(Version),
    type: Type.Optional(PromptType),
    template: Type.Optional(Template),
    messages: Type.Optional(Messages),
    variables: Type.Optional(Nullable(Variables)),
    labels: Type.Optional(Labels),
    description: Type.Optional(Description),
    config: Type.Optional(Config),
  },
  {
    title: 'NewPrompt',
    description:
      'With either `template` or `messages`. The type is text, or chat if there are messages. A text prompt needs a `version`; a chat prompt without one is named after its number.',
  },
);
export type NewPrompt = Static<typeof NewPrompt>;

export const PromptPatch = closed(
  {
    template: Type.Optional(Template),
    messages: Type.Optional(Messages),
    variables: Type.Optional(Nullable(Variables)),
    labels: Type.Optional(Labels),
    description: Type.Optional(Description),
    config: Type.Optional(Config),
  },
  {
    title: 'PromptPatch',
    description: 'name and version can only be changed by rename; the type stays as it is',
  },
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
