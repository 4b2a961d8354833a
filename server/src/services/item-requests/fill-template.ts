// Fills the placeholders of a prompt: `{{input}}` with the item, the others with the defaults of their
// variables.
import { fillPlaceholders } from '#lib/placeholders';
import type { ModelChatMessage } from '#services/models';
import { readMessages, readVariables, type PromptRow, type Variables } from '#services/prompts';

const SYSTEM = new Set(['system', 'developer']);

export interface FilledPrompt {
  system: string | null;
  messages: { role: 'user' | 'assistant'; content: string }[];
  /** The input that is stored with the call: the text, or all messages with their roles. */
  input: string | { role: string; content: string }[];
}

/** A prompt without `{{input}}` gets the input at its end. */
export function fillPrompt(
  prompt: Pick<PromptRow, 'type' | 'template' | 'variables'> | null,
  input: string,
): FilledPrompt {
  const chat = prompt && readMessages(prompt);
  const given = prompt ? null : messagesIn(input);
  if (given) {
    const system = given.filter(({ role }) => SYSTEM.has(role)).map(({ content }) => content);
    const messages = said(given);
    if (messages.length > 0)
      return { system: system.length > 0 ? system.join('\n\n') : null, messages, input: given };
  }
  if (!chat) {
    const text = prompt ? fillText(prompt.template, readVariables(prompt), input) : input;
    return { system: null, messages: [{ role: 'user', content: text }], input: text };
  }
  const fill = filler(readVariables(prompt), input);
  // An item has no earlier messages to replace a placeholder with.
  const filled = chat.flatMap((message) =>
    'role' in message ? [{ role: message.role, content: fill.in(message.content) }] : [],
  );
  const all = fill.placed ? filled : [...filled, { role: 'user', content: input }];
  const system = all.filter(({ role }) => SYSTEM.has(role)).map(({ content }) => content);
  const messages = said(all);
  return {
    system: system.length > 0 ? system.join('\n\n') : null,
    // A request to a model needs at least one message.
    messages: messages.length > 0 ? messages : [{ role: 'user', content: input }],
    input: all,
  };
}

/** As one list, for a request that has more than text. */
export const filledMessages = ({ system, messages }: FilledPrompt): ModelChatMessage[] => [
  ...(system === null ? [] : [{ role: 'system' as const, content: system }]),
  ...messages,
];

interface RoleMessage {
  role: string;
  content: string;
}

const said = (all: readonly RoleMessage[]): FilledPrompt['messages'] =>
  all.flatMap(({ role, content }) =>
    SYSTEM.has(role)
      ? []
      : [{ role: role === 'assistant' ? ('assistant' as const) : ('user' as const), content }],
  );

/** An item whose input is a list of messages needs no prompt. Null for any other input. */
function messagesIn(input: string): RoleMessage[] | null {
  if (!input.startsWith('[')) return null;
  try {
    const value: unknown = JSON.parse(input);
    return Array.isArray(value) && value.length > 0 && value.every(isMessage)
      ? value.map(({ role, content }) => ({ role, content }))
      : null;
  } catch {
    return null;
  }
}

const isMessage = (value: unknown): value is RoleMessage =>
  typeof value === 'object' &&
  value !== null &&
  'role' in value &&
  'content' in value &&
  typeof value.role === 'string' &&
  typeof value.content === 'string';

function fillText(template: string, variables: Variables | null, input: string): string {
  const fill = filler(variables, input);
  const text = fill.in(template);
  return fill.placed ? text : `${text}\n\n${input}`;
}

/** Fills `{{input}}` and the defaults of variables; `placed` says whether the input was used. */
export function filler(variables: Variables | null, input: string) {
  const fill = {
    placed: false,
    in: (template: string): string =>
      fillPlaceholders(template, (name) => {
        if (name === 'input') {
          fill.placed = true;
          return input;
        }
        const variable = variables && Object.hasOwn(variables, name) ? variables[name] : undefined;
        const value = typeof variable === 'object' && variable !== null ? variable.default : variable;
        return value === undefined || value === null ? undefined : String(value);
      }),
  };
  return fill;
}
