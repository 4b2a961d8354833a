import { afterAll, beforeAll, expect, it } from 'vitest';
import { contentStoredSince } from '#core/access/accounts';
import { Metadata } from '#metadata/open';
import { insertAccounts } from '#test/support/account-rows';
import { freshFolder, freshMetadata } from '#test/support/metadata';
import { selectAccountRefs, upsertConsent } from './store.ts';

let metadata: Metadata;
beforeAll(async () => {
  metadata = await Metadata.open(await freshMetadata(freshFolder()));
  await insertAccounts(metadata, [3, 1, 2]);
});
afterAll(() => metadata.close());

it('finds the accounts with these numbers, in their order', async () => {
  const found = await selectAccountRefs(metadata.reader, [2, 1, 7]);
  expect(found.map(({ number }) => number)).toEqual([1, 2]);
  expect(await selectAccountRefs(metadata.reader, [])).toEqual([]);
});

it('content counts as stored since the latest consent, until it is withdrawn', async () => {
  const [first, second] = await selectAccountRefs(metadata.reader, [1, 2]);
  const accountId = first?.id ?? '';
  const since = () => contentStoredSince(metadata.reader, accountId);
  const change = (granted: boolean, changedAt: number, kind: 'plaintextStorage' | 'aiHelper') =>
    metadata.transaction((db) =>
      upsertConsent(db, { accountId, kind, granted, changedAt, changedBy: 'usr_1' }),
    );
  expect(await since()).toBeNull();
  await change(true, 1_000, 'aiHelper');
  expect(await since()).toBeNull();
  await change(true, 2_000, 'plaintextStorage');
  expect(await since()).toBe(2_000);
  await change(false, 3_000, 'plaintextStorage');
  expect(await since()).toBeNull();
  await change(true, 4_000, 'plaintextStorage');
  expect(await since()).toBe(4_000);
  expect(await contentStoredSince(metadata.reader, second?.id ?? '')).toBeNull();
});
