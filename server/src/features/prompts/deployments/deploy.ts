import { fieldError } from '#lib/app-error';
import { change, type Tx } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import type { Writer } from '#metadata';
import type { PromptRow } from '#services/prompts';
import { changeIncluded } from '../composition/readers.ts';
import { requirePrompt } from '../get.ts';
import { requireMayMove } from '../protected-labels/require.ts';
import { resolveKey } from '../resolve/key.ts';
import { deploymentsOfName, MAX_DEPLOYMENTS } from './list.ts';
import { pointLabel } from './point.ts';
import type { Deploy, DeploymentList } from './schemas.ts';
import { labelsOfName, selectDeployment } from './store.ts';

export const deployPrompt = (ctx: Context, id: number, input: Deploy): Promise<DeploymentList> =>
  change(ctx, 'prompt.deploy', async (tx) => {
    const { db } = tx;
    const accountId = ctx.account.id;
    // Deploys, rollbacks, renames and deletions of an account run one after the other, across processes.
    await lockAccount(db, accountId);
    const prompt = await requirePrompt(db, accountId, id);
    const { name, version } = prompt;
    const label = input.label.toWellFormed();
    const comment = input.comment?.toWellFormed() ?? null;
    const moved = await deployIn(ctx, tx, prompt, label, comment);
    return {
      result: await deploymentsOfName(db, accountId, name),
      target: moved && { type: 'prompt', id: String(id) },
      metadata: { name, label, version, fromVersion: moved?.fromVersion ?? null, comment },
    };
  });

/** Call it in a transaction that has locked the account. Null if the label already points to the version. */
export async function deployIn(
  ctx: Context,
  tx: Tx,
  { id, name, version }: PromptRow,
  label: string,
  comment: string | null,
): Promise<{ fromVersion: string | null } | null> {
  const { db, invalidate } = tx;
  const accountId = ctx.account.id;
  const deployment = await selectDeployment(db, accountId, name, label);
  if (deployment?.prompt_id === id) return null;
  await requireMayMove(ctx, db, [label]);
  if (!deployment) await requireRoom(db, accountId, name);
  const before = deployment && (await requirePrompt(db, accountId, deployment.prompt_id));
  await changeIncluded(ctx, db, [name], () =>
    pointLabel(ctx, tx, deployment, {
      action: 'deploy',
      name,
      label,
      to: { promptId: id, version },
      from: before && { promptId: before.id, version: before.version },
      parentId: deployment?.entry_id ?? null,
      comment,
    }),
  );
  await invalidate('prompts', resolveKey(accountId, name));
  return { fromVersion: before?.version ?? null };
}

async function requireRoom(db: Writer, accountId: string, name: string): Promise<void> {
  if ((await labelsOfName(db, accountId, name)).size < MAX_DEPLOYMENTS) return;
  throw fieldError(
    'conflict',
    'limit_reached',
    'label',
    `The prompt "${name}" is already deployed to ${MAX_DEPLOYMENTS} labels, which is the maximum.`,
  );
}
