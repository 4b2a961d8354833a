import { chunks } from '#lib/chunks';
import { boundTo } from '#core/access/actor';
import type { Context } from '#core/context';
import { beyond, type Page, type Position } from '#core/paging';
import type { GateApprovalsTable, Reader, Writer } from '#metadata';
import type { ApprovalStatus } from './schemas.ts';

/** The approvals of the account, or of one project if the key is bound to it. */
interface Owner {
  accountId: string;
  /** Null means the whole account. */
  projectId: string | null;
}

export const approvalOwnerOf = ({ account, actor }: Pick<Context, 'account' | 'actor'>): Owner => ({
  accountId: account.id,
  projectId: boundTo(actor),
});

const approvalsOf = (db: Reader, { accountId, projectId }: Owner) =>
  db
    .selectFrom('gate_approvals')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId ?? ''));

/** Newest first. An approval expires by time, whether or not its row was swept. */
export function selectApprovals(
  db: Reader,
  owner: Owner,
  status: ApprovalStatus | undefined,
  { after, limit }: Page<Position>,
  now: number,
): Promise<GateApprovalsTable[]> {
  let query = approvalsOf(db, owner);
  if (status === 'pending') query = query.where('status', '=', 'pending').where('expires_at', '>', now);
  else if (status === 'expired')
    query = query.where((eb) =>
      eb.or([
        eb('status', '=', 'expired'),
        eb.and([eb('status', '=', 'pending'), eb('expires_at', '<=', now)]),
      ]),
    );
  else if (status !== undefined) query = query.where('status', '=', status);
  if (after) query = query.where(beyond('created_at', 'id', '<', after));
  return query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export const selectApproval = (
  db: Reader,
  owner: Owner,
  id: string,
): Promise<GateApprovalsTable | undefined> => approvalsOf(db, owner).where('id', '=', id).executeTakeFirst();

/** Frees the step of an expired approval, so that it can be requested again. */
export const closeExpired = (db: Writer, openKey: string, now: number) =>
  db
    .updateTable('gate_approvals')
    .set({ status: 'expired', open_key: null })
    .where('open_key', '=', openKey)
    .where('expires_at', '<=', now)
    .execute();

export async function countPending(
  db: Reader,
  { accountId, projectId }: Owner,
  now: number,
): Promise<number> {
  const row = await db
    .selectFrom('gate_approvals')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId ?? ''))
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return row.count;
}

export const selectOpen = (db: Reader, openKey: string, now: number) =>
  db
    .selectFrom('gate_approvals')
    .select(['id'])
    .where('open_key', '=', openKey)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** False if the same approval is already open. */
export async function insertApproval(db: Writer, row: GateApprovalsTable): Promise<boolean> {
  const made = await db
    .insertInto('gate_approvals')
    .values(row)
    .onConflict((conflict) => conflict.column('open_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}

/** If two decisions are made at the same time, one succeeds. */
export const updateDecision = (
  db: Writer,
  { accountId, projectId }: Owner,
  id: string,
  decision: Pick<GateApprovalsTable, 'status' | 'decided_at' | 'decided_by' | 'comment'>,
  now: number,
): Promise<GateApprovalsTable | undefined> =>
  db
    .updateTable('gate_approvals')
    .set({ ...decision, open_key: null })
    .where('account_id', '=', accountId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId ?? ''))
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();

/** If an approval is used twice at the same time, one use succeeds. */
export async function markUsed(db: Writer, accountId: string, id: string, now: number): Promise<boolean> {
  const row = await db
    .updateTable('gate_approvals')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'approved')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export const expireApprovals = (db: Writer, now: number) =>
  db
    .updateTable('gate_approvals')
    .set({ status: 'expired', open_key: null })
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now)
    .execute();

export const forgetApprovals = (db: Writer, before: number) =>
  db.deleteFrom('gate_approvals').where('status', '<>', 'pending').where('expires_at', '<', before).execute();

/** Approvals requested in these traces or in this session. */
export async function eraseApprovals(
  db: Writer,
  { accountId, projectId }: Owner,
  { traceIds, sessionId }: { traceIds: readonly string[]; sessionId: string | null },
): Promise<void> {
  const own = () =>
    db
      .deleteFrom('gate_approvals')
      .where('account_id', '=', accountId)
      .$if(projectId !== null, (query) => query.where('project_id', '=', projectId ?? ''));
  for (const ids of chunks(traceIds)) await own().where('trace_id', 'in', ids).execute();
  if (sessionId !== null) await own().where('session_id', '=', sessionId).execute();
}
