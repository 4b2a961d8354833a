import { AppError } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { changeIncluded } from '../composition/readers.ts';
import { requirePrompt } from '../get.ts';
import { requireMayMove } from '../protected-labels/require.ts';
import { resolveKey } from '../resolve/key.ts';
import { notDeployed } from '../resolve/resolve.ts';
import { deploymentsOfName } from './list.ts';
import { pointLabel } from './point.ts';
import type { DeploymentList, Rollback } from './schemas.ts';
import { selectDeployment, selectPreviousEntry } from './store.ts';

/**
 * One step back along the branch. The new entry takes the place of the old one, so that the next rollback
 * continues from there.
 */
export const rollBack = (ctx: Context, { name, label, comment }: Rollback): Promise<DeploymentList> =>
  change(ctx, 'prompt.rollback', async (tx) => {
    const { db, invalidate } = tx;
    const accountId = ctx.account.id;
    await lockAccount(db, accountId);
    const deployment = await selectDeployment(db, accountId, name, label);
    if (!deployment) throw notDeployed(name, label);
    await requireMayMove(ctx, db, [label]);
    const before = await requirePrompt(db, accountId, deployment.prompt_id);
    const target = await selectPreviousEntry(db, deployment, null);
    if (!target) {
      throw new AppError(
        'conflict',
        'no_previous_version',
        `No earlier version of the prompt "${name}" that still exists was deployed to "${label}".`,
      );
    }
    await changeIncluded(ctx, db, [name], () =>
      pointLabel(ctx, tx, deployment, {
        action: 'rollback',
        name,
        label,
        to: { promptId: target.prompt_id, version: target.version },
        from: { promptId: before.id, version: before.version },
        parentId: target.parent_id,
        comment: comment?.toWellFormed() ?? null,
      }),
    );
    await invalidate('prompts', resolveKey(accountId, name));
    return {
      result: await deploymentsOfName(db, accountId, name),
      target: { type: 'prompt', id: String(target.prompt_id) },
      metadata: {
        name,
        label,
        version: target.version,
        fromVersion: before.version,
        comment: comment ?? null,
      },
    };
  });
