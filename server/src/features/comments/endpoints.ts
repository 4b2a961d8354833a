import { endpoint } from '#core/endpoint';
import { deleteComment, getComment, listComments, readMentions } from './comments.ts';
import { createComment } from './create.ts';
import { Comment, CommentList, CommentParams, CommentQuery, NewComment, ReadMentions } from './schemas.ts';

const tag = 'comments';
const path = '/v1/comments';

export const commentEndpoints = [
  endpoint({
    id: 'listComments',
    method: 'GET',
    path,
    tag,
    summary: 'List comments of a call, a span, a run or a session',
    description:
      'Newest first. With `traceId`, those on the run, on its spans and on its calls. `mentioned=true` alone lists the comments that mention the caller.',
    access: { scope: 'read' },
    project: 'scoped',
    query: CommentQuery,
    replies: { 200: CommentList },
    handle: (ctx, { query }) => listComments(ctx, query),
  }),
  endpoint({
    id: 'createComment',
    method: 'POST',
    path,
    tag,
    summary: 'Comment on a call, a span, a run or a session',
    description:
      'The text is stored encrypted, and redacted if the account redacts personal data. `@` before the email of a member mentions them: they get an email, if the service sends mail, and find the comment among their mentions. A record can have 500 comments.',
    access: { scope: 'write' },
    project: 'scoped',
    body: NewComment,
    replies: { 201: Comment },
    errors: [404, 409, 429],
    audit: 'comment.create',
    handle: (ctx, { body }) => createComment(ctx, body),
  }),
  endpoint({
    id: 'readMentions',
    method: 'POST',
    path: `${path}/read`,
    tag,
    summary: 'Mark mentions of the caller as read',
    description: 'Unknown comments, and those that do not mention the caller, are passed over.',
    access: { scope: 'read' },
    project: 'scoped',
    body: ReadMentions,
    replies: { 204: null },
    unaudited: 'It changes nothing but what the caller has read.',
    handle: (ctx, { body }) => readMentions(ctx, body),
  }),
  endpoint({
    id: 'getComment',
    method: 'GET',
    path: `${path}/{id}`,
    tag,
    summary: 'Get a comment',
    access: { scope: 'read' },
    project: 'scoped',
    params: CommentParams,
    replies: { 200: Comment },
    handle: (ctx, { params }) => getComment(ctx, params.id),
  }),
  endpoint({
    id: 'deleteComment',
    method: 'DELETE',
    path: `${path}/{id}`,
    tag,
    summary: 'Delete a comment: its author or an admin may',
    access: { scope: 'write' },
    project: 'scoped',
    params: CommentParams,
    replies: { 204: null },
    audit: 'comment.delete',
    handle: (ctx, { params }) => deleteComment(ctx, params.id),
  }),
];
