// Texts of dataset items are sealed in the store, and can be opened after a change of the master key.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ContentKeys, rotateMaster } from '#content';
import { openTestApp, type TestApp } from '#test/support/app';
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
  expect(JSON.stringify(row)).not.toContain(WORD);
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
  expect(openItemTexts(keys, datasetPlace(made.id, row.id), row.sealed_texts)).toEqual({
    inputText: WORD,
    expectedOutput: null,
    facts: null,
  });
});
