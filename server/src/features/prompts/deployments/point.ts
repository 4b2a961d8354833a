// The step shared by deploy and rollback: points the label to another version and adds a history entry.
import { isoTime } from '#lib/clock';
import type { Tx } from '#core/change/change';
import type { Context } from '#core/context';
import { queueWebhookEvent } from '#services/notifications';
import {
  insertDeployment,
  insertEntry,
  selectPreviousEntry,
  updateDeployment,
  type DeploymentRow,
} from './store.ts';

interface Pointing {
  action: 'deploy' | 'rollback';
  name: string;
  label: string;
  to: { promptId: number; version: string };
  from: { promptId: number; version: string } | null;
  /** The entry where a rollback from here starts its search. */
  parentId: number | null;
  comment: string | null;
}

export async function pointLabel(
  ctx: Context,
  tx: Tx,
  deployment: DeploymentRow | null,
  { action, name, label, to, from, parentId, comment }: Pointing,
): Promise<void> {
  const { db } = tx;
  const account_id = ctx.account.id;
  const stamp = { deployed_at: ctx.clock.now(), deployed_by: ctx.actor.id };
  const row =
    deployment ??
    (await insertDeployment(db, {
      account_id,
      name,
      label,
      prompt_id: to.promptId,
      previous_prompt_id: null,
      entry_id: 0,
      ...stamp,
    }));
  const entry = await insertEntry(db, {
    account_id,
    deployment_id: row.id,
    parent_id: parentId,
    action,
    prompt_id: to.promptId,
    version: to.version,
    from_prompt_id: from?.promptId ?? null,
    from_version: from?.version ?? null,
    comment,
    ...stamp,
  });
  const pointed = await updateDeployment(db, row, { prompt_id: to.promptId, entry_id: entry.id, ...stamp });
  const previous = await selectPreviousEntry(db, pointed, null);
  await updateDeployment(db, row, { previous_prompt_id: previous?.prompt_id ?? null });
  await queueWebhookEvent(ctx, tx, {
    accountId: account_id,
    type: 'prompt.deployed',
    data: {
      action,
      name,
      label,
      promptId: to.promptId,
      version: to.version,
      fromPromptId: from?.promptId ?? null,
      fromVersion: from?.version ?? null,
      deployedAt: isoTime(stamp.deployed_at),
      deployedBy: stamp.deployed_by,
      comment,
    },
  });
}
