// Grants and withdraws consents, by a member of the account or by the operator.
import { HOUR_MS, isoTime, type Clock } from '#lib/clock';
import type { AccountRef } from '#content';
import { CONSENT_KINDS, loadConsents, type Consents } from '#core/access/accounts';
import type { AuditAction } from '#core/change/audit';
import { changeAs, type ChangeBy, type Tx } from '#core/change/change';
import type { Services } from '#core/context';
import { contentDeletion, contentDeletionKey } from './content-deletion.job.ts';
import { callOffDeletion, deletePendingContent } from './finish-deletion.ts';
import { lockAccount } from '#core/lock-account';
import { selectPendingJob, upsertConsent, type JobClaim } from './store.ts';

const DELETED_WITHIN_MS = HOUR_MS;

/** Changes the consents in `wanted` that differ, and returns all consents. */
export async function setConsents(
  services: Services,
  by: Omit<ChangeBy, 'accountId'>,
  account: AccountRef,
  wanted: Partial<Consents>,
  action: AuditAction,
): Promise<Consents> {
  const claim = wanted.plaintextStorage ? await deletePendingContent(services, account) : null;
  const changeBy = { accountId: account.id, actor: by.actor, origin: by.origin };
  return changeAs(services, changeBy, action, async (tx) => {
    const { before, changed } = await changeConsents(tx, services.clock, {
      accountId: account.id,
      changedBy: by.actor.id,
      wanted,
      claim,
    });
    if (Object.keys(changed).length === 0) return { result: before, target: null };
    return {
      result: { ...before, ...changed },
      target: { type: 'account', id: account.id },
      metadata: changed,
    };
  });
}

interface ConsentChange {
  accountId: string;
  changedBy: string;
  wanted: Partial<Consents>;
  /** The deletion of older content that the caller has carried out; see finish-deletion.ts. */
  claim?: JobClaim | null;
}

/** Call in a transaction, which writes the audit entry if something changed. */
export async function changeConsents(
  { db, invalidate, enqueue }: Tx,
  clock: Clock,
  { accountId, changedBy, wanted, claim = null }: ConsentChange,
): Promise<{ before: Consents; changed: Partial<Consents> }> {
  const now = clock.now();
  await lockAccount(db, accountId);
  const before = await loadConsents(db, accountId);
  const changed: Partial<Consents> = {};
  for (const kind of CONSENT_KINDS) {
    const granted = wanted[kind];
    if (granted === undefined || granted === before[kind]) continue;
    changed[kind] = granted;
    await upsertConsent(db, { accountId, kind, granted, changedAt: now, changedBy });
  }
  if (changed.plaintextStorage === true) await callOffDeletion(db, accountId, claim);
  if (changed.plaintextStorage === false) await enqueue(contentDeletion(accountId, now));
  if (Object.keys(changed).length > 0) await invalidate('accounts', accountId);
  return { before, changed };
}

/** The latest time by which all stored content is deleted after plaintext storage was withdrawn. */
export async function contentDeletedBy(services: Services, accountId: string): Promise<string> {
  const pending = await selectPendingJob(services.metadata.reader, contentDeletionKey(accountId));
  return isoTime(pending ? pending.createdAt + DELETED_WITHIN_MS : services.clock.now());
}
