// The only way to change metadata on a caller's behalf: a transaction that cannot commit without its audit
// entry. Verbs get a writer nowhere else, so an entry cannot be forgotten.
import type { Writer } from '#metadata';
import type { Actor } from '#core/access/actor';
import { appendAudit, type AuditAction } from './audit.ts';
import { noteChange, type NotedChange, type Topic } from './change-feed.ts';
import type { AdminContext, InAccount, Origin, Services } from '#core/context';
import { enqueue } from '#core/jobs/job-queue';
import type { Enqueue } from '#core/jobs/job';

interface Target {
  type: string;
  id: string;
}

interface Entry {
  target: Target;
  metadata?: Record<string, unknown>;
}

/** A second change in the same transaction, with its own entry. */
interface FurtherEntry extends Entry {
  action: AuditAction;
  actor: Pick<Actor, 'type' | 'id'>;
}

/** The result and the target. `target: null` means that nothing had to be changed, and writes no entry. */
export interface Done<T> {
  result: T;
  target: Target | null;
  metadata?: Record<string, unknown>;
  also?: readonly FurtherEntry[];
}

export interface Tx {
  db: Writer;
  /** Invalidates cached copies in every process after the commit. */
  invalidate: (topic: Topic, key: string) => Promise<void>;
  enqueue: (order: Enqueue) => Promise<void>;
}

export interface ChangeBy {
  accountId: string;
  actor: Pick<Actor, 'type' | 'id'>;
  origin: Pick<Origin, 'ip' | 'auditActions'> | null;
}

export async function changeAs<T>(
  services: Pick<Services, 'metadata' | 'clock' | 'feed' | 'auditHash'>,
  by: ChangeBy,
  action: AuditAction,
  work: (tx: Tx) => Promise<Done<T>>,
): Promise<T> {
  const { metadata, clock, feed, auditHash } = services;
  const hashEntry = await auditHash();
  let noted: NotedChange[] = [];
  const result = await metadata.transaction(async (db) => {
    noted = [];
    const done = await work({
      db,
      invalidate: async (topic, key) => {
        noted.push({ topic, key });
        await noteChange(db, clock, { topic, key });
      },
      enqueue: async (order) => {
        await enqueue(db, clock, order);
      },
    });
    const { target, metadata = {}, also = [] } = done;
    const entries = target ? [{ action, actor: by.actor, target, metadata }, ...also] : [];
    for (const entry of entries) {
      await appendAudit(db, hashEntry, {
        accountId: by.accountId,
        action: entry.action,
        actorType: entry.actor.type,
        actorId: entry.actor.id,
        targetType: entry.target.type,
        targetId: entry.target.id,
        metadata: entry.metadata ?? {},
        ip: by.origin?.ip ?? null,
        createdAt: clock.now(),
      });
    }
    return done.result;
  });
  feed.announce(noted);
  by.origin?.auditActions.push(action);
  return result;
}

export const change = <T>(
  ctx: AdminContext & Pick<InAccount, 'account'>,
  action: AuditAction,
  work: (tx: Tx) => Promise<Done<T>>,
): Promise<T> =>
  changeAs(ctx, { accountId: ctx.account.id, actor: ctx.actor, origin: ctx.origin }, action, work);
