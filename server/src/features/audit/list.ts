import type { Reader } from '#metadata';
import { cutPage, pageByNumber } from '#core/paging';
import type { AuditQuery } from './schemas.ts';
import { presentEntry, selectAuditEntries } from './store.ts';

export async function listAudit(db: Reader, accountId: string, query: AuditQuery) {
  const page = pageByNumber(query);
  const rows = await selectAuditEntries(db, accountId, page, {
    action: query.action,
    actor: query.actor,
    fromMs: query.from === undefined ? undefined : Date.parse(query.from),
    toMs: query.to === undefined ? undefined : Date.parse(query.to),
  });
  const { shown, nextCursor } = cutPage(rows, page, (row) => row.seq);
  return { entries: shown.map(presentEntry), nextCursor };
}
