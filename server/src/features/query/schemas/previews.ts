import { Type, type Static } from 'typebox';
import { closed, Distinct, Nullable } from '#lib/schema';
import { MAX_PREVIEW } from '#services/conversation';

const Line = (description: string) => Nullable(Type.String({ maxLength: MAX_PREVIEW, description }));

const PREVIEW = {
  input: Line('The newest message of the user, else the last message of the input; for a tool its arguments'),
  output: Line('The text of the answer, else its tool calls as `name({"a":1})`; for a tool its result'),
  stored: Type.Boolean({ description: 'False if content was not stored, or cannot be read' }),
};

export const ContentPreview = Type.Object(PREVIEW, {
  title: 'Preview',
  additionalProperties: false,
  description: `Input and output, each on one line of at most ${MAX_PREVIEW} characters; without reasoning`,
});
export type ContentPreview = Static<typeof ContentPreview>;

export const Snippet = Type.Object(
  { before: Type.String(), match: Type.String(), after: Type.String() },
  {
    title: 'Snippet',
    additionalProperties: false,
    description: 'Where the stored content matches the search, with the text around it, on one line',
  },
);
export type Snippet = Static<typeof Snippet>;

export const PreviewsQuery = closed(
  {
    ids: Distinct(Type.String({ minLength: 1, maxLength: 512 }), {
      minItems: 1,
      maxItems: 200,
      description: 'Ids of calls and of observations',
    }),
  },
  { title: 'PreviewsQuery' },
);
export type PreviewsQuery = Static<typeof PreviewsQuery>;

export const Previews = Type.Object(
  {
    previews: Type.Array(
      Type.Object({ id: Type.String(), ...PREVIEW }, { title: 'RecordPreview', additionalProperties: false }),
      { maxItems: 200, description: 'In the order of the ids, without unknown ones' },
    ),
  },
  { title: 'Previews', additionalProperties: false },
);
export type Previews = Static<typeof Previews>;
