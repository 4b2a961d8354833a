import type { RecordsEngine } from '../engine/engine.ts';
import { mutate, RECORD_TABLES } from './mutate.ts';

const STAGED = ['staged_costs', 'staged_erasures', 'staged_rewrites'] as const;

/** All that is stored of an account, for good, the counts of what it sent among it. */
export async function deleteAccount(
  engine: RecordsEngine,
  account: number,
  signal?: AbortSignal,
): Promise<void> {
  for (const table of STAGED) {
    const batches = await engine.query<{ batch: string }>(
      `SELECT DISTINCT batch FROM ${table} WHERE account = {account: UInt32}`,
      { account },
    );
    for (const { batch } of batches) {
      await engine.command(`ALTER TABLE ${table} DROP PARTITION ({account: UInt32}, {batch: UInt64})`, {
        account,
        batch,
      });
    }
  }
  const action = 'DELETE WHERE account = {account: UInt32}';
  await mutate(
    engine,
    RECORD_TABLES.map((table) => ({ table, action })),
    { account },
    signal,
  );
}
