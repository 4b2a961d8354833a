import { expect, it } from 'vitest';
import { ARRIVED } from './arrivals.ts';

it('who has anything new reads as it did', async () => {
  await expect(`${ARRIVED}\n`).toMatchFileSnapshot('__snapshots__/guardian-arrivals.sql');
});
