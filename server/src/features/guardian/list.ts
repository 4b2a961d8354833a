import type { Context } from '#core/context';
import { cutPage, pageByPosition } from '#core/paging';
import type { Finding, FindingQuery } from './schemas.ts';
import { presentFinding, selectFindings } from './store.ts';

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
