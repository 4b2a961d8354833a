import { invalid, notFound } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import type { Reader } from '#metadata';
import { cutPage, pageByNumber } from '#core/paging';
import { selectHead, type ExportedHead } from '#core/change/audit';
import type { Context } from '#core/context';
import type { AuditQuery, AuditHead, AuditVerifyQuery } from './schemas.ts';
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

export async function auditHead({ db, account, clock }: Context): Promise<AuditHead> {
  const head = await selectHead(db, account.id);
  if (!head) throw notFound('Audit chain');
  return { accountId: account.id, entries: head.seq, hash: head.hash, takenAt: isoTime(clock.now()) };
}

export function exportedHead({ entries, hash }: AuditVerifyQuery): ExportedHead | undefined {
  if (entries === undefined && hash === undefined) return undefined;
  if (entries === undefined) throw invalid('entries', 'is required with hash');
  if (hash === undefined) throw invalid('hash', 'is required with entries');
  return { entries, hash };
}
