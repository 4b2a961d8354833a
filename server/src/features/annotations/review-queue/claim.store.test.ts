import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '#core/context';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { ReviewableCalls } from '#test/support/reviewable-calls';
import { claimReviews } from './claim.ts';

const clock = new FakeClock();
const calls = new ReviewableCalls();
let app: TestApp;
let account: TestAccount;

beforeAll(async () => {
  app = await makeTestApp({ records: calls.records, clock });
  account = await app.account();
  const number = (await app.services.accounts.get(account.id))?.number ?? 0;
  for (const id of ['a', 'b', 'c']) calls.add(number, id, clock.now());
});
afterAll(() => app.stop());

const claim = (reviewer: string, ids: string[]) =>
  claimReviews(
    { ...app.services, account: { id: account.id }, actor: { type: 'key', id: reviewer } } as Context,
    ids,
  );

it('gives each call to one reviewer, and none that was scored after it was read', async () => {
  await account.call('POST', '/v1/annotations', { callId: 'a', qualityScore: 3 });
  const until = clock.now() + 300_000;
  expect(await claim('key_1', ['a', 'b'])).toEqual(new Map([['b', until]]));
  expect(await claim('key_2', ['c', 'b', 'a'])).toEqual(new Map([['c', until]]));
  expect(await claim('key_2', [])).toEqual(new Map());
  const rows = await app.services.metadata.reader
    .selectFrom('review_claims')
    .select(['call_id', 'claimed_by'])
    .where('account_id', '=', account.id)
    .orderBy('call_id')
    .execute();
  expect(rows).toEqual([
    { call_id: 'b', claimed_by: 'key_1' },
    { call_id: 'c', claimed_by: 'key_2' },
  ]);
});
