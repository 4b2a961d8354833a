// The mechanism itself: what it reports, what it leaves alone, and that no table is left out.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { OTHER_TABLES, OWN_TABLES } from '../../src/features/account-closing/account-rows.ts';
import { openTestApp, type TestApp } from './app.ts';
import { checkTestsToo, isCopied, touchedNeighbours, WITHOUT_NEIGHBOUR } from './neighbour.ts';

async function furnished() {
  checkTestsToo();
  const app = await openTestApp();
  const account = await app.account();
  await account.call('POST', '/v1/scores', { scores: [{ id: 'a', name: 'n', value: 1, callId: 'c' }] });
  const dataset = (
    await account.call('POST', '/v1/eval-datasets', { name: 'd', items: [{ inputText: 'Why?' }] })
  ).json();
  return { app, account, dataset };
}

const change = (app: TestApp, statement: ReturnType<typeof sql>) =>
  app.services.metadata.transaction((db) => statement.execute(db));

const count = async (app: TestApp, table: 'scores' | 'eval_dataset_items') => {
  const { rows } = await app.services.metadata.transaction((db) =>
    sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db),
  );
  return Number(rows[0]?.count);
};

it('a statement that forgets the account is reported with its table, its text and the row', async () => {
  const { app } = await furnished();
  await change(app, sql`update scores set name = 'other' where call_id = 'c'`);
  const [said, ...rest] = touchedNeighbours();
  expect(rest).toEqual([]);
  expect(said).toMatch(/^scores: .*\n {2}update scores set name .*\n {2}\{.*"call_id":"c"/);
  await change(app, sql`delete from scores where created_at > 0`);
  expect(touchedNeighbours()).toHaveLength(1);
  expect(await count(app, 'scores')).toBe(0);
});

it('a table without the account in its rows is held by that of its parent', async () => {
  const { app, account } = await furnished();
  const forgot = sql`delete from eval_dataset_items where position >= 0 and dataset_id in (select id from eval_datasets where name = 'd')`;
  const scoped = sql`update eval_dataset_items set position = 0 where dataset_id in
    (select id from eval_datasets where account_id = ${account.id})`;
  await change(app, scoped);
  expect(touchedNeighbours()).toEqual([]);
  expect(await count(app, 'eval_dataset_items')).toBe(1);
  await change(app, forgot);
  expect(touchedNeighbours()).toEqual([expect.stringContaining('eval_dataset_items: ')]);
});

it('a statement about one account, or about an object that the service numbered, passes', async () => {
  const { app, account, dataset } = await furnished();
  await change(app, sql`update scores set name = 'mine' where account_id = ${account.id}`);
  await change(app, sql`delete from eval_datasets where id = ${dataset.id}`);
  expect(touchedNeighbours()).toEqual([]);
  expect([await count(app, 'scores'), await count(app, 'eval_dataset_items')]).toEqual([1, 0]);
});

it('every table with rows of accounts is copied, or has a reason', () => {
  const tables: string[] = [...OWN_TABLES, ...OTHER_TABLES];
  expect(tables.filter((table) => isCopied(table) === table in WITHOUT_NEIGHBOUR)).toEqual([]);
});
