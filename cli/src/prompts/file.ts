// Prompts in files. A `.json` file has every field; any other file is the template of a text prompt. The line
// end at the end of such a file is not part of the template, because editors add one.
import type { Schemas } from '@tracewell/sdk';
import { wrongInput } from '../service/fault.ts';
import { isFields } from '../service/read.ts';

type Prompt = Schemas['Prompt'];
type NewPrompt = Schemas['NewPrompt'];

/** What a version consists of, without what the service adds. */
type PromptDraft = Partial<NewPrompt>;

const isJsonFile = (file: string): boolean => /\.json$/i.test(file);

/** The fields in a file, in the form in which they are pushed. */
function draftOf(prompt: Prompt): PromptDraft {
  const { name, version, type, template, messages, variables, labels, description, config } = prompt;
  return {
    name,
    version,
    type,
    ...(type === 'chat' && messages !== null ? { messages } : { template }),
    variables,
    labels,
    description,
    config,
  };
}

export function promptFile(prompt: Prompt, file: string | null): string {
  if (file === null ? prompt.type === 'text' : !isJsonFile(file)) {
    if (prompt.type === 'text') return `${prompt.template}\n`;
    throw wrongInput('needs_json', 'A chat prompt has several messages: use a file that ends in .json.');
  }
  return `${JSON.stringify(draftOf(prompt), null, 2)}\n`;
}

const FIELDS: ReadonlySet<string> = new Set([
  'name',
  'version',
  'type',
  'template',
  'messages',
  'variables',
  'labels',
  'description',
  'config',
]);

export function readPromptFile(text: string, file: string): PromptDraft {
  if (!isJsonFile(file)) return { template: text.replace(/\r?\n$/, '') };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw wrongInput('invalid_file', `${file} is not JSON: ${why}`);
  }
  if (!isFields(value)) throw wrongInput('invalid_file', `${file} must be a JSON object.`);
  const unknown = Object.keys(value).filter((name) => !FIELDS.has(name));
  if (unknown.length > 0) {
    throw wrongInput(
      'invalid_file',
      `${file} has fields that a prompt does not have: ${unknown.join(', ')}.`,
    );
  }
  return value;
}

/** Whether a new version would say the same as the given one. A template file has no other fields. */
export function isUnchanged(draft: PromptDraft, prompt: Prompt): boolean {
  const stored: Record<string, unknown> = draftOf(prompt);
  return Object.entries(draft)
    .filter(([name]) => name !== 'name' && name !== 'version')
    .every(([name, value]) => sorted(value) === sorted(stored[name]));
}

/** The order of the fields of an object means nothing. */
const sorted = (value: unknown): string | undefined =>
  JSON.stringify(value, (_name, each: unknown) =>
    isFields(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each,
  );
