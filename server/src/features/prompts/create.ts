import { AppError } from '#lib/app-error';
import { change, type Tx } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import type { PromptsTable } from '#metadata';
import { PromptComposer, type PromptRow } from '#services/prompts';
import { freeVersion } from './by-number/store.ts';
import { storedTemplate, promptText } from './chat.ts';
import { changeIncluded } from './composition/readers.ts';
import { storeReferences } from './composition/store.ts';
import { resolveKey } from './resolve/key.ts';
import type { CheckedPrompt, NewPrompt } from './schemas.ts';
import { insertPrompt, presentPrompt, takeNumber, writeLabels, writeVariables } from './store.ts';
import { uniqueVersion } from './unique-version.ts';
import { requireBounds, warningsFor } from './template.ts';

/** Worded like a schema error. A schema cannot express that a field is required only beside another one. */
const fieldMissing = (path: string) =>
  new AppError('bad_request', 'invalid_request', `The body is not valid. ${path}: is required.`, {
    details: [{ path, message: 'is required' }],
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
  if (template === null) throw fieldMissing('template');
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

/**
 * `versionOf` names the version, given its number. 422 if the content refers to a prompt that is not there, or in a
 * circle.
 */
export async function addVersion(
  ctx: Context,
  { db, invalidate }: Tx,
  content: VersionContent,
  versionOf: (number: number) => string | Promise<string>,
): Promise<{ row: PromptRow; composed: string }> {
  const accountId = ctx.account.id;
  const now = ctx.clock.now();
  const { name, type } = content;
  const field = type === 'chat' ? 'messages' : 'template';
  const { template: composed } = await new PromptComposer(db, accountId).compose(content, field);
  const number = await takeNumber(db, accountId, name);
  // Prompts that contain the newest version of the name get this one from now on.
  const row = await changeIncluded(ctx, db, [name], async () =>
    insertPrompt(db, {
      ...content,
      account_id: accountId,
      sample_project_id: null,
      version: await versionOf(number),
      number,
      created_at: now,
      updated_at: now,
    }),
  );
  await storeReferences(db, row);
  await invalidate('prompts', resolveKey(accountId, name));
  return { row, composed };
}

/** A chat prompt without a version is named after its number. */
export async function createPrompt(ctx: Context, input: NewPrompt): Promise<CheckedPrompt> {
  const content = contentOfNew(input);
  const version = input.version?.toWellFormed();
  if (version === undefined && content.type === 'text') throw fieldMissing('version');
  return uniqueVersion(() =>
    change(ctx, 'prompt.create', async (tx) => {
      const { db } = tx;
      // `createNumbered` chooses a free version under the same lock.
      await lockAccount(db, ctx.account.id);
      const { row, composed } = await addVersion(
        ctx,
        tx,
        content,
        (number) => version ?? freeVersion(db, ctx.account.id, content.name, number),
      );
      const prompt = presentPrompt(row, []);
      return {
        result: {
          prompt,
          warnings: warningsFor(promptText({ ...row, template: composed }), prompt.variables),
        },
        target: { type: 'prompt', id: String(row.id) },
        metadata: { name: row.name, version: row.version },
      };
    }),
  );
}
