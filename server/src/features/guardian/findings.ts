import { notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import type { Context } from '#core/context';
import { cutPage, pageByPosition } from '#core/paging';
import { change } from '#core/change/change';
import type { Finding, FindingQuery, FindingChange } from './schemas.ts';
import { presentFinding, selectFindings, selectFinding, lockFinding, updateStatus } from './store.ts';

export async function listFindings(
  ctx: Context,
  { status, kind, severity, ...asked }: FindingQuery,
): Promise<{ findings: Finding[]; nextCursor: string | null }> {
  const page = pageByPosition(asked);
  const filter = { status, kind, severity };
  const rows = await selectFindings(ctx.db, ctx.account.id, ctx.project?.id ?? null, filter, page);
  const { shown, nextCursor } = cutPage(rows, page, (row) => [row.last_seen_at, row.id]);
  return { findings: shown.map(presentFinding), nextCursor };
}

export async function showFinding({ db, account, project }: Context, id: string): Promise<Finding> {
  const row = isId('finding', id) ? await selectFinding(db, account.id, project?.id ?? null, id) : null;
  if (!row) throw notFound('Finding');
  return presentFinding(row);
}

/** Any status may follow any other. */
export const changeStatus = (ctx: Context, id: string, { status }: FindingChange): Promise<Finding> =>
  change(ctx, 'guardian_finding.update', async ({ db }) => {
    const { account, project, clock } = ctx;
    const row = isId('finding', id) ? await lockFinding(db, account.id, project?.id ?? null, id) : null;
    if (!row) throw notFound('Finding');
    if (row.status === status) return { result: presentFinding(row), target: null };
    const changed = await updateStatus(db, account.id, id, status, clock.now());
    return {
      result: presentFinding(changed),
      target: { type: 'guardian_finding', id },
      metadata: { kind: row.kind, title: row.title, from: row.status, to: status },
    };
  });
