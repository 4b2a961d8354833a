import type { RecordsEngine } from '../engine/engine.ts';
import { mutate } from './mutate.ts';

/**
 * Removes the stored content of an account for good. A mutation, not a lightweight delete: that one only hides rows until
 * some later merge. It returns when the parts are rewritten; mutate.ts says how long files of the old ones stay.
 */
export async function deleteContent(engine: RecordsEngine, account: number): Promise<void> {
  const action = 'DELETE WHERE account = {account: UInt32}';
  await mutate(engine, [{ table: 'call_content', action }], { account });
}
