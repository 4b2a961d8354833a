// A prompt can contain others: `@@@langfusePrompt:name=intro|label=production@@@`, or `|version=3` with the
// number of a version. It is the syntax of Langfuse, so prompts move between the two without a change.

export interface PromptReference {
  name: string;
  /** Null if the reference names a version by its number. */
  label: string | null;
  number: number | null;
}

const MARKER = '@@@langfusePrompt:';
const REFERENCE = /@@@langfusePrompt:([^@\n]{1,500})@@@/g;
/** The label if a reference names neither a label nor a version, as in Langfuse. */
const DEFAULT_LABEL = 'production';

/** The label of the version that was created last. */
export const LATEST = 'latest';

/** Cheap, and true for every text with a reference. */
export const mayHaveReferences = (text: string): boolean => text.includes(MARKER);

interface ReferencePiece {
  /** The text between this reference and the one before. */
  before: string;
  /** Null if it cannot be read. */
  reference: PromptReference | null;
  written: string;
}

export function splitReferences(text: string): { pieces: ReferencePiece[]; rest: string } {
  const pieces: ReferencePiece[] = [];
  let at = 0;
  for (const { 0: written, 1: inner = '', index } of text.matchAll(REFERENCE)) {
    pieces.push({ before: text.slice(at, index), reference: readReference(inner), written });
    at = index + written.length;
  }
  return { pieces, rest: text.slice(at) };
}

function readReference(inner: string): PromptReference | null {
  const fields = new Map(
    inner.split('|').map((part) => {
      const equals = part.indexOf('=');
      return [part.slice(0, equals).trim(), part.slice(equals + 1).trim()] as const;
    }),
  );
  const name = fields.get('name') ?? '';
  const version = fields.get('version');
  if (name === '') return null;
  if (version === undefined) return { name, label: fields.get('label') || DEFAULT_LABEL, number: null };
  return /^[1-9]\d{0,8}$/.test(version) ? { name, label: null, number: Number(version) } : null;
}

export const writtenReference = ({ name, label, number }: PromptReference): string =>
  `${MARKER}name=${name}|${number === null ? `label=${label}` : `version=${number}`}@@@`;

interface PromptContent {
  type: 'text' | 'chat';
  template: string;
}

/** Applies a change to every text of a prompt: its template, or the content of each message. */
export async function mapPromptTexts(
  { type, template }: PromptContent,
  change: (text: string) => string | Promise<string>,
): Promise<string> {
  if (type === 'text') return change(template);
  const messages: unknown[] = [];
  for (const message of JSON.parse(template) as { content?: string }[]) {
    messages.push(
      message.content === undefined ? message : { ...message, content: await change(message.content) },
    );
  }
  return JSON.stringify(messages);
}

/** The references of a prompt, each once; those that cannot be read are left out. */
export async function referencesOf(content: PromptContent): Promise<PromptReference[]> {
  const found = new Map<string, PromptReference>();
  if (!mayHaveReferences(content.template)) return [];
  await mapPromptTexts(content, (text) => {
    for (const { reference } of splitReferences(text).pieces)
      if (reference) found.set(writtenReference(reference), reference);
    return text;
  });
  return [...found.values()];
}
