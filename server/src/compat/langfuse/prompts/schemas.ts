import { Type, type Static } from 'typebox';
import { Label, Nullable, OneOf, Timestamp } from '#lib/schema';
import { MAX_LABELS } from '#features/prompts';
import { LangfusePageMeta, LangfusePage } from '../pages.ts';

export const LangfusePromptName = Label(200);
/**
 * Their rule is stricter: lower case, digits, `_`, `-` and `.`. Labels that were made here may have any text.
 */
const PeerLabel = Label(100);
const Number_ = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** Members that are not listed are ignored, as their server does. */
const Placeholder = Type.Object({ type: Type.Literal('placeholder'), name: Label(200) });
const Message = Type.Object({
  type: Type.Optional(Nullable(Type.String())),
  role: Label(64),
  content: Type.String(),
});

export const LangfusePromptParams = Type.Object({ name: LangfusePromptName });
export const LangfuseVersionParams = Type.Object({ name: LangfusePromptName, version: Number_ });

export const LangfuseVersionQuery = Type.Object({
  version: Type.Optional(Number_),
  label: Type.Optional(Type.String({ maxLength: 100 })),
});
export type LangfuseVersionQuery = Static<typeof LangfuseVersionQuery>;

export const LangfuseGetQuery = Type.Object({
  ...LangfuseVersionQuery.properties,
  /** Whether references to other prompts are replaced. */
  resolve: Type.Optional(Type.Boolean()),
});
export type LangfuseGetQuery = Static<typeof LangfuseGetQuery>;

export const LangfusePromptsQuery = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 200 })),
  version: Type.Optional(Number_),
  label: Type.Optional(Type.String({ maxLength: 100 })),
  tag: Type.Optional(Type.String({ maxLength: 100 })),
  fromUpdatedAt: Type.Optional(Timestamp),
  toUpdatedAt: Type.Optional(Timestamp),
  ...LangfusePage.properties,
});
export type LangfusePromptsQuery = Static<typeof LangfusePromptsQuery>;

export const LangfuseNewPrompt = Type.Object({
  name: LangfusePromptName,
  type: Type.Optional(OneOf(['text', 'chat'])),
  prompt: Type.Union([
    Type.String({ minLength: 1 }),
    Type.Array(Type.Union([Placeholder, Message]), { minItems: 1, maxItems: 1_000 }),
  ]),
  config: Type.Optional(Nullable(Type.Unsafe<Record<string, unknown>>({ type: 'object' }))),
  labels: Type.Optional(Nullable(Type.Array(PeerLabel, { maxItems: 50 }))),
  tags: Type.Optional(Nullable(Type.Array(Label(100), { maxItems: MAX_LABELS }))),
  commitMessage: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
});
export type LangfuseNewPrompt = Static<typeof LangfuseNewPrompt>;

export const LangfuseNewLabels = Type.Object({ newLabels: Type.Array(PeerLabel, { maxItems: 50 }) });

const Texts = Type.Array(Type.String());

export const LangfusePrompt = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    version: Type.Integer(),
    type: OneOf(['text', 'chat']),
    prompt: Type.Union([
      Type.String(),
      Type.Array(
        Type.Union([
          Type.Object({ type: Type.Literal('chatmessage'), role: Type.String(), content: Type.String() }),
          Type.Object({ type: Type.Literal('placeholder'), name: Type.String() }),
        ]),
      ),
    ]),
    config: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
    labels: Texts,
    tags: Texts,
    commitMessage: Nullable(Type.String()),
    projectId: Type.String(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    createdBy: Type.String(),
    isActive: Nullable(Type.Boolean()),
    resolutionGraph: Type.Null(),
  },
  { additionalProperties: false },
);
export type LangfusePrompt = Static<typeof LangfusePrompt>;

export const LangfusePrompts = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        name: Type.String(),
        type: OneOf(['text', 'chat']),
        versions: Type.Array(Type.Integer()),
        labels: Texts,
        tags: Texts,
        lastUpdatedAt: Timestamp,
        lastConfig: Type.Unknown(),
      }),
    ),
    meta: LangfusePageMeta,
    pagination: LangfusePageMeta,
  },
  { additionalProperties: false },
);
export type LangfusePrompts = Static<typeof LangfusePrompts>;
