import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { changeIncluded } from '../composition/readers.ts';
import { deleteVersion } from '../delete.ts';
import { deleteDeploymentsOf, deployedLabels } from '../deployments/store.ts';
import { requireMayMove } from '../protected-labels/require.ts';
import { resolveKey } from '../resolve/key.ts';
import { findRow, type VersionChoice } from './find.ts';
import { selectRowsOfName } from './store.ts';

/**
 * Deletes one version, or all versions of a name, with the labels that point to them and their history. False
 * if there is no such version.
 */
export const deleteNumbered = (ctx: Context, name: string, choice: VersionChoice): Promise<boolean> =>
  change(ctx, 'prompt.delete', async ({ db, invalidate }) => {
    const accountId = ctx.account.id;
    await lockAccount(db, accountId);
    const one = choice.number !== undefined || choice.label !== undefined;
    const found = one
      ? [await findRow(db, accountId, name, choice)]
      : await selectRowsOfName(db, accountId, name);
    const rows = found.filter((row) => row !== null);
    const [first] = rows;
    if (!first) return { result: false, target: null };
    const labels = await deployedLabels(
      db,
      accountId,
      rows.map(({ id }) => id),
    );
    await requireMayMove(ctx, db, [...labels.values()].flat());
    await changeIncluded(ctx, db, [name], async () => {
      for (const row of rows) await deleteDeploymentsOf(db, accountId, row.id);
      for (const row of rows) await deleteVersion(db, row);
    });
    await invalidate('prompts', resolveKey(accountId, name));
    return {
      result: true,
      target: { type: 'prompt', id: String(first.id) },
      metadata: { name, versions: rows.map(({ version }) => version) },
    };
  });
