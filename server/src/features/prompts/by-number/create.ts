import { invalid } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { LATEST } from '#services/prompts';
import { addVersion, contentOfNew } from '../create.ts';
import { deployIn } from '../deployments/deploy.ts';
import type { NewPrompt } from '../schemas.ts';
import { readLabels } from '../store.ts';
import { findRow, numbered, type NumberedPrompt } from './find.ts';
import { freeVersion } from './store.ts';

interface NewNumbered extends Omit<NewPrompt, 'version' | 'labels'> {
  /** Labels of the version; if absent, those of the version before. */
  tags?: string[];
  /** Labels to deploy it to. `latest` needs no deployment. */
  deployTo: readonly string[];
}

/** The next version of a name: its version is its number, unless a version has that name already. */
export function createNumbered(
  ctx: Context,
  { tags, deployTo, ...input }: NewNumbered,
): Promise<NumberedPrompt> {
  const accountId = ctx.account.id;
  return change(ctx, 'prompt.create', async (tx) => {
    const { db } = tx;
    await lockAccount(db, accountId);
    const newest = await findRow(db, accountId, input.name, { label: LATEST });
    const content = contentOfNew({ ...input, labels: tags ?? (newest ? readLabels(newest) : []) });
    if (newest && newest.type !== content.type) {
      throw invalid(
        'type',
        `The versions of the prompt "${content.name}" are of the type ${newest.type}. Create a prompt with another name.`,
        'different_type',
      );
    }
    const { row } = await addVersion(ctx, tx, content, (number) =>
      freeVersion(db, accountId, content.name, number),
    );
    const labels = [...new Set(deployTo.map((label) => label.toWellFormed()))].filter(
      (label) => label !== LATEST,
    );
    for (const label of labels) await deployIn(ctx, tx, row, label, row.description);
    return {
      result: await numbered(db, row),
      target: { type: 'prompt', id: String(row.id) },
      metadata: { name: row.name, version: row.version, deployedLabels: labels },
    };
  });
}
