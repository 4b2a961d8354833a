import type { RecordsEngine } from './engine.ts';

/**
 * Removes the stored content of an account for good. A mutation, not a lightweight delete: that one only hides rows until
 * some later merge. It returns when the parts are rewritten, on every replica.
 */
export async function deleteContent(engine: RecordsEngine, account: number): Promise<void> {
  await engine.command(
    `ALTER TABLE call_content DELETE WHERE account = {account: UInt32} SETTINGS mutations_sync = 2`,
    { account },
  );
}
