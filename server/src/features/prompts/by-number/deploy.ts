import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { deployIn } from '../deployments/deploy.ts';
import { findRow, numbered, type NumberedPrompt } from './find.ts';

/**
 * Points labels to a version; those that point to it already keep doing so. Null if there is no such version.
 */
export const deployNumbered = (
  ctx: Context,
  name: string,
  number: number,
  labels: readonly string[],
): Promise<NumberedPrompt | null> =>
  change(ctx, 'prompt.deploy', async (tx) => {
    await lockAccount(tx.db, ctx.account.id);
    const row = await findRow(tx.db, ctx.account.id, name, { number });
    if (!row) return { result: null, target: null };
    const moved: string[] = [];
    for (const label of new Set(labels.map((each) => each.toWellFormed()))) {
      if (await deployIn(ctx, tx, row, label, null)) moved.push(label);
    }
    return {
      result: await numbered(tx.db, row),
      target: moved.length > 0 ? { type: 'prompt', id: String(row.id) } : null,
      metadata: { name, labels: moved, version: row.version },
    };
  });
