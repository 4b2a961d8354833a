// A Langfuse version is the number of a version here, a Langfuse label is a label that a version is deployed
// to, and a Langfuse tag is one of the labels of a version.
import { AppError, invalid } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import {
  createNumbered,
  deleteNumbered,
  deployNumbered,
  findNumbered,
  listNumbered,
} from '#features/prompts';
import { LATEST, PromptComposer, readMessages, type PromptMessage } from '#services/prompts';
import { pageMetaOf, pageOffset } from '../pages.ts';
import { presentLangfusePrompt } from './present.ts';
import type {
  LangfuseNewPrompt,
  LangfuseGetQuery,
  LangfusePromptsQuery,
  LangfusePrompt,
  LangfusePrompts,
  LangfuseVersionQuery,
} from './schemas.ts';

/** What their clients get if they name neither a version nor a label. */
const DEFAULT_LABEL = 'production';

/** `''` is how some clients send that they have no label. */
const given = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

function missing(name: string, { version, label }: LangfuseVersionQuery): AppError {
  const which =
    version === undefined
      ? `with the label "${given(label) ?? DEFAULT_LABEL}"`
      : `with the version ${version}`;
  return new AppError('not_found', 'not_found', `Prompt not found: "${name}" ${which}.`);
}

function requireOne({ version, label }: LangfuseVersionQuery): void {
  if (version !== undefined && given(label) !== undefined)
    throw invalid('label', 'Send either a version or a label, not both.');
}

export async function getLangfusePrompt(
  ctx: Context,
  name: string,
  query: LangfuseGetQuery,
): Promise<LangfusePrompt> {
  requireOne(query);
  const choice =
    query.version === undefined ? { label: given(query.label) ?? DEFAULT_LABEL } : { number: query.version };
  const found = await findNumbered(ctx.db, ctx.account.id, name, choice);
  if (!found) throw missing(name, query);
  if (query.resolve === false) return presentLangfusePrompt(ctx, found);
  const { template } = await new PromptComposer(ctx.db, ctx.account.id).compose(found.prompt);
  const prompt = { ...found.prompt, template, messages: readMessages({ ...found.prompt, template }) };
  return presentLangfusePrompt(ctx, { ...found, prompt });
}

export async function listLangfusePrompts(
  ctx: Context,
  query: LangfusePromptsQuery,
): Promise<LangfusePrompts> {
  const time = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));
  const { names, total } = await listNumbered(
    ctx,
    {
      name: given(query.name),
      number: query.version,
      label: given(query.label),
      tag: given(query.tag),
      fromMs: time(query.fromUpdatedAt),
      toMs: time(query.toUpdatedAt),
    },
    pageOffset(query),
  );
  const meta = pageMetaOf(query, total);
  return {
    data: names.map((each) => ({
      name: each.name,
      type: each.type,
      versions: each.numbers,
      labels: each.labels,
      tags: each.tags,
      lastUpdatedAt: isoTime(each.updatedAt),
      lastConfig: each.config,
    })),
    meta,
    // Clients from before `meta` read it under this name.
    pagination: meta,
  };
}

export async function createLangfusePrompt(ctx: Context, input: LangfuseNewPrompt): Promise<LangfusePrompt> {
  const { name, prompt, config, labels, tags, commitMessage } = input;
  const type = input.type ?? 'text';
  if ((type === 'chat') !== Array.isArray(prompt))
    throw invalid('prompt', 'A text prompt is a text, and a chat prompt is a list of messages.');
  const made = await createNumbered(ctx, {
    name,
    type,
    ...(typeof prompt === 'string' ? { template: prompt } : { messages: prompt.map(ownMessage) }),
    config: config ?? {},
    description: commitMessage ?? null,
    ...(tags ? { tags } : {}),
    deployTo: labels ?? [],
  });
  return presentLangfusePrompt(ctx, made);
}

const ownMessage = (message: Exclude<LangfuseNewPrompt['prompt'], string>[number]): PromptMessage =>
  'role' in message
    ? { role: message.role, content: message.content }
    : { type: 'placeholder', name: message.name };

/** Labels are added; a label that points to another version moves. */
export async function labelLangfusePrompt(
  ctx: Context,
  name: string,
  version: number,
  newLabels: readonly string[],
): Promise<LangfusePrompt> {
  if (newLabels.includes(LATEST))
    throw invalid('newLabels', 'The label "latest" always belongs to the newest version.');
  const found = await deployNumbered(ctx, name, version, newLabels);
  if (!found) throw missing(name, { version });
  return presentLangfusePrompt(ctx, found);
}

export async function deleteLangfusePrompts(
  ctx: Context,
  name: string,
  query: LangfuseVersionQuery,
): Promise<void> {
  requireOne(query);
  const gone = await deleteNumbered(ctx, name, { number: query.version, label: given(query.label) });
  if (!gone) throw new AppError('not_found', 'not_found', 'Prompt not found.');
}
