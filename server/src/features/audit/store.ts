import { isoTime } from '#lib/clock';
import type { Page } from '#core/paging';
import type { AuditEntriesTable, Reader } from '#metadata';

interface AuditFilter {
  action?: string | undefined;
  actor?: string | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
}

export const presentEntry = (row: AuditEntriesTable) => ({
  id: row.seq,
  action: row.action,
  actorType: row.actor_type,
  actorId: row.actor_id,
  targetType: row.target_type,
  targetId: row.target_id,
  metadata: JSON.parse(row.metadata) as Record<string, unknown>,
  ip: row.ip,
  createdAt: isoTime(row.created_at),
});

/** Newest first. */
export const selectAuditEntries = (db: Reader, accountId: string, page: Page<number>, filter: AuditFilter) =>
  db
    .selectFrom('audit_entries')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((eb) => {
      const { action, actor, fromMs, toMs } = filter;
      return eb.and([
        ...(action === undefined ? [] : [eb('action', '=', action)]),
        ...(actor === undefined ? [] : [eb('actor_id', '=', actor)]),
        ...(fromMs === undefined ? [] : [eb('created_at', '>=', fromMs)]),
        ...(toMs === undefined ? [] : [eb('created_at', '<', toMs)]),
        ...(page.after === null ? [] : [eb('seq', '<', page.after)]),
      ]);
    })
    .orderBy('seq', 'desc')
    .limit(page.limit + 1)
    .execute();
