import { change } from '#core/change/change';
import type { Context } from '#core/context';
import type { CheckedPrompt, NewPrompt } from './schemas.ts';
import { insertPrompt, presentPrompt, writeLabels, writeVariables } from './store.ts';
import { uniqueVersion } from './unique-version.ts';
import { requireBounds, warningsFor } from './template.ts';

export async function createPrompt(ctx: Context, input: NewPrompt): Promise<CheckedPrompt> {
  const { name, version, template, variables = null, labels = [], description = null } = input;
  requireBounds(template, variables);
  const prompt = await uniqueVersion(() =>
    change(ctx, 'prompt.create', async ({ db }) => {
      const now = ctx.clock.now();
      const row = await insertPrompt(db, {
        account_id: ctx.account.id,
        name: name.toWellFormed(),
        version: version.toWellFormed(),
        template: template.toWellFormed(),
        variables: writeVariables(variables),
        labels: writeLabels(labels),
        description: description?.toWellFormed() ?? null,
        created_at: now,
        updated_at: now,
      });
      return {
        result: presentPrompt(row, []),
        target: { type: 'prompt', id: String(row.id) },
        metadata: { name: row.name, version: row.version },
      };
    }),
  );
  return { prompt, warnings: warningsFor(prompt.template, prompt.variables) };
}
