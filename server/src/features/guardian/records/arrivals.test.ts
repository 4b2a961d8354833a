import { expect, it } from 'vitest';
import { ARRIVED } from './arrivals.ts';

it('the statement for accounts with new records is unchanged', async () => {
  await expect(`${ARRIVED}\n`).toMatchFileSnapshot('__snapshots__/guardian-arrivals.sql');
});
