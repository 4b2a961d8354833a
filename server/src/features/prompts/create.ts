import { AppError } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import type { PromptsTable, Writer } from '#metadata';
import { storedTemplate, promptText } from './chat.ts';
import type { CheckedPrompt, NewPrompt } from './schemas.ts';
import {
  insertPrompt,
  presentPrompt,
  takeNumber,
  writeLabels,
  writeVariables,
  type PromptRow,
} from './store.ts';
import { uniqueVersion } from './unique-version.ts';
import { requireBounds, warningsFor } from './template.ts';

/** Worded like a schema error. A schema cannot express that one of two fields is required. */
const templateMissing = () =>
  new AppError('bad_request', 'invalid_request', 'The body is not valid. template: is required.', {
    details: [{ path: 'template', message: 'is required' }],
  });

type VersionContent = Pick<
  PromptsTable,
  'name' | 'type' | 'template' | 'variables' | 'labels' | 'description' | 'config'
>;

/** Checks what a schema cannot. */
export function contentOfNew(input: Omit<NewPrompt, 'version'>): VersionContent {
  const { name, variables = null, labels = [], description = null, config = {} } = input;
  const type = input.type ?? (input.messages === undefined ? 'text' : 'chat');
  const template = storedTemplate(type, input);
  if (template === null) throw templateMissing();
  requireBounds({ template, variables, config });
  return {
    name: name.toWellFormed(),
    type,
    template,
    variables: writeVariables(variables),
    labels: writeLabels(labels),
    description: description?.toWellFormed() ?? null,
    config: JSON.stringify(config),
  };
}

/** `versionOf` names the version, given its number. */
export async function addVersion(
  ctx: Context,
  db: Writer,
  content: VersionContent,
  versionOf: (number: number) => string | Promise<string>,
): Promise<PromptRow> {
  const now = ctx.clock.now();
  const number = await takeNumber(db, ctx.account.id, content.name);
  return insertPrompt(db, {
    ...content,
    account_id: ctx.account.id,
    version: await versionOf(number),
    number,
    created_at: now,
    updated_at: now,
  });
}

export async function createPrompt(ctx: Context, input: NewPrompt): Promise<CheckedPrompt> {
  const content = contentOfNew(input);
  const prompt = await uniqueVersion(() =>
    change(ctx, 'prompt.create', async ({ db }) => {
      // `createNumbered` chooses a free version under the same lock.
      await lockAccount(db, ctx.account.id);
      const row = await addVersion(ctx, db, content, () => input.version.toWellFormed());
      return {
        result: presentPrompt(row, []),
        target: { type: 'prompt', id: String(row.id) },
        metadata: { name: row.name, version: row.version },
      };
    }),
  );
  return { prompt, warnings: warningsFor(promptText(prompt), prompt.variables) };
}
