import { AppError, invalid, notFound } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import { isId } from '#lib/ids';
import { openContent, type AccountKeys } from '#content';
import { actsAsAdmin } from '#core/access/actor';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { cutPage, pageByPosition } from '#core/paging';
import { selectMemberNames } from '#services/accounts';
import { readableKeys } from '#services/record-access';
import type { Comment, CommentQuery, ReadMentions } from './schemas.ts';
import {
  countUnread,
  deleteCommentRow,
  LINK_NAMES,
  markRead,
  selectComment,
  selectComments,
  selectMentions,
  type CommentRow,
} from './store.ts';
import { commentedOn } from './subject.ts';

/** The purpose of the encryption: the text of one comment cannot be decrypted as that of another. */
export const commentPurpose = (id: string): string => `comment:${id}`;

function textOf(keys: AccountKeys | null, { id, sealed }: CommentRow): string | null {
  const text = keys && openContent(keys, commentPurpose(id), Buffer.from(sealed, 'base64url'))?.input;
  return typeof text === 'string' ? text : null;
}

const mayDelete = ({ actor }: Context, row: CommentRow): boolean =>
  row.author_id === actor.id || actsAsAdmin(actor);

export async function presentComments(ctx: Context, rows: readonly CommentRow[]): Promise<Comment[]> {
  if (rows.length === 0) return [];
  const { account, actor, db } = ctx;
  const keys = await readableKeys(ctx);
  const names = await selectMemberNames(db, account.id);
  const mentions = await selectMentions(
    db,
    account.id,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const mentioned = mentions.get(row.id) ?? [];
    return {
      id: row.id,
      on: commentedOn(row),
      text: textOf(keys, row),
      author: { type: row.author_type, id: row.author_id, name: names.get(row.author_id) ?? null },
      mentions: mentioned.map(({ userId, email }) => ({
        id: userId,
        name: names.get(userId) ?? null,
        email,
      })),
      isUnread: mentioned.some(({ userId, isRead }) => userId === actor.id && !isRead),
      mayDelete: mayDelete(ctx, row),
      createdAt: isoTime(row.created_at),
    };
  });
}

export async function listComments(
  ctx: Context,
  query: CommentQuery,
): Promise<{ comments: Comment[]; nextCursor: string | null }> {
  if (!query.mentioned && LINK_NAMES.every((name) => query[name] === undefined))
    throw invalid('traceId', 'Give one of traceId, spanId, callId and sessionId, or mentioned=true.');
  const page = pageByPosition(query);
  const rows = await selectComments(ctx, query, page);
  const { shown, nextCursor } = cutPage(rows, page, ({ created_at: at, id }) => [at, id]);
  return { comments: await presentComments(ctx, shown), nextCursor };
}

async function requireComment(ctx: Context, id: string): Promise<CommentRow> {
  const row = isId('comment', id) ? await selectComment(ctx, id) : undefined;
  if (!row) throw notFound('Comment');
  return row;
}

export async function getComment(ctx: Context, id: string): Promise<Comment> {
  const [comment] = await presentComments(ctx, [await requireComment(ctx, id)]);
  if (!comment) throw notFound('Comment');
  return comment;
}

export async function deleteComment(ctx: Context, id: string): Promise<void> {
  const row = await requireComment(ctx, id);
  if (!mayDelete(ctx, row))
    throw new AppError('forbidden', 'not_the_author', 'Its author or an admin may delete a comment.');
  return change(ctx, 'comment.delete', async ({ db }) => {
    await deleteCommentRow(db, ctx.account.id, id);
    return { result: undefined, target: { type: 'comment', id }, metadata: { on: row.on_kind } };
  });
}

/** Nothing else tells whether someone has read a comment, so nothing else is changed. */
export async function readMentions(ctx: Context, { ids }: ReadMentions): Promise<void> {
  const { account, actor, clock, metadata } = ctx;
  if (actor.type !== 'user') return;
  await metadata.transaction((db) => markRead(db, account.id, { userId: actor.id, ids, now: clock.now() }));
}

/** Unread comments that mention the caller; a key is never mentioned. */
export const countUnreadMentions = (ctx: Context): Promise<number> =>
  ctx.actor.type === 'user' ? countUnread(ctx.db, ctx, ctx.actor.id) : Promise.resolve(0);
