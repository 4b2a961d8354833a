import { Type, type Static } from 'typebox';
import { closed, Label, Named, Nullable } from '#lib/schema';

export const TEMPLATE_BYTES = 50_000;

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

export const PromptMessage = Type.Union(
  [
    closed({ role: Label(64), content: Type.String({ maxLength: TEMPLATE_BYTES }) }),
    closed({ type: Type.Literal('placeholder'), name: Label(200) }),
  ],
  {
    title: 'PromptMessage',
    description: 'A message, or a place where the caller inserts its own messages',
  },
);
export type PromptMessage = Static<typeof PromptMessage>;
