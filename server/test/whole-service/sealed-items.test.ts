// Texts of dataset items are sealed in the store, including those of earlier versions, and can be opened
// after a change of the master key.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ContentKeys, rotateMaster } from '#content';
import { OPERATOR_TOKEN, openTestApp, type TestApp } from '#test/support/app';
import { datasetPlace, openItemTexts } from '../../src/features/eval-datasets/item-texts.ts';

const WORD = 'kanarienvogel';

const rowsOf = async ({ services }: TestApp, datasetId: number) =>
  services.metadata.reader
    .selectFrom('eval_dataset_items')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .orderBy('position')
    .execute();

/** True if a file of the metadata store contains the word; null if the store is not a file. */
function onDisk({ config }: TestApp): boolean | null {
  if (config.metadata.kind !== 'sqlite') return null;
  const { path } = config.metadata;
  return [path, `${path}-wal`].some((file) => existsSync(file) && readFileSync(file).includes(WORD));
}

it('items are stored sealed, and returned unchanged', async () => {
  const app = await openTestApp();
  const account = await app.account();
  const items = [{ inputText: `Where is the ${WORD}?`, expectedOutput: `The ${WORD} flew.` }];
  const made = (await account.call('POST', '/v1/eval-datasets', { name: 'Birds', items })).json();
  const url = `/v1/eval-datasets/${made.id}`;
  expect((await account.call('GET', url)).json().items).toMatchObject(items);
  const [row] = await rowsOf(app, made.id);
  expect(row).toMatchObject({ sealed: 1, expected_output: null });
  expect(onDisk(app)).not.toBe(true);
  // The same items are not a change, although they are sealed again each time.
  expect((await account.call('PATCH', url, { items })).json().version).toBe(1);
  // Bound to its place: after a move to another item it cannot be opened.
  await app.services.metadata.transaction((db) =>
    db.updateTable('eval_dataset_items').set({ id: 2 }).where('dataset_id', '=', made.id).execute(),
  );
  const moved = await account.call('GET', url);
  expect([moved.statusCode, moved.json().reason]).toEqual([503, 'content_unreadable']);
});

it('a job seals texts that were stored in the clear, in datasets and runs, and clears the disk', async () => {
  const app = await openTestApp();
  const account = await app.account();
  const { metadata, clock } = app.services;
  const made = (await account.call('POST', '/v1/eval-datasets', { name: 'Old' })).json();
  const runId = await metadata.transaction(async (db) => {
    const clear = { input_text: `Old ${WORD}`, expected_output: `New ${WORD}`, sealed: 0 as const };
    for (let id = 1; id <= 3; id += 1) {
      await db
        .insertInto('eval_dataset_items')
        .values({ dataset_id: made.id, id, position: id, source_call_id: null, ...clear })
        .execute();
    }
    const at = clock.now();
    const run = await db
      .insertInto('eval_runs')
      .values({
        account_id: account.id,
        name: 'r',
        status: 'completed',
        source: 'dataset',
        dataset_id: made.id,
        criteria: '[]',
        picked: 1,
        call_count: 1,
        trace_count: 1,
        created_at: at,
        completed_at: at,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('eval_run_items')
      .values({
        run_id: run.id,
        position: 0,
        item_key: '1',
        call_id: 'c',
        call_timestamp: 0,
        trace_id: null,
        source_call_id: null,
        ...clear,
      })
      .execute();
    return run.id;
  });
  expect(onDisk(app)).not.toBe(false);
  const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  const runJob = () => app.call('POST', '/operator/jobs/item-sealing/run', undefined, operator);
  expect((await runJob()).statusCode).toBe(200);
  expect((await rowsOf(app, made.id)).map(({ sealed }) => sealed)).toEqual([1, 1, 1]);
  const items = await metadata.reader
    .selectFrom('eval_run_items')
    .selectAll()
    .where('run_id', '=', runId)
    .execute();
  expect(items).toMatchObject([{ sealed: 1, expected_output: null }]);
  expect(JSON.stringify(items)).not.toContain(WORD);
  expect(onDisk(app)).not.toBe(true);
  const read = (await account.call('GET', `/v1/eval-datasets/${made.id}`)).json();
  expect(read.items).toHaveLength(3);
  expect(read.items[0]).toMatchObject({ inputText: `Old ${WORD}`, expectedOutput: `New ${WORD}` });
  const settings = metadata.reader.selectFrom('settings').select('name').where('name', 'like', 'items-%');
  expect(await settings.execute()).toEqual([]);
  expect((await runJob()).statusCode).toBe(200);
});

it('another master key opens them as before', async () => {
  const oldKey = randomBytes(32);
  const newKey = randomBytes(32);
  const app = await openTestApp({ config: { masterKey: oldKey } });
  const account = await app.account();
  const items = [{ inputText: WORD }];
  const made = (await account.call('POST', '/v1/eval-datasets', { name: 'Birds', items })).json();
  const { metadata, clock } = app.services;
  await rotateMaster(metadata, oldKey, newKey);
  const ref = { id: account.id, number: (await app.services.accounts.get(account.id))?.number ?? 0 };
  const keys = await new ContentKeys(metadata, newKey, clock).load(ref);
  const [row] = await rowsOf(app, made.id);
  if (!row) throw new Error('The item is gone.');
  expect(openItemTexts(keys, datasetPlace(made.id, row.id), row)).toEqual({
    inputText: WORD,
    expectedOutput: null,
    facts: null,
  });
});
