import { Type, type Static } from 'typebox';
import { PageQuery } from '#core/paging';
import { closed, Distinct, Nullable, Timestamp } from '#lib/schema';

const MAX_TEXT = 4_000;
const MAX_READ = 200;

const RecordId = Type.String({ minLength: 1, maxLength: 256 });
const CommentId = Type.String({ examples: ['cmt_1a2b3c4d5e6f'] });

/** What a comment is about, as its author named it. */
export const CommentOn = closed(
  {
    callId: Type.Optional(RecordId),
    traceId: Type.Optional(RecordId),
    spanId: Type.Optional(Type.String({ ...RecordId, description: 'With `traceId`: one span of the run' })),
    sessionId: Type.Optional(RecordId),
  },
  { title: 'CommentOn', description: 'Exactly one of `callId`, `traceId` and `sessionId`' },
);
export type CommentOn = Static<typeof CommentOn>;

const Author = Type.Object({
  type: Type.String({ description: 'user or key' }),
  id: Type.String(),
  name: Nullable(Type.String({ description: 'null for a key, and for someone who left' })),
});

const Mentioned = Type.Object({
  id: Type.String({ examples: ['usr_1a2b3c4d5e6f'] }),
  name: Nullable(Type.String({ description: 'null for someone who left' })),
  email: Nullable(Type.String({ description: 'As it is written in the text, in lower case' })),
});

export const Comment = Type.Object(
  {
    id: CommentId,
    on: CommentOn,
    text: Nullable(Type.String({ description: 'null if it cannot be decrypted with the master key' })),
    author: Author,
    mentions: Type.Array(Mentioned, { description: 'Members whom the text names as `@email`' }),
    isUnread: Type.Boolean({ description: 'It mentions the caller, who has not marked it as read' }),
    mayDelete: Type.Boolean({ description: 'Whether the caller may delete it' }),
    createdAt: Timestamp,
  },
  { title: 'Comment', additionalProperties: false },
);
export type Comment = Static<typeof Comment>;

export const NewComment = closed(
  {
    on: CommentOn,
    text: Type.String({ minLength: 1, maxLength: MAX_TEXT, pattern: '\\S' }),
  },
  { title: 'NewComment' },
);
export type NewComment = Static<typeof NewComment>;

export const CommentQuery = Type.Object({
  callId: Type.Optional(RecordId),
  traceId: Type.Optional(
    Type.String({ ...RecordId, description: 'Comments on the run, its spans and its calls' }),
  ),
  spanId: Type.Optional(RecordId),
  sessionId: Type.Optional(RecordId),
  mentioned: Type.Optional(Type.Boolean({ description: '`true`: only comments that mention the caller' })),
  ...PageQuery.properties,
});
export type CommentQuery = Static<typeof CommentQuery>;

export const CommentList = Type.Object({
  comments: Type.Array(Comment),
  nextCursor: Nullable(Type.String()),
});

export const CommentParams = Type.Object({ id: CommentId });

export const ReadMentions = closed(
  { ids: Distinct(CommentId, { minItems: 1, maxItems: MAX_READ }) },
  { title: 'ReadMentions' },
);
export type ReadMentions = Static<typeof ReadMentions>;
