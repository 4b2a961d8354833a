import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Metadata } from '#metadata';
import type { TestAccount, TestApp } from '#test/support/app';
import { makeTestApp } from '#test/support/app';
import { KeyCache } from './key-cache.ts';
import { ChangeFeed } from '#core/change/change-feed';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await makeTestApp();
  account = await app.account();
});
afterAll(() => app.stop());

it('does not cache a key that was revoked while it was being read', async () => {
  const { metadata, clock } = app.services;
  const { apiKey, id } = await account.key(null);
  const feed = new ChangeFeed(metadata, () => undefined);
  const read = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const reader = (metadata.reader as unknown as Kysely<object>).withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      read.resolve();
      await gone.promise;
      return result;
    },
  });
  const cache = new KeyCache({ reader } as unknown as Metadata, feed, clock);
  const reading = cache.check(apiKey);
  // The key is deleted while the answer of the query is in flight.
  await read.promise;
  await metadata.transaction((db) => db.deleteFrom('api_keys').where('id', '=', id).execute());
  feed.announce([{ topic: 'keys', key: id }]);
  gone.resolve();
  await reading;
  expect(await cache.check(apiKey)).toEqual({ ok: false, reason: 'invalid_key' });
});

it('rejects a revoked key, and still accepts others after a change of an unknown key', async () => {
  const { keys, feed } = app.services;
  const { apiKey, id } = await account.key(['read']);
  expect(await keys.check(apiKey)).toMatchObject({ ok: true, key: { actor: { id, scopes: ['read'] } } });
  expect((await account.call('DELETE', `/v1/api-keys/${id}`)).statusCode).toBe(204);
  expect((await keys.check(apiKey)).ok).toBe(false);
  feed.announce([{ topic: 'keys', key: 'key_unknown' }]);
  expect((await keys.check(account.apiKey)).ok).toBe(true);
});

it('reports each use of a key once', async () => {
  const { keys } = app.services;
  keys.takeUse();
  await keys.check(account.apiKey);
  await keys.check(account.apiKey);
  expect(keys.takeUse().size).toBe(1);
  expect(keys.takeUse().size).toBe(0);
});

it('does not cache an unknown account, and caches a known one', async () => {
  const { accounts } = app.services;
  expect(await accounts.get('acc_unknown')).toBeNull();
  expect((await accounts.get(account.id))?.id).toBe(account.id);
  expect(await accounts.get(account.id)).toBe(await accounts.get(account.id));
});
