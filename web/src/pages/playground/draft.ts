// What a column holds while it is edited, and its conversion from stored things and to requests. Pure.
import type { Schemas } from '#api';
import { fittingConnection } from '#lib/fitting-connection';
import { sentStops, stopsFrom } from './stop-sequences.ts';

export type RunBody = Schemas['PlaygroundRun'];
type SentEntry = RunBody['messages'][number];
type SentMessage = Exclude<SentEntry, { type: 'placeholder' }>;
export type ToolCallData = NonNullable<SentMessage['toolCalls']>[number];
type StoredDraft = Schemas['PlaygroundDraft'];
type StoredPrompt = Schemas['Prompt'];

type ToolChoice = NonNullable<RunBody['toolChoice']>;

export const DRAFT_ROLES = ['system', 'user', 'assistant', 'tool'] as const;
export const SETTING_NAMES = [
  'temperature',
  'topP',
  'maxOutputTokens',
  'presencePenalty',
  'frequencyPenalty',
  'seed',
] as const;
type SettingName = (typeof SETTING_NAMES)[number];

/** A data URL, or a stored file of a recorded call: a picture, a sound or a PDF. */
export type MessageImage = string | StoredFilePart;

type StoredFilePart = Extract<Exclude<SentMessage['content'], string>[number], { type: 'media' }>;

export interface DraftMessage {
  key: number;
  role: (typeof DRAFT_ROLES)[number];
  text: string;
  images: readonly MessageImage[];
  toolCalls: readonly ToolCallData[];
  toolCallId: string | null;
  /** The name of a placeholder, as typed; the other fields then mean nothing. */
  placeholder: string | null;
}

/** The messages of placeholders by name, for all columns. */
export type PlaceholderMessages = Readonly<Record<string, readonly DraftMessage[]>>;

export interface ColumnDraft {
  key: number;
  connectionId: string;
  /** Empty means the default of the connection. */
  model: string;
  messages: readonly DraftMessage[];
  /** JSON, as typed. */
  tools: string;
  schema: string;
  settings: Readonly<Record<SettingName, string>>;
  /** Stop sequences, one in a line, as typed: `\\n` means a line break. */
  stops: string;
  /** Empty means that the provider decides. */
  toolChoice: '' | ToolChoice;
  promptId: number | null;
}

export const TOOL_CHOICES = ['auto', 'none', 'required'] as const satisfies readonly ToolChoice[];

const NO_SETTINGS: ColumnDraft['settings'] = {
  temperature: '',
  topP: '',
  maxOutputTokens: '',
  presencePenalty: '',
  frequencyPenalty: '',
  seed: '',
};

let made = 0;
/** Keys for React; they mean nothing else. */
const nextKey = (): number => (made += 1);

export const newMessage = (role: DraftMessage['role'], text = ''): DraftMessage => ({
  key: nextKey(),
  role,
  text,
  images: [],
  toolCalls: [],
  toolCallId: null,
  placeholder: null,
});

export const newPlaceholder = (name: string): DraftMessage => ({ ...newMessage('user'), placeholder: name });

export const emptyColumn = (connectionId: string): ColumnDraft => ({
  key: nextKey(),
  connectionId,
  model: '',
  messages: [newMessage('system'), newMessage('user')],
  tools: '',
  schema: '',
  settings: NO_SETTINGS,
  stops: '',
  toolChoice: '',
  promptId: null,
});

export const copyOf = (column: ColumnDraft): ColumnDraft => ({ ...column, key: nextKey() });

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

function settingsFrom(given: Record<string, unknown>): ColumnDraft['settings'] {
  const found = SETTING_NAMES.flatMap((name) =>
    typeof given[name] === 'number' ? [[name, String(given[name])] as const] : [],
  );
  return { ...NO_SETTINGS, ...Object.fromEntries(found) };
}

const toolChoiceFrom = (given: unknown): ColumnDraft['toolChoice'] =>
  TOOL_CHOICES.find((choice) => choice === given) ?? '';

