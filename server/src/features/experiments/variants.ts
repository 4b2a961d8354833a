// The variants of an experiment: what each of them asks which model, for an item.
import { invalid, unknownId } from '#lib/app-error';
import { isObject } from '#lib/is-object';
import { placeholders } from '#lib/placeholders';
import { openText, sealText, type AccountKeys } from '#content';
import type { Context } from '#core/context';
import type { Reader } from '#metadata';
import { PromptComposer, readMessages, readVariables, selectPrompt, type PromptRow } from '#services/prompts';
import { sourceById, type ChatOrder, type ChatSettings, type ModelChatMessage } from '#services/models';
import { conversationItem } from '#services/model-runs';
import {
  conversationMessages,
  fillPrompt,
  messagesIn,
  orderOf,
  promptWithMessages,
  readPromptConfig,
  type PromptConfig,
} from '#services/item-requests';
import type { ExperimentVariant, NewVariant } from './schemas.ts';

type PromptText = Pick<PromptRow, 'type' | 'template' | 'variables'>;

export interface StoredVariant {
  name: string;
  kind: 'model' | 'code';
  promptId: number | null;
  promptName: string | null;
  promptVersion: string | null;
  /** As it was when the experiment was made, with the prompts that it contains. Null for own code. */
  prompt: PromptText | null;
  connectionId: string | null;
  model: string | null;
  settings: ChatSettings;
  /** Of the prompt version. */
  tools: PromptConfig['tools'];
  toolChoice?: NonNullable<PromptConfig['toolChoice']>;
  outputSchema: PromptConfig['outputSchema'];
}

const variantsPurpose = (id: string): string => `experiment:${id}:variants`;

export const sealVariants = (keys: AccountKeys, id: string, variants: readonly StoredVariant[]): string =>
  sealText(keys, variantsPurpose(id), JSON.stringify(variants));

export const openVariants = (keys: AccountKeys, id: string, sealed: string): StoredVariant[] =>
  JSON.parse(openText(keys, variantsPurpose(id), sealed)) as StoredVariant[];

export function presentVariant({ prompt, ...variant }: StoredVariant): ExperimentVariant {
  const chat = prompt && readMessages(prompt);
  const messages =
    chat?.flatMap((message) =>
      'role' in message ? [{ role: message.role, content: message.content }] : [],
    ) ?? (prompt ? [{ role: 'user', content: prompt.template }] : []);
  return { ...variant, messages, tools: [...variant.tools] as ExperimentVariant['tools'] };
}

/** Checks them, and reads what they name. */
export async function readVariants(ctx: Context, given: readonly NewVariant[]): Promise<StoredVariant[]> {
  const variants: StoredVariant[] = [];
  for (const [at, each] of given.entries()) variants.push(await readVariant(ctx, each, `variants.${at}`, at));
  const twice = variants.findIndex(({ name }, at) => variants.findIndex((other) => other.name === name) < at);
  if (twice >= 0) throw invalid(`variants.${twice}.name`, 'Two variants have this name.');
  return variants;
}

async function readVariant(
  ctx: Context,
  { name, kind = 'model', promptId, messages, connectionId, model, settings = {} }: NewVariant,
  path: string,
  at: number,
): Promise<StoredVariant> {
  const prompt = promptId === undefined ? null : await selectPrompt(ctx.db, ctx.account.id, promptId);
  if (promptId !== undefined && !prompt)
    throw unknownId(`${path}.promptId`, `There is no prompt version ${promptId}.`);
  if (kind === 'model') {
    if (connectionId === undefined)
      throw invalid(`${path}.connectionId`, 'A variant needs a model connection.');
    if ((prompt === null) === (messages === undefined))
      throw invalid(`${path}.messages`, 'A variant needs either promptId or messages.');
  }
  const source =
    connectionId === undefined || kind === 'code'
      ? null
      : await sourceById(ctx, connectionId, model).catch((error: unknown) => {
          throw unknownIfMissing(error, `${path}.connectionId`);
        });
  const asked = source?.priced.model ?? model ?? null;
  const versioned = prompt && `${prompt.name} ${prompt.version}`;
  const config =
    prompt && kind === 'model'
      ? readPromptConfig(prompt, `${path}.promptId`)
      : { settings: {}, tools: [], outputSchema: null };
  return {
    name: name ?? ([versioned, asked].filter((part) => part !== null).join(' · ') || `Variant ${at + 1}`),
    kind,
    promptId: prompt?.id ?? null,
    promptName: prompt?.name ?? null,
    promptVersion: prompt?.version ?? null,
    prompt: await composedText(ctx, prompt, messages, path),
    connectionId: kind === 'code' ? null : (connectionId ?? null),
    model: asked,
    ...config,
    settings: { ...config.settings, ...settings },
  };
}

