import { hash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#config';
import type { AuditEntriesTable } from '#metadata';
import { Metadata } from '#metadata/open';
import { freshFolder, freshMetadata } from '#test/support/metadata';
import { loadAuditHash } from './audit-key.ts';
import { appendAudit, keyedHash, verifyAudit } from './audit.ts';
import { loadMasterKey } from '#core/secrets/master-key';

let metadata: Metadata;
beforeAll(async () => {
  metadata = await Metadata.open(await freshMetadata(freshFolder()));
});
afterAll(() => metadata.close());

const keyed = keyedHash(Buffer.alloc(32, 7));

const fact = (accountId: string, at = 0) => ({
  accountId,
  action: 'project.create' as const,
  actorType: 'user',
  actorId: 'usr_1',
  targetType: 'project',
  targetId: `prj_${at}`,
  metadata: { name: 'Zürich \u2028 "quoted" 🚀', at },
  ip: at % 2 === 0 ? '::1' : null,
  createdAt: 1_700_000_000_000 + at,
});

const append = (accountId: string, at: number) =>
  metadata.transaction((db) => appendAudit(db, keyed, fact(accountId, at)));

/** An account with its own chain, so that tests that tamper do not affect each other. */
async function chain(length: number): Promise<string> {
  const accountId = `acc_${randomUUID()}`;
  await metadata.transaction(async (db) => {
    for (let at = 0; at < length; at += 1) await appendAudit(db, keyed, fact(accountId, at));
  });
  return accountId;
}

const verify = (accountId: string) => verifyAudit(metadata.reader, keyed, accountId);

describe('an intact chain', () => {
  it('is valid at any length around the page size of the check', async () => {
    const accountId = await chain(1);
    let length = 1;
    for (const wanted of [1, 2, 999, 1_000, 1_001]) {
      await metadata.transaction(async (db) => {
        for (; length < wanted; length += 1) await appendAudit(db, keyed, fact(accountId, length));
      });
      expect(await verify(accountId)).toEqual({ valid: true, entries: wanted, firstInvalidId: null });
    }
  });

  it('has no gap and is valid with concurrent writes', async () => {
    const accountId = await chain(1);
    const others = await Promise.all([1, 2, 3].map(() => chain(1)));
    await Promise.all(
      Array.from({ length: 90 }, (_, at) => append([accountId, ...others][at % 4] ?? accountId, at)),
    );
    const rows = await metadata.reader
      .selectFrom('audit_entries')
      .select('seq')
      .where('account_id', '=', accountId)
      .orderBy('seq')
      .execute();
    expect(rows.map((row) => row.seq)).toEqual(rows.map((_, at) => at + 1));
    for (const id of [accountId, ...others]) expect((await verify(id)).valid).toBe(true);
  });

  it('is valid in checks during concurrent writes', async () => {
    const accountId = await chain(50);
    const writing = Promise.all(Array.from({ length: 40 }, (_, at) => append(accountId, at)));
    for (let round = 0; round < 20; round += 1) expect((await verify(accountId)).valid).toBe(true);
    await writing;
    expect(await verify(accountId)).toEqual({ valid: true, entries: 90, firstInvalidId: null });
  });

  it('contains nothing of a failed transaction', async () => {
    const accountId = await chain(3);
    const failing = metadata.transaction(async (db) => {
      await appendAudit(db, keyed, fact(accountId, 9));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await verify(accountId)).toEqual({ valid: true, entries: 3, firstInvalidId: null });
    await append(accountId, 4);
    expect(await verify(accountId)).toEqual({ valid: true, entries: 4, firstInvalidId: null });
  });
});

describe('tampering', () => {
  const columns: Partial<AuditEntriesTable> = {
    action: 'project.delete',
    actor_type: 'system',
    actor_id: 'usr_2',
    target_type: 'user',
    target_id: 'prj_x',
    metadata: '{}',
    ip: '10.0.0.1',
    created_at: 1,
    previous_hash: 'x',
    hash: 'x',
  };

  for (const [column, value] of Object.entries(columns)) {
    it(`is detected in the column ${column}`, async () => {
      const accountId = await chain(6);
      await metadata.transaction((db) =>
        db
          .updateTable('audit_entries')
          .set({ [column]: value })
          .where('account_id', '=', accountId)
          .where('seq', '=', 4)
          .execute(),
      );
      expect(await verify(accountId)).toEqual({ valid: false, entries: 6, firstInvalidId: 4 });
    });
  }

  const remove = (accountId: string, ...seqs: number[]) =>
    metadata.transaction((db) =>
      db.deleteFrom('audit_entries').where('account_id', '=', accountId).where('seq', 'in', seqs).execute(),
    );
  const renumber = (accountId: string, from: number, to: number) =>
    metadata.transaction((db) =>
      db
        .updateTable('audit_entries')
        .set({ seq: to })
        .where('account_id', '=', accountId)
        .where('seq', '=', from)
        .execute(),
    );

  it('is detected if an entry is deleted at the beginning, in the middle or at the end', async () => {
    for (const [seqs, first] of [
      [[1], 1],
      [[3], 3],
      [[6], 6],
      [[5, 6], 5],
      [[1, 2, 3, 4, 5, 6], 1],
    ] as const) {
      const accountId = await chain(6);
      await remove(accountId, ...seqs);
      expect(await verify(accountId)).toEqual({ valid: false, entries: 6, firstInvalidId: first });
    }
  });

  it('is detected if an entry is replaced by another one with a correct hash', async () => {
    const accountId = await chain(4);
    const ofAccount = metadata.reader
      .selectFrom('audit_entries')
      .selectAll()
      .where('account_id', '=', accountId);
    const [, second, , fourth] = await ofAccount.orderBy('seq').execute();
    await remove(accountId, 3, 4);
    await metadata.transaction(async (db) => {
      const head = db.updateTable('audit_heads').where('account_id', '=', accountId);
      await head.set({ seq: 2, hash: second!.hash }).execute();
      await appendAudit(db, keyed, { ...fact(accountId, 2), actorId: 'usr_2' });
      await db.insertInto('audit_entries').values(fourth!).execute();
      await head.set({ seq: 4, hash: fourth!.hash }).execute();
    });
    expect(await verify(accountId)).toEqual({ valid: false, entries: 4, firstInvalidId: 4 });
  });

  it('is detected if a gap is closed by renumbering', async () => {
    const accountId = await chain(4);
    await remove(accountId, 2);
    await renumber(accountId, 3, 2);
    await renumber(accountId, 4, 3);
    expect(await verify(accountId)).toEqual({ valid: false, entries: 4, firstInvalidId: 2 });
  });

  it('is detected if two entries are swapped', async () => {
    const accountId = await chain(6);
    await renumber(accountId, 2, 100);
    await renumber(accountId, 3, 2);
    await renumber(accountId, 100, 3);
    expect(await verify(accountId)).toMatchObject({ valid: false, firstInvalidId: 2 });
  });

  it('is detected if the head is set back to an earlier entry', async () => {
    const accountId = await chain(6);
    const kept = await metadata.reader
      .selectFrom('audit_entries')
      .select(['seq', 'hash'])
      .where('account_id', '=', accountId)
      .where('seq', '=', 4)
      .executeTakeFirstOrThrow();
    await metadata.transaction((db) =>
      db.updateTable('audit_heads').set(kept).where('account_id', '=', accountId).execute(),
    );
    // The check finds the entries after the head. If they were deleted too, only an exported head could
    // reveal it.
    expect(await verify(accountId)).toEqual({ valid: false, entries: 4, firstInvalidId: 5 });
  });

  it('is detected if the head is changed or deleted', async () => {
    const changed = await chain(3);
    await metadata.transaction((db) =>
      db.updateTable('audit_heads').set({ hash: 'x' }).where('account_id', '=', changed).execute(),
    );
    expect(await verify(changed)).toEqual({ valid: false, entries: 3, firstInvalidId: 3 });
    const gone = await chain(3);
    await metadata.transaction((db) => db.deleteFrom('audit_heads').where('account_id', '=', gone).execute());
    expect(await verify(gone)).toEqual({ valid: false, entries: 0, firstInvalidId: 1 });
  });

  it('is detected if an entry is copied from another account', async () => {
    const [mine, other] = [await chain(3), await chain(3)];
    await remove(mine, 3);
    await metadata.transaction((db) =>
      db
        .updateTable('audit_entries')
        .set({ account_id: mine })
        .where('account_id', '=', other)
        .where('seq', '=', 3)
        .execute(),
    );
    expect(await verify(mine)).toEqual({ valid: false, entries: 3, firstInvalidId: 3 });
  });
});

describe('the key of the hashes', () => {
  it('is needed to compute them: a chain rewritten with unkeyed hashes or another key is not valid', async () => {
    const accountId = await chain(5);
    const rows = await metadata.reader
      .selectFrom('audit_entries')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('seq')
      .execute();
    for (const other of [(text: string) => hash('sha256', text, 'hex'), keyedHash(Buffer.alloc(32, 8))]) {
      await metadata.transaction(async (db) => {
        await db.deleteFrom('audit_entries').where('account_id', '=', accountId).execute();
        await db.deleteFrom('audit_heads').where('account_id', '=', accountId).execute();
        for (const row of rows)
          await appendAudit(db, other, { ...fact(accountId, row.seq), actorId: 'usr_innocent' });
      });
      expect(await verifyAudit(metadata.reader, other, accountId)).toMatchObject({ valid: true });
      expect(await verify(accountId)).toEqual({ valid: false, entries: 5, firstInvalidId: 1 });
    }
  });

  it('an exported head reveals a truncated chain whose head was set back', async () => {
    const accountId = await chain(6);
    const hashAt = async (seq: number) =>
      (
        await metadata.reader
          .selectFrom('audit_entries')
          .select('hash')
          .where('account_id', '=', accountId)
          .where('seq', '=', seq)
          .executeTakeFirstOrThrow()
      ).hash;
    const exported = { entries: 5, hash: await hashAt(5) };
    const check = (head: typeof exported) => verifyAudit(metadata.reader, keyed, accountId, head);
    expect(await check(exported)).toEqual({ valid: true, entries: 6, firstInvalidId: null });
    expect(await check({ entries: 5, hash: 'x' })).toEqual({ valid: false, entries: 6, firstInvalidId: 5 });
    const left = { seq: 3, hash: await hashAt(3) };
    await metadata.transaction(async (db) => {
      await db.deleteFrom('audit_entries').where('account_id', '=', accountId).where('seq', '>', 3).execute();
      await db.updateTable('audit_heads').set(left).where('account_id', '=', accountId).execute();
    });
    expect(await verify(accountId)).toEqual({ valid: true, entries: 3, firstInvalidId: null });
    expect(await check(exported)).toEqual({ valid: false, entries: 3, firstInvalidId: 4 });
  });
});

describe('the key', () => {
  const plain = (text: string) => hash('sha256', text, 'hex');
  const masterKey = Buffer.alloc(32, 3);

  async function newStore() {
    const folder = freshFolder();
    const store = await Metadata.open(await freshMetadata(folder));
    onTestFinished(() => store.close());
    await loadMasterKey({ ...readConfig({ TRACEWELL_DATA_DIR: folder }), masterKey }, store);
    return store;
  }

  it('is made once, also by processes that start at once', async () => {
    const store = await newStore();
    const [first = plain, ...others] = await Promise.all(
      [1, 2, 3].map(() => loadAuditHash(store, masterKey)),
    );
    await store.transaction((db) => appendAudit(db, first, fact('acc_1', 0)));
    for (const hashEntry of [...others, await loadAuditHash(store, masterKey)])
      expect((await verifyAudit(store.reader, hashEntry, 'acc_1')).valid).toBe(true);
    expect((await verifyAudit(store.reader, plain, 'acc_1')).valid).toBe(false);
  });

  it('is not made up for by an unkeyed chain: if it is deleted, such a chain is not valid', async () => {
    const store = await newStore();
    await loadAuditHash(store, masterKey);
    await store.transaction(async (db) => {
      await db.deleteFrom('settings').where('name', '=', 'audit_key').execute();
      for (let at = 0; at < 3; at += 1) await appendAudit(db, plain, fact('acc_1', at));
    });
    const hashEntry = await loadAuditHash(store, masterKey);
    expect(await verifyAudit(store.reader, hashEntry, 'acc_1')).toEqual({
      valid: false,
      entries: 3,
      firstInvalidId: 1,
    });
  });
});
