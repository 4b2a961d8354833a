import { AppError } from '#lib/app-error';
import { MINUTE_MS } from '#lib/clock';
import { newId } from '#lib/ids';
import { digestText, sealText } from '#content';
import { hit, requireAllowed } from '#core/access/rate-limit';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import type { Writer } from '#metadata';
import { mentionNotices, queueDeliveries, queueWebhookEvent } from '#services/notifications';
import { commentPurpose, presentComments } from './comments.ts';
import { mentionedEmails, redactAround } from './mentions.ts';
import type { Comment, NewComment } from './schemas.ts';
import { countComments, insertComment, insertMentions, selectMembersByEmail } from './store.ts';
import { findSubject, type CommentSubject } from './subject.ts';

const OF_ONE_RECORD = 500;
const OF_AN_ACCOUNT = 100_000;
/** A comment can send an email to each of its twenty people. */
const RATE = { name: 'comments', limit: 60, windowMs: MINUTE_MS } as const;

/** Locks the account, so that parallel requests cannot exceed the limit together. */
async function requireRoom({ account }: Context, db: Writer, subject: CommentSubject): Promise<void> {
  await lockAccount(db, account.id);
  const { call_id, trace_id, span_id, session_id } = subject;
  const on = { call_id, trace_id, span_id, session_id };
  if ((await countComments(db, account.id, OF_ONE_RECORD, on)) >= OF_ONE_RECORD)
    throw full(`There is room for ${OF_ONE_RECORD} comments on one record.`);
  if ((await countComments(db, account.id, OF_AN_ACCOUNT)) >= OF_AN_ACCOUNT)
    throw full(`An account has room for ${OF_AN_ACCOUNT.toLocaleString('en')} comments.`);
}

const full = (message: string): AppError =>
  new AppError('conflict', 'too_many_comments', `${message} Delete some first.`);

export async function createComment(ctx: Context, { on, text }: NewComment): Promise<Comment> {
  const { account, actor, clock } = ctx;
  requireAllowed(await hit(ctx, RATE, actor.id), 'Too many comments. Try again in a minute.');
  const subject = await findSubject(ctx, on);
  const members = await selectMembersByEmail(ctx.db, account.id, mentionedEmails(text));
  const kept = account.consents.piiRedaction ? redactAround(text, new Set(members.keys())) : text;
  const keys = await ctx.contentKeys.load(account);
  const id = newId('comment');
  const row = await change(ctx, 'comment.create', async (tx) => {
    await requireRoom(ctx, tx.db, subject);
    const inserted = await insertComment(tx.db, {
      id,
      account_id: account.id,
      ...subject,
      sealed: sealText(keys, commentPurpose(id), kept),
      author_type: actor.type,
      author_id: actor.id,
      created_at: clock.now(),
    });
    await insertMentions(tx.db, inserted, [...members.values()], { id: actor.id, now: clock.now() });
    const others = [...members.values()].filter((userId) => userId !== actor.id);
    await queueDeliveries(ctx, tx, mentionNotices(ctx, id, others));
    await queueWebhookEvent(ctx, tx, {
      accountId: account.id,
      type: 'comment.created',
      data: {
        commentId: id,
        on: subject.on_kind,
        author: { type: actor.type, id: actor.id },
        mentions: [...members.values()],
        dashboardUrl: `${ctx.config.publicUrl}/comments/${id}`,
      },
    });
    const recordId = on.callId ?? on.traceId ?? on.sessionId ?? '';
    return {
      result: inserted,
      target: { type: 'comment', id },
      // The log is kept for ever, and the id of a record may identify a person.
      metadata: {
        on: subject.on_kind,
        recordDigest: digestText(keys, subject.on_kind, recordId),
        mentions: members.size,
      },
    };
  });
  const [comment] = await presentComments(ctx, [row]);
  if (!comment) throw new Error('The comment was not presented.');
  return comment;
}
