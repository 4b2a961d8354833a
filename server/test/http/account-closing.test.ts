// Closing an account: the owner closes it, it stays for a grace period, and then it is deleted from every
// table.
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { DAY_MS, MINUTE_MS, isoTime } from '#lib/clock';
import { OPERATOR_TOKEN, PASSWORD, openTestApp, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { OTHER_TABLES, OWN_TABLES, SHARED_TABLES } from '../../src/features/account-closing/account-rows.ts';
import { runJobs } from '#test/support/run-jobs';
import type { RecordsReplies } from '#test/support/fake-records';

const START = Date.UTC(2026, 5, 15, 12);

async function opened() {
  const clock = new FakeClock(START);
  const deleteAccount = vi.fn<RecordsReplies['deleteAccount']>().mockResolvedValue(undefined);
  const purgeErased = vi.fn<RecordsReplies['purgeErased']>().mockResolvedValue(undefined);
  const selectUnpricedModels = async () => [];
  const app = await openTestApp({ clock, records: { deleteAccount, purgeErased, selectUnpricedModels } });
  return { app, clock, deleteAccount };
}

/** Tables with their columns, as the engine reports them. */
const schema = async (app: TestApp) => {
  const { metadata } = app.services;
  const found = new Map<string, string[]>();
  for (const table of [...OWN_TABLES, ...OTHER_TABLES, ...SHARED_TABLES]) {
    const rows = await metadata.reader.selectFrom(table).selectAll().limit(0).execute();
    expect(rows).toEqual([]);
  }
  const query =
    metadata.kind === 'sqlite'
      ? sql<{ table: string; column: string }>`select m.name as "table", c.name as "column"
          from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table'`
      : sql<{ table: string; column: string }>`select table_name as "table", column_name as "column"
          from information_schema.columns where table_schema = current_schema()`;
  const { rows } = await metadata.transaction((db) => query.execute(db));
  for (const { table, column } of rows) found.set(table, [...(found.get(table) ?? []), column]);
  return found;
};

describe('what is deleted with an account', () => {
  it('every table of the schema is covered, or contains nothing of an account', async () => {
    const { app } = await opened();
    const tables = await schema(app);
    const known = new Set<string>([...OWN_TABLES, ...OTHER_TABLES, ...SHARED_TABLES]);
    const names = [...tables.keys()].filter((name) => !/^(sqlite_|kysely_)/.test(name));
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    const withAccount = names.filter((name) => tables.get(name)?.includes('account_id'));
    const own = new Set<string>(OWN_TABLES);
    expect(withAccount.filter((name) => !own.has(name))).toEqual([]);
    expect([...own].filter((name) => !tables.get(name)?.includes('account_id'))).toEqual([]);
    expect(withAccount.length).toBeGreaterThan(40);
  });
});

describe('DELETE /v1/account', () => {
  it('200: everything works for seven days, and the owner can cancel the closing', async () => {
    const { app, clock, deleteAccount } = await opened();
    const account = await app.account();
    const owner = await account.member('owner');
    const reply = await owner.call('DELETE', '/v1/account', { password: PASSWORD });
    const deletesAt = isoTime(START + 7 * DAY_MS);
    expect([reply.statusCode, reply.json()]).toEqual([200, { deletesAt }]);
    clock.advance(DAY_MS);
    const overview = async () => (await owner.call('GET', '/v1/account/overview')).json();
    expect(await overview()).toMatchObject({ deletesAt });
    const again = await owner.call('DELETE', '/v1/account', { password: PASSWORD });
    expect(again.json()).toEqual({ deletesAt });
    expect((await account.call('GET', '/v1/projects')).statusCode).toBe(200);
    expect((await owner.call('POST', '/v1/account/restore')).statusCode).toBe(204);
    expect((await owner.call('POST', '/v1/account/restore')).statusCode).toBe(204);
    expect(await overview()).toMatchObject({ deletesAt: null });
    clock.advance(8 * DAY_MS);
    await runJobs(app);
    expect((await account.call('GET', '/v1/projects')).statusCode).toBe(200);
    expect(deleteAccount).not.toHaveBeenCalled();
    const { entries } = (await account.call('GET', '/v1/audit')).json();
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'account.restore' },
      { action: 'account.close', metadata: { deletesAt } },
    ]);
  });

  it('after the grace period nothing of it is left, and everything of another account', async () => {
    const { app, clock, deleteAccount } = await opened();
    const [account, other] = [await app.account(), await app.account()];
    const owner = await account.member('owner');
    const both = await account.member('admin');
    const { metadata } = app.services;
    await metadata.transaction((db) =>
      db
        .insertInto('memberships')
        .values({ account_id: other.id, user_id: both.userId, role: 'member', created_at: START })
        .execute(),
    );
    const furnish = async (of: typeof account) => {
      await of.call('POST', '/v1/projects', { name: 'Second' });
      await of.call('POST', '/v1/prompts', { name: 'p', version: '1', template: 'Hi' });
      await of.call('POST', '/v1/saved-views', { name: 'v', filter: {} });
      await of.call('POST', '/v1/dashboards', { name: 'b', widgets: [] });
      await of.call('POST', '/v1/eval-datasets', { name: 'd', items: [{ inputText: 'Why?' }] });
      await of.call('POST', '/v1/erasures', { userId: 'x' });
      await of.call('POST', '/v1/alerts', {
        name: 'a',
        alertType: 'error_rate',
        thresholdValue: 1,
        windowMinutes: 60,
      });
    };
    await furnish(account);
    await furnish(other);
    await metadata.transaction((db) => db.deleteFrom('jobs').where('name', '=', 'erasure').execute());
    const rowsOf = async (id: string) => {
      const counts: Record<string, number> = {};
      for (const table of OWN_TABLES) {
        const { count } = await metadata.reader
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('account_id', '=', id)
          .executeTakeFirstOrThrow();
        if (count > 0) counts[table] = count;
      }
      return counts;
    };
    const kept = await rowsOf(other.id);
    expect(Object.keys(await rowsOf(account.id)).length).toBeGreaterThan(8);
    const number = (await app.services.accounts.get(account.id))?.number;
    await owner.call('DELETE', '/v1/account', { password: PASSWORD });
    clock.advance(7 * DAY_MS + 1_000);
    await runJobs(app);
    expect(deleteAccount.mock.calls.map(([of]) => of)).toEqual([number]);
    expect(await rowsOf(account.id)).toEqual({});
    const now = await rowsOf(other.id);
    // Membership in the other account still exists.
    expect({ ...now, audit_entries: 0 }).toEqual({ ...kept, audit_entries: 0 });
    const users = await metadata.reader.selectFrom('users').select('id').execute();
    expect(users.map(({ id }) => id)).toEqual([both.userId]);
    expect((await account.call('GET', '/v1/projects')).statusCode).toBe(401);
    expect((await owner.call('GET', '/v1/projects')).statusCode).toBe(401);
    expect((await other.call('GET', '/v1/projects')).statusCode).toBe(200);
    const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    const { entries } = (await app.call('GET', '/operator/audit', undefined, operator)).json();
    expect(entries).toMatchObject([{ action: 'account.delete', targetId: account.id, actorType: 'system' }]);
    expect(JSON.stringify(entries)).not.toContain(owner.email);
    // Runs once more, for writes that were pending.
    clock.advance(16 * MINUTE_MS);
    await runJobs(app);
    expect(deleteAccount).toHaveBeenCalledTimes(2);
  });

  it('403: a wrong password, an admin; 401: a key', async () => {
    const { app } = await opened();
    const account = await app.account();
    const owner = await account.member('owner');
    const wrong = await owner.call('DELETE', '/v1/account', { password: 'not it' });
    expect([wrong.statusCode, wrong.json().reason]).toEqual([403, 'wrong_password']);
    const admin = await account.member('admin');
    expect((await admin.call('DELETE', '/v1/account', { password: PASSWORD })).statusCode).toBe(403);
    expect((await account.call('DELETE', '/v1/account', { password: PASSWORD })).statusCode).toBe(401);
    expect((await admin.call('POST', '/v1/account/restore')).statusCode).toBe(403);
    expect((await owner.call('GET', '/v1/account/overview')).json().deletesAt).toBeNull();
  });
});
