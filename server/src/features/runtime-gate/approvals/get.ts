import { notFound } from '#lib/app-error';
import { SECOND_MS } from '#lib/clock';
import { isId } from '#lib/ids';
import type { Context } from '#core/context';
import { cutPage, pageByPosition } from '#core/paging';
import type { GateApprovalsTable } from '#metadata';
import { isPending, presentApproval } from './present.ts';
import type { Approval, ApprovalsQuery } from './schemas.ts';
import { approvalOwnerOf, countPending, selectApproval, selectApprovals } from './store.ts';
import { waitersOf } from './waiters.ts';

export async function listApprovals(ctx: Context, query: ApprovalsQuery) {
  const page = pageByPosition(query);
  const now = ctx.clock.now();
  const rows = await selectApprovals(ctx.db, approvalOwnerOf(ctx), query.status, page, now);
  const { shown, nextCursor } = cutPage(rows, page, (row) => [row.created_at, row.id]);
  return { approvals: shown.map((row) => presentApproval(row, now)), nextCursor };
}

/** The number of pending approvals that the same caller can list. */
export const countWaitingApprovals = (ctx: Context): Promise<number> =>
  countPending(ctx.db, approvalOwnerOf(ctx), ctx.clock.now());

/**
 * Resolves when the approval is decided or expires, after `wait` seconds, or when the client disconnects,
 * whichever comes first.
 */
export async function getApproval(
  ctx: Context,
  id: string,
  wait: number,
  signal: () => AbortSignal,
): Promise<Approval> {
  const find = async (): Promise<GateApprovalsTable> => {
    const row = isId('approval', id) ? await selectApproval(ctx.db, approvalOwnerOf(ctx), id) : undefined;
    if (!row) throw notFound('Approval');
    return row;
  };
  if (wait === 0) return presentApproval(await find(), ctx.clock.now());
  const { news, done } = waitersOf(ctx).watch(id);
  try {
    const row = await find();
    const now = ctx.clock.now();
    if (!isPending(row, now)) return presentApproval(row, now);
    await firstOf(news, Math.min(wait * SECOND_MS, row.expires_at - now), signal());
    return presentApproval(await find(), ctx.clock.now());
  } finally {
    done();
  }
}

function firstOf(news: Promise<void>, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    void news.then(end);
  });
}
