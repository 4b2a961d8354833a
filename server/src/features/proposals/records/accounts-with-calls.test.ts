import { expect, it } from 'vitest';
import { ACCOUNTS_WITH_CALLS } from './accounts-with-calls.ts';

it('finds accounts from the rollup alone', async () => {
  await expect(`${ACCOUNTS_WITH_CALLS}\n`).toMatchFileSnapshot('__snapshots__/accounts-with-calls.sql');
});
