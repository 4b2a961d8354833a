import { expect, it } from 'vitest';
import { ACCOUNTS_WITH_CALLS } from './accounts-with-calls.ts';

it('asks for accounts by the sums alone', async () => {
  await expect(`${ACCOUNTS_WITH_CALLS}\n`).toMatchFileSnapshot('__snapshots__/accounts-with-calls.sql');
});
