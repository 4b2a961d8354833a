import { isDeepStrictEqual } from 'node:util';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import type { Writer } from '#metadata';
import { PromptComposer, ReferenceFault, type PromptRow } from '#services/prompts';
import { storedTemplate, promptText } from './chat.ts';
import { changeIncluded } from './composition/readers.ts';
import { storeReferences } from './composition/store.ts';
import { presentWithLabels, requirePrompt } from './get.ts';
import { requireMayMove } from './protected-labels/require.ts';
import { resolveKey } from './resolve/key.ts';
import type { CheckedPrompt, Prompt, PromptPatch } from './schemas.ts';
import { updatePrompt, writeLabels, writeVariables } from './store.ts';
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

/** What agents get of a version. Its description and its own labels are for people. */
const SERVED: ReadonlySet<keyof Content> = new Set(['template', 'variables', 'config']);

export const updatePromptContent = (ctx: Context, id: number, patch: PromptPatch): Promise<CheckedPrompt> =>
  change(ctx, 'prompt.update', async ({ db, invalidate }) => {
    const accountId = ctx.account.id;
    await lockAccount(db, accountId);
    const row = await requirePrompt(db, accountId, id);
    const content = contentOf(row, patch);
    requireBounds({ ...patch, template: content.template });
    const changed = (Object.keys(content) as (keyof Content)[]).filter(
      (field) => !isDeepStrictEqual(content[field], row[field]),
    );
    const { name, version } = row;
    const before = await presentWithLabels(db, row);
    const edited = { ...row, ...content };
    const composed = await composedTemplate(ctx, db, edited, {
      field: patch.messages ? 'messages' : 'template',
      isNew: changed.includes('template'),
    });
    const warnings = (prompt: Prompt) =>
      warningsFor(promptText({ ...edited, template: composed }), prompt.variables);
    if (changed.length === 0) return { result: { prompt: before, warnings: warnings(before) }, target: null };
    if (changed.some((field) => SERVED.has(field))) await requireMayMove(ctx, db, before.deployedLabels);
    const after = await changeIncluded(ctx, db, [name], () =>
      updatePrompt(db, accountId, id, { ...content, updated_at: ctx.clock.now() }),
    );
    await storeReferences(db, after);
    const prompt = await presentWithLabels(db, after);
    await invalidate('prompts', resolveKey(accountId, name));
    return {
      result: { prompt, warnings: warnings(prompt) },
      target: { type: 'prompt', id: String(id) },
      metadata: { name, version, changed, deployedLabels: prompt.deployedLabels },
    };
  });

/** A template that was stored with a fault, and is not changed now, stays as it is. Readers get the reason. */
async function composedTemplate(
  ctx: Context,
  db: Writer,
  row: PromptRow,
  { field, isNew }: { field: string; isNew: boolean },
): Promise<string> {
  try {
    return (await new PromptComposer(db, ctx.account.id).compose(row, field)).template;
  } catch (error) {
    if (isNew || !(error instanceof ReferenceFault)) throw error;
    return row.template;
  }
}
