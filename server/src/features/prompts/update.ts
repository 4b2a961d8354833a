import { isDeepStrictEqual } from 'node:util';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { storedTemplate, promptText } from './chat.ts';
import { presentWithLabels, requirePrompt } from './get.ts';
import { resolveKey } from './resolve/key.ts';
import type { CheckedPrompt, PromptPatch } from './schemas.ts';
import { updatePrompt, writeLabels, writeVariables, type PromptRow } from './store.ts';
import { requireBounds, warningsFor } from './template.ts';

type Content = Pick<PromptRow, 'template' | 'variables' | 'labels' | 'description' | 'config'>;

const contentOf = (row: PromptRow, patch: PromptPatch): Content => ({
  template: storedTemplate(row.type, patch) ?? row.template,
  variables: patch.variables === undefined ? row.variables : writeVariables(patch.variables),
  labels: patch.labels ? writeLabels(patch.labels) : row.labels,
  description:
    patch.description === undefined ? row.description : (patch.description?.toWellFormed() ?? null),
  config: patch.config ? JSON.stringify(patch.config) : row.config,
});

export async function updatePromptContent(
  ctx: Context,
  id: number,
  patch: PromptPatch,
): Promise<CheckedPrompt> {
  const prompt = await change(ctx, 'prompt.update', async ({ db, invalidate }) => {
    await lockAccount(db, ctx.account.id);
    const row = await requirePrompt(db, ctx.account.id, id);
    const content = contentOf(row, patch);
    requireBounds({ ...patch, template: content.template });
    const changed = (Object.keys(content) as (keyof Content)[]).filter(
      (field) => !isDeepStrictEqual(content[field], row[field]),
    );
    if (changed.length === 0) return { result: await presentWithLabels(db, row), target: null };
    const after = await updatePrompt(db, ctx.account.id, id, { ...content, updated_at: ctx.clock.now() });
    const result = await presentWithLabels(db, after);
    if (result.deployedLabels.length > 0) await invalidate('prompts', resolveKey(ctx.account.id, row.name));
    return {
      result,
      target: { type: 'prompt', id: String(id) },
      metadata: { name: row.name, version: row.version, changed, deployedLabels: result.deployedLabels },
    };
  });
  return { prompt, warnings: warningsFor(promptText(prompt), prompt.variables) };
}
