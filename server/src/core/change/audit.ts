// The audit chain of an account: numbered without gaps, each entry hashed together with the previous hash.
// Changing, removing or inserting an entry breaks all following hashes, and the head reveals a truncated end.
// The hashes are keyed (audit-key.ts), so write access to the store is not enough to forge them.
import { createHmac, hash } from 'node:crypto';
import type { Reader, Writer } from '#metadata';

export type AuditAction = `${string}.${string}`;

interface AuditFact {
  accountId: string;
  action: AuditAction;
  actorType: string;
  actorId: string;
  targetType: string;
  targetId: string;
  metadata: Record<string, unknown>;
  ip: string | null;
  createdAt: number;
}

/** The chain for accounts that no longer exist. No account has such an id. */
export const OPERATOR_CHAIN = 'operator';

const GENESIS = hash('sha256', 'tracewell audit chain', 'hex');
const VERIFY_PAGE = 1_000;

interface ChainedRow {
  account_id: string;
  seq: number;
  action: string;
  actor_type: string;
  actor_id: string;
  target_type: string;
  target_id: string;
  metadata: string;
  ip: string | null;
  created_at: number;
  previous_hash: string;
}

const textOf = (row: ChainedRow): string =>
  JSON.stringify([
    row.previous_hash,
    row.account_id,
    row.seq,
    row.action,
    row.actor_type,
    row.actor_id,
    row.target_type,
    row.target_id,
    row.metadata,
    row.ip,
    row.created_at,
  ]);

export type HashEntry = (text: string) => string;

export const keyedHash =
  (key: Buffer): HashEntry =>
  (text) =>
    createHmac('sha256', key).update(text).digest('hex');

export async function appendAudit(db: Writer, hashEntry: HashEntry, fact: AuditFact): Promise<void> {
  // The update without effect locks the head row, so that entries of one account queue up.
  const head = await db
    .insertInto('audit_heads')
    .values({ account_id: fact.accountId, seq: 0, hash: GENESIS })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet((eb) => ({ seq: eb.ref('audit_heads.seq') })),
    )
    .returning(['seq', 'hash'])
    .executeTakeFirstOrThrow();
  const row: ChainedRow = {
    account_id: fact.accountId,
    seq: head.seq + 1,
    action: fact.action,
    actor_type: fact.actorType,
    actor_id: fact.actorId,
    target_type: fact.targetType,
    target_id: fact.targetId,
    metadata: JSON.stringify(fact.metadata),
    ip: fact.ip,
    created_at: fact.createdAt,
    previous_hash: head.hash,
  };
  const entryHash = hashEntry(textOf(row));
  await db
    .insertInto('audit_entries')
    .values({ ...row, hash: entryHash })
    .execute();
  await db
    .updateTable('audit_heads')
    .set({ seq: row.seq, hash: entryHash })
    .where('account_id', '=', fact.accountId)
    .execute();
}

interface ChainCheck {
  valid: boolean;
  entries: number;
  firstInvalidId: number | null;
}

/** A head that was exported earlier. The chain must still contain it. */
export interface ExportedHead {
  entries: number;
  hash: string;
}

export async function verifyAudit(
  db: Reader,
  hashEntry: HashEntry,
  accountId: string,
  exported?: ExportedHead,
): Promise<ChainCheck> {
  const check = await verifyChain(db, hashEntry, accountId);
  if (!check.valid || exported === undefined) return check;
  const entry = await db
    .selectFrom('audit_entries')
    .select('hash')
    .where('account_id', '=', accountId)
    .where('seq', '=', exported.entries)
    .executeTakeFirst();
  if (entry?.hash === exported.hash) return check;
  return { ...check, valid: false, firstInvalidId: Math.min(exported.entries, check.entries + 1) };
}

async function verifyChain(db: Reader, hashEntry: HashEntry, accountId: string): Promise<ChainCheck> {
  const head = await selectHead(db, accountId);
  // Every account starts with an entry, so an account without a head has lost its chain.
  if (!head) return { valid: false, entries: 0, firstInvalidId: 1 };
  // Entries that were added meanwhile come after the head. The next check covers them.
  const last = head.seq;
  let previousHash = GENESIS;
  let entries = 0;
  for (;;) {
    const rows = await db
      .selectFrom('audit_entries')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('seq', '>', entries)
      .where('seq', '<=', last)
      .orderBy('seq')
      .limit(VERIFY_PAGE)
      .execute();
    for (const row of rows) {
      const fits =
        row.seq === entries + 1 && row.previous_hash === previousHash && row.hash === hashEntry(textOf(row));
      if (!fits) return { valid: false, entries: last, firstInvalidId: entries + 1 };
      entries += 1;
      previousHash = row.hash;
    }
    if (rows.length < VERIFY_PAGE) break;
  }
  const whole = entries === last && previousHash === head.hash;
  if (!whole) return { valid: false, entries: last, firstInvalidId: Math.min(entries + 1, last) };
  const beyond = await firstBeyondHead(db, accountId);
  return { valid: beyond === null, entries: last, firstInvalidId: beyond };
}

export const selectHead = (db: Reader, accountId: string) =>
  db.selectFrom('audit_heads').select(['seq', 'hash']).where('account_id', '=', accountId).executeTakeFirst();

/** An entry and its head are committed together, so no entry is beyond a head that is read after it. */
async function firstBeyondHead(db: Reader, accountId: string): Promise<number | null> {
  const newest = await db
    .selectFrom('audit_entries')
    .select('seq')
    .where('account_id', '=', accountId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const head = await selectHead(db, accountId);
  const headSeq = head?.seq ?? 0;
  return newest && newest.seq > headSeq ? headSeq + 1 : null;
}