function messageFrom(entry: SentEntry): DraftMessage {
  if ('type' in entry) return newPlaceholder(entry.name);
  const { role, content, toolCalls = [], toolCallId } = entry;
  return {
    ...newMessage(role, typeof content === 'string' ? content : textOf(content)),
    images:
      typeof content === 'string'
        ? []
        : content.flatMap((part): MessageImage[] =>
            part.type === 'image' ? [part.image] : part.type === 'media' ? [part] : [],
          ),
    toolCalls,
    toolCallId: toolCallId ?? null,
  };
}

const textOf = (content: Exclude<SentMessage['content'], string>): string =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('');

export const placeholdersFrom = (
  shared: NonNullable<RunBody['placeholders']> | undefined,
): PlaceholderMessages =>
  Object.fromEntries(
    Object.entries(shared ?? {}).map(([name, messages]) => [name, messages.map(messageFrom)]),
  );

/** `connections` are asked for the model: the first that allows it, else the usual one. */
export function columnFromCall(
  draft: StoredDraft,
  connections: readonly Schemas['ModelConnection'][],
): ColumnDraft {
  const { connection, model } = fittingConnection(connections, {
    provider: draft.provider ?? '',
    model: draft.model ?? '',
  });
  return {
    ...emptyColumn(connection?.id ?? ''),
    model,
    messages: draft.messages.length > 0 ? draft.messages.map(messageFrom) : [newMessage('user')],
    tools: draft.tools.length > 0 ? pretty(draft.tools) : '',
    schema: draft.outputSchema ? pretty(draft.outputSchema) : '',
    settings: settingsFrom(draft.settings),
    stops: stopsFrom(draft.settings),
    promptId: draft.promptId,
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function columnFromPrompt(
  prompt: StoredPrompt,
  connections: readonly Schemas['ModelConnection'][],
): ColumnDraft {
  const { config } = prompt;
  const settings = isObject(config['settings']) ? config['settings'] : config;
  const model = typeof config['model'] === 'string' ? config['model'] : '';
  const fits = connections.find(
    ({ models, defaultModel }) => defaultModel === model || models.includes(model),
  );
  const messages = prompt.messages?.flatMap((message) => {
    if (!('role' in message)) return [newPlaceholder(message.name)];
    const role = DRAFT_ROLES.find((each) => each === message.role) ?? 'user';
    return [newMessage(role === 'tool' ? 'user' : role, message.content)];
  }) ?? [newMessage('user', prompt.template)];
  return {
    ...emptyColumn((fits ?? connections[0])?.id ?? ''),
    model: fits ? model : '',
    messages,
    tools: Array.isArray(config['tools']) ? pretty(config['tools']) : '',
    schema: isObject(config['outputSchema']) ? pretty(config['outputSchema']) : '',
    settings: settingsFrom(settings),
    stops: stopsFrom(settings),
    toolChoice: toolChoiceFrom(config['toolChoice']),
    promptId: prompt.id,
  };
}

type SharedColumn = Schemas['SharedPlayground']['columns'][number];

export const columnFromShared = (shared: SharedColumn): ColumnDraft => ({
  ...emptyColumn(shared.connectionId),
  model: shared.model ?? '',
  messages: shared.messages.map(messageFrom),
  tools: shared.tools && shared.tools.length > 0 ? pretty(shared.tools) : '',
  schema: shared.outputSchema ? pretty(shared.outputSchema) : '',
  settings: settingsFrom(shared.settings ?? {}),
  stops: stopsFrom(shared.settings ?? {}),
  toolChoice: toolChoiceFrom(shared.toolChoice),
  promptId: shared.promptId ?? null,
});

const PLACEHOLDER = /\{\{([^{}]{1,200})\}\}/g;

/** Names of `{{variables}}`, in order of first use. */
export function variablesInTexts(texts: readonly string[]): string[] {
  const names = texts.flatMap((text) =>
    [...text.matchAll(PLACEHOLDER)].map(([, inner = '']) => inner.trim()),
  );
  return [...new Set(names.filter((name) => name !== ''))];
}

/** The same in all columns. What a model or a tool said has none. */
export const variablesIn = (columns: readonly ColumnDraft[]): string[] =>
  variablesInTexts(
    columns.flatMap(({ messages }) =>
      messages.flatMap(({ role, text }) => (role === 'system' || role === 'user' ? [text] : [])),
    ),
  );

/** Names of placeholders, in order of first use. One that has no name yet is left out. */
export const placeholderNames = (columns: readonly ColumnDraft[]): string[] => [
  ...new Set(
    columns.flatMap(({ messages }) =>
      messages.flatMap(({ placeholder }) => (placeholder === null ? [] : placeholder.trim() || [])),
    ),
  ),
];

/**
 * The messages of a placeholder stay with it while its name is typed. `columns` are those before the change of
 * one of them. Messages that the new name has already are kept.
 */
export function renamedPlaceholders(
  placeholders: PlaceholderMessages,
  columns: readonly ColumnDraft[],
  changed: ColumnDraft,
): PlaceholderMessages {
  const before = columns.find(({ key }) => key === changed.key)?.messages ?? [];
  const oldNames = new Map(before.map(({ key, placeholder }) => [key, placeholder?.trim()]));
  const renamed = changed.messages.find(
    ({ key, placeholder }) => oldNames.has(key) && oldNames.get(key) !== placeholder?.trim(),
  );
  const [from, to] = [oldNames.get(renamed?.key ?? 0), renamed?.placeholder?.trim()];
  if (from === undefined || to === undefined) return placeholders;
  const { [from]: moved = [], ...rest } = placeholders;
  if (moved.length === 0 || (placeholders[to] ?? []).length > 0) return placeholders;
  const after = columns.map((column) => (column.key === changed.key ? changed : column));
  return { ...(placeholderNames(after).includes(from) ? placeholders : rest), [to]: moved };
}

/** Names of the tools of all columns, in order of first use. */
export function toolNames(columns: readonly ColumnDraft[]): string[] {
  const tools = columns.flatMap((column) => {
    const given = parsed(column.tools, Array.isArray);
    return Array.isArray(given) ? (given as unknown[]) : [];
  });
  const names = tools.flatMap((tool) =>
    isObject(tool) && typeof tool['name'] === 'string' && tool['name'] !== '' ? [tool['name']] : [],
  );
  return [...new Set(names)];
}

/** The results of mocked tools by the ids of their calls. */
export const mockedResults = (
  calls: readonly ToolCallData[],
  mocks: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    calls.flatMap(({ id, name }) =>
      mocks[name] === undefined || mocks[name] === '' ? [] : [[id, mocks[name]]],
    ),
  );

/** The size of all images in characters. Stored files are sent by their ids. */
export const imageChars = (messages: readonly DraftMessage[]): number =>
  messages.reduce(
    (sum, { images }) =>
      sum + images.reduce((all, image) => all + (typeof image === 'string' ? image.length : 0), 0),
    0,
  );

const REFERENCE = '@@@langfusePrompt:';

/** Whether a message contains a prompt of the registry, whose variables are not in its text. */
export const hasReferences = ({ messages }: ColumnDraft): boolean =>
  messages.some(({ role, text }) => (role === 'system' || role === 'user') && text.includes(REFERENCE));

export type DraftFault = 'tools' | 'schema' | 'empty' | 'samePlaceholder' | 'connection';

function parsed(text: string, isRight: (value: unknown) => boolean): unknown {
  if (text.trim() === '') return undefined;
  try {
    const value = JSON.parse(text) as unknown;
    return isRight(value) ? value : null;
  } catch {
    return null;
  }
}

const isSaid = ({ text, images, toolCalls, role, placeholder }: DraftMessage): boolean =>
  placeholder === null
    ? role === 'tool' || text.trim() !== '' || images.length > 0 || toolCalls.length > 0
    : placeholder.trim() !== '';

/** The messages of the placeholders that these columns have, as they are sent. */
export const sentPlaceholders = (
  columns: readonly ColumnDraft[],
  placeholders: PlaceholderMessages,
): Record<string, SentMessage[]> =>
  Object.fromEntries(
    placeholderNames(columns).flatMap((name) => {
      const messages = (placeholders[name] ?? []).filter(isSaid).map(sentMessage);
      return messages.length > 0 ? [[name, messages] as const] : [];
    }),
  );

export function runBodyOf(
  column: ColumnDraft,
  variables: Readonly<Record<string, string>>,
  placeholders: PlaceholderMessages = {},
): { body: RunBody } | { fault: DraftFault } {
  if (column.connectionId === '') return { fault: 'connection' };
  const tools = parsed(column.tools, Array.isArray);
  if (tools === null) return { fault: 'tools' };
  const outputSchema = parsed(column.schema, isObject);
  if (outputSchema === null) return { fault: 'schema' };
  const messages = column.messages.filter(isSaid).map(sentEntry);
  const inserted = sentPlaceholders([column], placeholders);
  const isEmpty = messages.every((entry) => 'type' in entry) && Object.keys(inserted).length === 0;
  if (isEmpty) return { fault: 'empty' };
  const places = messages.filter((entry) => 'type' in entry);
  if (places.length > placeholderNames([column]).length) return { fault: 'samePlaceholder' };
  const used = hasReferences(column)
    ? [...new Set([...variablesIn([column]), ...Object.keys(variables)])]
    : variablesIn([column]);
  const numbers = Object.fromEntries(
    SETTING_NAMES.flatMap((name) =>
      column.settings[name].trim() === '' ? [] : [[name, Number(column.settings[name])] as const],
    ),
  );
  const stopSequences = sentStops(column.stops);
  const settings = { ...numbers, ...(stopSequences.length > 0 ? { stopSequences } : {}) };
  return {
    body: {
      connectionId: column.connectionId,
      messages,
      ...(column.model.trim() === '' ? {} : { model: column.model.trim() }),
      ...(used.length > 0
        ? { variables: Object.fromEntries(used.map((name) => [name, variables[name] ?? ''])) }
        : {}),
      ...(Object.keys(inserted).length > 0 ? { placeholders: inserted } : {}),
      ...(tools === undefined ? {} : { tools: tools as NonNullable<RunBody['tools']> }),
      ...(column.toolChoice === '' ? {} : { toolChoice: column.toolChoice }),
      ...(outputSchema === undefined ? {} : { outputSchema: outputSchema as Record<string, unknown> }),
      ...(Object.keys(settings).length > 0 ? { settings } : {}),
      ...(column.promptId === null ? {} : { promptId: column.promptId }),
    },
  };
}

const sentEntry = (message: DraftMessage): SentEntry =>
  message.placeholder === null
    ? sentMessage(message)
    : { type: 'placeholder', name: message.placeholder.trim() };

const sentImage = (image: MessageImage) =>
  typeof image === 'string' ? { type: 'image' as const, image } : image;

const sentMessage = ({ role, text, images, toolCalls, toolCallId }: DraftMessage): SentMessage => ({
  role,
  content: images.length === 0 ? text : [{ type: 'text', text }, ...images.map(sentImage)],
  ...(toolCalls.length > 0 ? { toolCalls: [...toolCalls] } : {}),
  ...(toolCallId === null ? {} : { toolCallId }),
});

/** The conversation with the answer at its end, and with results of its tool calls. */
export const continued = (
  column: ColumnDraft,
  answer: { text: string; toolCalls: readonly ToolCallData[] },
  results: Readonly<Record<string, string>>,
): ColumnDraft => ({
  ...column,
  messages: [
    ...column.messages,
    { ...newMessage('assistant', answer.text), toolCalls: answer.toolCalls },
    ...answer.toolCalls.map(({ id }) => ({ ...newMessage('tool', results[id] ?? ''), toolCallId: id })),
    ...(answer.toolCalls.length === 0 ? [newMessage('user')] : []),
  ],
});
