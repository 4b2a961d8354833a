// An attacker who can write to the metadata store wants to rewrite the audit log.
import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { openTestApp } from '#test/support/app';

it('a chain that was recomputed without the key, or truncated, fails the check', async () => {
  const app = await openTestApp();
  const account = await app.account();
  const verify = async (query = '') => (await account.call('GET', `/v1/audit/verify${query}`)).json();
  for (const name of ['one', 'two', 'three']) await account.call('POST', '/v1/projects', { name });
  const head = (await account.call('GET', '/v1/audit/head')).json();
  const copy = `?entries=${head.entries}&hash=${head.hash}`;
  expect(head).toMatchObject({ accountId: account.id, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await verify(copy)).toEqual({ valid: true, entries: head.entries, firstInvalidId: null });
  const rows = await app.services.metadata.reader
    .selectFrom('audit_entries')
    .selectAll()
    .where('account_id', '=', account.id)
    .orderBy('seq')
    .execute();

  // Recomputes all hashes the way anyone without the key could.
  await app.services.metadata.transaction(async (db) => {
    let previous = hash('sha256', 'tracewell audit chain', 'hex');
    for (const row of rows) {
      const changed = { ...row, previous_hash: previous, actor_id: 'key_innocent' };
      const { account_id: id, seq, action, actor_type: type, actor_id: actor, metadata, ip } = changed;
      const { target_type: targetType, target_id: target, created_at: at } = changed;
      const text = JSON.stringify([
        previous,
        id,
        seq,
        action,
        type,
        actor,
        targetType,
        target,
        metadata,
        ip,
        at,
      ]);
      previous = hash('sha256', text, 'hex');
      await db
        .updateTable('audit_entries')
        .set({ ...changed, hash: previous })
        .where('account_id', '=', account.id)
        .where('seq', '=', seq)
        .execute();
    }
    await db
      .updateTable('audit_heads')
      .set({ hash: previous })
      .where('account_id', '=', account.id)
      .execute();
  });
  expect(await verify()).toEqual({ valid: false, entries: head.entries, firstInvalidId: 1 });

  // All entries except the last two, with a matching head.
  const kept = rows.slice(0, -2);
  await app.services.metadata.transaction(async (db) => {
    await db.deleteFrom('audit_entries').where('account_id', '=', account.id).execute();
    await db.insertInto('audit_entries').values(kept).execute();
    const last = kept.at(-1);
    await db
      .updateTable('audit_heads')
      .set({ seq: kept.length, hash: last?.hash ?? '' })
      .where('account_id', '=', account.id)
      .execute();
  });
  expect((await verify()).valid).toBe(true);
  expect(await verify(copy)).toEqual({ valid: false, entries: kept.length, firstInvalidId: kept.length + 1 });
});

it('400: half of a head', async () => {
  const account = await (await openTestApp()).account();
  for (const [query, path] of [
    ['entries=1', 'hash'],
    ['hash=x', 'entries'],
  ]) {
    const reply = await account.call('GET', `/v1/audit/verify?${query}`);
    expect([reply.statusCode, reply.json().details[0].path]).toEqual([400, path]);
  }
});
