// SQL of comments. A comment on a call or a span has both ids of it, so that the lists of the call, the span and
// the run find it whichever of them its author named.
import type { Insertable, Selectable } from 'kysely';
import { chunks } from '#lib/chunks';
import type { Context } from '#core/context';
import { beyond, type Page, type Position } from '#core/paging';
import type { CommentsTable, Reader, Writer } from '#metadata';
import type { CommentQuery } from './schemas.ts';

export type CommentRow = Selectable<CommentsTable>;

/** Limits comments to the account, and to one project if the request is bound to it. */
type Asker = Pick<Context, 'account' | 'project'>;

const LINKS = { callId: 'call_id', traceId: 'trace_id', spanId: 'span_id', sessionId: 'session_id' } as const;
type Link = keyof typeof LINKS;
export const LINK_NAMES = Object.keys(LINKS) as Link[];

function ofAsker(db: Reader, { account, project }: Asker) {
  return db
    .selectFrom('comments')
    .where('comments.account_id', '=', account.id)
    .$if(project !== null, (query) => query.where('comments.project_number', '=', project?.number ?? 0));
}

/** Newest first. */
export function selectComments(
  { account, project, db, actor }: Asker & Pick<Context, 'db' | 'actor'>,
  selection: Pick<CommentQuery, Link | 'mentioned'>,
  { after, limit }: Page<Position>,
): Promise<CommentRow[]> {
  let query = ofAsker(db, { account, project }).selectAll('comments');
  for (const name of LINK_NAMES) {
    const id = selection[name];
    if (id !== undefined) query = query.where(`comments.${LINKS[name]}`, '=', id);
  }
  // A comment on a call has no session of its own: the comments of a session are those on the whole of it.
  if (selection.mentioned) {
    query = query
      .innerJoin('comment_mentions as mention', 'mention.comment_id', 'comments.id')
      .where('mention.account_id', '=', account.id)
      .where('mention.user_id', '=', actor.id);
  }
  if (after !== null) query = query.where(beyond('comments.created_at', 'comments.id', '<', after));
  return query
    .orderBy('comments.created_at', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(limit + 1)
    .execute();
}

export const selectComment = (
  { account, project, db }: Asker & Pick<Context, 'db'>,
  id: string,
): Promise<CommentRow | undefined> =>
  ofAsker(db, { account, project }).selectAll('comments').where('comments.id', '=', id).executeTakeFirst();

/** Counts at most up to `limit`. */
export async function countComments(
  db: Reader,
  accountId: string,
  limit: number,
  on: Partial<Pick<CommentRow, 'call_id' | 'trace_id' | 'span_id' | 'session_id'>> = {},
): Promise<number> {
  let some = db.selectFrom('comments').select('id').where('account_id', '=', accountId).limit(limit);
  for (const [column, id] of Object.entries(on) as [keyof typeof on, string | null][])
    some = id === null ? some.where(column, 'is', null) : some.where(column, '=', id);
  const { count } = await db
    .selectFrom(some.as('some'))
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const insertComment = (db: Writer, row: Insertable<CommentsTable>): Promise<CommentRow> =>
  db.insertInto('comments').values(row).returningAll().executeTakeFirstOrThrow();

export async function insertMentions(
  db: Writer,
  { id, account_id: accountId }: Pick<CommentRow, 'id' | 'account_id'>,
  userIds: readonly string[],
  /** Who mentions themselves has read it. */
  author: { id: string; now: number },
): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .insertInto('comment_mentions')
    .values(
      userIds.map((userId) => ({
        comment_id: id,
        account_id: accountId,
        user_id: userId,
        read_at: userId === author.id ? author.now : null,
      })),
    )
    .execute();
}

interface Mention {
  commentId: string;
  userId: string;
  isRead: boolean;
  /** Null for someone who left the account. */
  name: string | null;
  email: string | null;
}

/** In the order of the members' addresses. */
export async function selectMentions(
  db: Reader,
  accountId: string,
  commentIds: readonly string[],
): Promise<Map<string, Mention[]>> {
  if (commentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('comment_mentions as mention')
    .leftJoin('memberships as member', (join) =>
      join
        .onRef('member.user_id', '=', 'mention.user_id')
        .onRef('member.account_id', '=', 'mention.account_id'),
    )
    .leftJoin('users', 'users.id', 'member.user_id')
    .select([
      'mention.comment_id as commentId',
      'mention.user_id as userId',
      'mention.read_at as readAt',
      'users.name',
      'users.email',
    ])
    .where('mention.account_id', '=', accountId)
    .where('mention.comment_id', 'in', commentIds)
    .orderBy('users.email')
    .execute();
  const mentions = rows.map((row): Mention => Object.assign(row, { isRead: row.readAt !== null }));
  return Map.groupBy(mentions, ({ commentId }) => commentId);
}

/** Ids of members by their address. */
export async function selectMembersByEmail(
  db: Reader,
  accountId: string,
  emails: readonly string[],
): Promise<Map<string, string>> {
  if (emails.length === 0) return new Map();
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.email'])
    .where('memberships.account_id', '=', accountId)
    .where('users.email', 'in', emails)
    .execute();
  return new Map(rows.map(({ id, email }) => [email, id]));
}

/** How many comments mention the member and are unread. */
export async function countUnread(db: Reader, asker: Asker, userId: string): Promise<number> {
  const { count } = await ofAsker(db, asker)
    .innerJoin('comment_mentions as mention', 'mention.comment_id', 'comments.id')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('mention.account_id', '=', asker.account.id)
    .where('mention.user_id', '=', userId)
    .where('mention.read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const markRead = (
  db: Writer,
  accountId: string,
  { userId, ids, now }: { userId: string; ids: readonly string[]; now: number },
) =>
  db
    .updateTable('comment_mentions')
    .set({ read_at: now })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('comment_id', 'in', ids)
    .where('read_at', 'is', null)
    .execute();

/** Its mentions are deleted with it. */
export const deleteCommentRow = (db: Writer, accountId: string, id: string) =>
  db.deleteFrom('comments').where('account_id', '=', accountId).where('id', '=', id).execute();

export const deleteProjectComments = (db: Writer, accountId: string, projectNumber: number) =>
  db
    .deleteFrom('comments')
    .where('account_id', '=', accountId)
    .where('project_number', '=', projectNumber)
    .execute();

interface Linked {
  column: (typeof LINKS)[Link];
  ids: readonly string[];
  /** Keeps comments on calls, which have their own ids. */
  butCalls?: true;
}

export async function deleteLinkedComments(
  db: Writer,
  accountId: string,
  /** Null for all projects. */
  projectNumber: number | null,
  { column, ids, butCalls }: Linked,
): Promise<void> {
  for (const some of chunks(ids)) {
    let query = db.deleteFrom('comments').where('account_id', '=', accountId).where(column, 'in', some);
    if (projectNumber !== null) query = query.where('project_number', '=', projectNumber);
    if (butCalls) query = query.where('call_id', 'is', null);
    await query.execute();
  }
}

export const selectAccountsWithComments = async (db: Reader): Promise<string[]> =>
  (await db.selectFrom('comments').select('account_id').distinct().execute()).map((row) => row.account_id);

/** Deletes up to `limit` comments from before that time and returns their number. */
export async function deleteCommentsBefore(
  db: Writer,
  accountId: string,
  before: number,
  limit: number,
): Promise<number> {
  const result = await db
    .deleteFrom('comments')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('comments')
        .select('id')
        .where('account_id', '=', accountId)
        .where('created_at', '<=', before)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
