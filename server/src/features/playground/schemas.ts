import { Type, type Static } from 'typebox';
import { closed, Id, Label, Named, Nullable, OneOf, Timestamp } from '#lib/schema';
import { DATA_URL, settingsSchema, ToolChoice, type ModelChatMessage } from '#services/models';
import { MAX_FILE_BYTES } from '#services/media';

const MAX_MESSAGES = 200;
const MAX_PLACEHOLDERS = 50;
const MAX_TOOLS = 64;
const MAX_TEXT = 1_000_000;

const Text = Type.String({ maxLength: MAX_TEXT });
const JsonSchema = Type.Record(Type.String(), Type.Unknown(), { description: 'A JSON Schema' });
const CallId = Type.String({ minLength: 1, maxLength: 200 });
const ToolName = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', examples: ['get_weather'] });

const TextPart = closed({ type: Type.Literal('text'), text: Text });
const ImagePart = closed({
  type: Type.Literal('image'),
  image: Type.String({
    maxLength: MAX_TEXT,
    pattern: DATA_URL.source,
    description: 'A data URL with base64',
    examples: ['data:image/png;base64,iVBORw0KGgo='],
  }),
});

const StoredPart = closed(
  {
    type: Type.Literal('media'),
    mediaId: Type.String({ maxLength: 64 }),
    contentType: Label(100),
    bytes: Type.Integer({ minimum: 0, maximum: MAX_FILE_BYTES }),
  },
  { description: 'A stored file: a picture, a sound or a PDF' },
);

const Message = closed(
  {
    role: OneOf(['system', 'user', 'assistant', 'tool']),
    content: Type.Union([Text, Type.Array(Type.Union([TextPart, ImagePart, StoredPart]), { maxItems: 50 })], {
      description: 'Text with `{{variables}}`; parts with images and files for the role user',
    }),
    toolCalls: Type.Optional(
      Type.Array(closed({ id: CallId, name: ToolName, arguments: Type.Unknown() }), {
        maxItems: 64,
        description: 'Of an assistant',
      }),
    ),
    toolCallId: Type.Optional(CallId),
  },
  { title: 'PlaygroundMessage' },
);

const Placeholder = closed(
  { type: Type.Literal('placeholder'), name: Label(200) },
  {
    title: 'PlaygroundPlaceholder',
    description: 'Stands for the messages of its name in `placeholders`; left out if there are none',
  },
);

const Tool = closed(
  { name: ToolName, description: Type.Optional(Type.String({ maxLength: 4_096 })), parameters: JsonSchema },
  { title: 'PlaygroundTool' },
);

const Settings = settingsSchema('PlaygroundSettings');

const Variables = Named(
  Text,
  { maxLength: 200 },
  { maxProperties: 200, description: 'Values of `{{variables}}`' },
);

const Placeholders = Named(
  Type.Array(Message, { maxItems: MAX_MESSAGES }),
  { maxLength: 200 },
  {
    maxProperties: MAX_PLACEHOLDERS,
    description: 'Messages of placeholders by name. They are sent as they are: variables in them stay',
  },
);

const Mocks = Named(
  Text,
  { maxLength: 64 },
  {
    maxProperties: MAX_TOOLS,
    description: 'Results of tools by name, for calls that nobody answers by hand',
  },
);

const column = {
  connectionId: Type.String({ maxLength: 100, examples: ['mdc_1a2b3c4d5e6f'] }),
  model: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'The default model of the connection unless given',
      examples: ['gpt-4o-mini'],
    }),
  ),
  messages: Type.Array(Type.Union([Message, Placeholder]), {
    minItems: 1,
    maxItems: MAX_MESSAGES,
    examples: [[{ role: 'user', content: 'Greet {{name}}.' }]],
  }),
  tools: Type.Optional(Type.Array(Tool, { maxItems: MAX_TOOLS })),
  toolChoice: Type.Optional(ToolChoice),
  outputSchema: Type.Optional(JsonSchema),
  settings: Type.Optional(Settings),
  promptId: Type.Optional(Nullable(Id)),
};

export const PlaygroundRun = closed(
  { ...column, variables: Type.Optional(Variables), placeholders: Type.Optional(Placeholders) },
  { title: 'PlaygroundRun' },
);
export type PlaygroundRun = Omit<Static<typeof PlaygroundRun>, 'messages' | 'placeholders'> & {
  messages: (ModelChatMessage | Static<typeof Placeholder>)[];
  placeholders?: Record<string, ModelChatMessage[]>;
};

export const PlaygroundDraft = Type.Object(
  {
    callId: Nullable(Type.String({ description: 'Null for a span that is not a call of a model' })),
    provider: Nullable(Type.String()),
    model: Nullable(Type.String()),
    hasContent: Type.Boolean({ description: 'False if its messages are not stored' }),
    messages: Type.Array(Message),
    tools: Type.Array(Tool),
    settings: Settings,
    outputSchema: Nullable(JsonSchema),
    promptId: Nullable(Type.Number()),
  },
  { title: 'PlaygroundDraft' },
);
export type PlaygroundDraft = Omit<Static<typeof PlaygroundDraft>, 'messages'> & {
  messages: ModelChatMessage[];
};

export const PlaygroundDraftParams = Type.Object({ id: Type.String() });

export const PlaygroundSpanParams = Type.Object({ id: Type.String(), record: Type.String() });

const SharedColumn = closed(column, { title: 'PlaygroundColumn' });

export const NewSharedPlayground = closed(
  {
    columns: Type.Array(SharedColumn, { minItems: 1, maxItems: 4 }),
    variables: Type.Optional(Variables),
    placeholders: Type.Optional(Placeholders),
    mocks: Type.Optional(Mocks),
    sourceCallId: Type.Optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'The call that it was opened from. Erasing the call deletes the link.',
        }),
      ),
    ),
    sourceTraceId: Type.Optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description:
            'The trace of the span that it was opened from. Erasing calls of the trace deletes the link.',
        }),
      ),
    ),
  },
  { title: 'NewSharedPlayground' },
);
export type NewSharedPlayground = Static<typeof NewSharedPlayground>;

export const SharedPlayground = Type.Object(
  {
    id: Type.String({ examples: ['pgd_1a2b3c4d5e6f'] }),
    columns: Type.Array(SharedColumn),
    variables: Variables,
    placeholders: Placeholders,
    mocks: Mocks,
    sourceCallId: Nullable(Type.String()),
    sourceTraceId: Nullable(Type.String()),
    createdAt: Timestamp,
  },
  { title: 'SharedPlayground' },
);
export type SharedPlayground = Static<typeof SharedPlayground>;

/** Documents the stream; each event has its name and this data. */
export const PlaygroundEvents = Type.String({
  description:
    'Server-sent events: `start` {runId, callId, provider, model}, `delta` {text}, `reasoning` {text}, `tool_call` {id, name, arguments}, `progress` {latencyMs, costUsd} once a second with an estimate, `usage` {inputTokens, outputTokens, cachedTokens, reasoningTokens, costUsd, priceKnown, latencyMs, ttftMs}, `output` {valid, problem} if there is an output schema, and at the end `done` {finish, callId} or `error` {reason, message, status, detail, retryAfterSeconds, callId}. `callId` is null if the call could not be stored.',
});
