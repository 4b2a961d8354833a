import { isoTime } from '#lib/clock';
import type { AuditEntriesTable, Reader } from '#metadata';

export interface AuditFilter {
  action?: string | undefined;
  actor?: string | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
  beforeId?: number | undefined;
  limit: number;
}

export const present = (row: AuditEntriesTable) => ({
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
export const selectEntries = (db: Reader, accountId: string, filter: AuditFilter) =>
  db
    .selectFrom('audit_entries')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((eb) => {
      const { action, actor, fromMs, toMs, beforeId } = filter;
      return eb.and([
        ...(action === undefined ? [] : [eb('action', '=', action)]),
        ...(actor === undefined ? [] : [eb('actor_id', '=', actor)]),
        ...(fromMs === undefined ? [] : [eb('created_at', '>=', fromMs)]),
        ...(toMs === undefined ? [] : [eb('created_at', '<', toMs)]),
        ...(beforeId === undefined ? [] : [eb('seq', '<', beforeId)]),
      ]);
    })
    .orderBy('seq', 'desc')
    .limit(filter.limit)
    .execute();