const unknownIfMissing = (error: unknown, path: string): unknown =>
  error instanceof Error && 'reason' in error && error.reason === 'not_found'
    ? unknownId(path, 'Model connection not found.')
    : error;

/** What agents would get now. Throws if a prompt that it contains cannot be read. */
export async function composedPrompt(
  db: Reader,
  accountId: string,
  { name, type, template, variables }: Pick<PromptRow, 'name' | keyof PromptText>,
  field?: string,
): Promise<PromptText> {
  const composed = await new PromptComposer(db, accountId).compose({ name, type, template }, field);
  return { type, template: composed.template, variables };
}

async function composedText(
  ctx: Context,
  prompt: PromptRow | null,
  messages: NewVariant['messages'],
  path: string,
): Promise<PromptText | null> {
  const { db, account } = ctx;
  if (prompt) return composedPrompt(db, account.id, prompt, `${path}.promptId`);
  if (!messages) return null;
  const written = { name: '', type: 'chat' as const, template: JSON.stringify(messages), variables: null };
  return composedPrompt(db, account.id, written, `${path}.messages`);
}

/** The members of an input that is a JSON object fill variables of their names. */
function membersOf(input: string): Record<string, string> {
  if (!input.startsWith('{')) return {};
  try {
    const value: unknown = JSON.parse(input);
    if (!isObject(value)) return {};
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        typeof member === 'string' ? member : JSON.stringify(member),
      ]),
    );
  } catch {
    return {};
  }
}

/** The first variable of the prompt without a value for this input; null if all have one. */
export function missingVariable({ prompt }: StoredVariant, input: string): string | null {
  if (!prompt) return null;
  const declared = readVariables(prompt) ?? {};
  const members = membersOf(input);
  const hasValue = (name: string): boolean => {
    if (name === 'input' || Object.hasOwn(members, name)) return true;
    const variable = Object.hasOwn(declared, name) ? declared[name] : undefined;
    const value = isObject(variable) ? variable['default'] : variable;
    return value !== undefined && value !== null;
  };
  return placeholders(prompt.template).find((name) => !hasValue(name)) ?? null;
}

/** What the model is asked for an item. */
export function orderFor(variant: StoredVariant, input: string): ChatOrder {
  const { prompt } = variant;
  const conversation = conversationItem(input);
  const given = prompt && messagesIn(input);
  const messages = conversation
    ? conversationMessages(prompt, conversation, input)
    : prompt && given
      ? promptWithMessages(prompt, given, input)
      : textMessages(prompt, input);
  return orderOf(messages, variant, conversation?.tools);
}

function textMessages(prompt: PromptText | null, input: string): ModelChatMessage[] {
  const members = membersOf(input);
  const names = prompt ? placeholders(prompt.template) : [];
  const ownNames = names.filter((name) => Object.hasOwn(members, name));
  const filled = fillPrompt(
    prompt && ownNames.length > 0
      ? { ...prompt, variables: JSON.stringify({ ...readVariables(prompt), ...members }) }
      : prompt,
    input,
  );
  // A prompt that uses members of the input does not need the whole of it at its end.
  const isAdded = ownNames.length > 0 && !names.includes('input');
  const messages: ModelChatMessage[] =
    typeof filled.input === 'string'
      ? [{ role: 'user', content: isAdded ? filled.input.slice(0, -input.length).trimEnd() : filled.input }]
      : (isAdded ? filled.input.slice(0, -1) : filled.input).map(({ role, content }) => ({
          role: roleOf(role),
          content,
        }));
  // A request to a model needs a message that is not of the system.
  const isSaid = messages.some(({ role }) => role !== 'system');
  return isSaid ? messages : [...messages, { role: 'user', content: input }];
}

const roleOf = (role: string): 'system' | 'user' | 'assistant' =>
  role === 'system' || role === 'developer' ? 'system' : role === 'assistant' ? 'assistant' : 'user';
