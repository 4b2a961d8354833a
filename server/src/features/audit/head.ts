import { invalid, notFound } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import { selectHead, type ExportedHead } from '#core/change/audit';
import type { Context } from '#core/context';
import type { AuditHead, AuditVerifyQuery } from './schemas.ts';

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
