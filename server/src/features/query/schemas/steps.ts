// What calls add to a conversation, as messages in one form, whatever the client sent.
import { Type, type Static } from 'typebox';
import { closed, Nullable, OneOf } from '#lib/schema';
import { Text } from '#services/record-access';
import { Call } from './calls.ts';

const Name = Nullable(Type.String());

const SaidPart = Type.Union(
  [
    Type.Object({ kind: OneOf(['text', 'reasoning']), text: Type.String() }),
    Type.Object({
      kind: OneOf(['toolCall']),
      id: Name,
      name: Name,
      input: Type.Unknown(),
      result: Type.Optional(Type.Unknown()),
      durationMs: Type.Optional(Type.Number()),
      error: Type.Optional(Type.String()),
    }),
    Type.Object({ kind: OneOf(['toolResult']), id: Name, name: Name, result: Type.Unknown() }),
    Type.Object({
      kind: OneOf(['media']),
      type: Type.String(),
      url: Type.Optional(Type.String()),
      mediaType: Type.Optional(Type.String()),
      stored: Type.Optional(Type.Object({ id: Type.String(), bytes: Type.Optional(Type.Number()) })),
      name: Type.Optional(Type.String()),
    }),
    Type.Object({ kind: OneOf(['json']), value: Type.Unknown() }),
  ],
  { title: 'SaidPart' },
);

const SaidMessage = Type.Object(
  { role: Type.String(), parts: Type.Array(SaidPart) },
  { title: 'SaidMessage', description: 'A message; empty `parts` if nothing was said' },
);

const MessageStretch = Type.Object(
  {
    at: Type.Integer({
      minimum: 0,
      description: 'Position of the first one among the messages of the input',
    }),
    count: Type.Integer({ minimum: 1 }),
    messages: Nullable(
      Type.Array(SaidMessage, { description: 'Null if calls before this one had these messages' }),
    ),
  },
  { title: 'MessageStretch', description: 'Consecutive messages of an input' },
);

const STEP = {
  id: Type.String({ description: 'Of the call or the observation' }),
  kind: OneOf(['llm', 'observation']),
  stored: Type.Boolean({ description: 'False if content was not stored, or cannot be read' }),
  omitted: Type.Boolean({
    description: 'Whether the messages are left out because they are too large. The call itself has them.',
  }),
  input: Type.Array(MessageStretch, { description: 'System instructions first' }),
  output: Type.Array(SaidMessage),
};

export const ConversationStep = Type.Object(STEP, { title: 'ConversationStep' });
export type ConversationStep = Static<typeof ConversationStep>;

const SessionStep = Type.Object({ ...STEP, call: Call }, { title: 'SessionStep' });

export const StepsQuery = closed({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  cursor: Type.Optional(Text(4_000)),
});
export type StepsQuery = Static<typeof StepsQuery>;

const nextCursor = Nullable(Type.String());

export const RunConversation = Type.Object(
  {
    steps: Type.Array(ConversationStep, { maxItems: 200, description: 'By start' }),
    nextCursor,
  },
  { title: 'RunConversation' },
);

export const SessionConversation = Type.Object(
  {
    steps: Type.Array(SessionStep, { maxItems: 200, description: 'By start; `call` has no content' }),
    nextCursor,
  },
  { title: 'SessionConversation' },
);
