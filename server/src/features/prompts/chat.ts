// Chat prompts. Their template is a JSON array of messages and placeholders, so that everything that handles
// a template handles them too.
import { Compile } from 'typebox/compile';
import { AppError, invalid } from '#lib/app-error';
import { fieldFaults } from '#lib/field-faults';
import { once } from '#lib/later';
import { parseJson } from '#lib/safe-json';
import type { PromptsTable } from '#metadata';
import { readMessages, type PromptMessage } from '#services/prompts';
import { Messages } from './schemas.ts';

type Template = Pick<PromptsTable, 'type' | 'template'>;

/** The NUL character as JSON escapes it. */
const NUL = String.raw`\u0000`;

const check = once(() => Compile(Messages));

/**
 * The text that is searched for variables and compared in a diff: the template of a text prompt, or all
 * messages of a chat prompt.
 */
export const promptText = (prompt: Template): string =>
  readMessages(prompt)
    ?.map((message) => ('role' in message ? `${message.role}:\n${message.content}\n` : `[${message.name}]\n`))
    .join('\n') ?? prompt.template;

const writeMessages = (messages: readonly PromptMessage[]): string =>
  JSON.stringify(
    messages.map((message) =>
      'role' in message
        ? { role: message.role.toWellFormed(), content: message.content.toWellFormed() }
        : { type: message.type, name: message.name.toWellFormed() },
    ),
  );

interface GivenTemplate {
  template?: string;
  messages?: readonly PromptMessage[];
}

/** The template as it is stored, from either form; null if none is given. */
export function storedTemplate(type: Template['type'], { template, messages }: GivenTemplate): string | null {
  if (template !== undefined && messages !== undefined)
    throw invalid('messages', 'Send either template or messages, not both.');
  if (messages !== undefined) {
    if (type === 'text') throw invalid('messages', 'A text prompt has a template and no messages.');
    return writeMessages(messages);
  }
  if (template === undefined || type === 'text') return template?.toWellFormed() ?? null;
  return writeMessages(parseMessages(template));
}

function parseMessages(template: string): PromptMessage[] {
  const parsed = parseJson(Buffer.from(template.toWellFormed()), 8);
  if (!parsed.ok)
    throw invalid(
      'template',
      'The template of a chat prompt must be a JSON array of messages.',
      'invalid_messages',
    );
  if (JSON.stringify(parsed.value).includes(NUL))
    throw invalid('template', 'Text must not contain the character U+0000.', 'invalid_text');
  const faults = fieldFaults(check(), parsed.value);
  if (faults.length === 0) return parsed.value as PromptMessage[];
  const details = faults.map(({ path, message }) => ({
    path: path === '' ? 'template' : `template.${path}`,
    message,
  }));
  throw new AppError(
    'bad_request',
    'invalid_messages',
    'The template of a chat prompt must be a JSON array of {role, content} and {type: "placeholder", name}.',
    { details },
  );
}
