// What a column asks, as the input of a dataset item.
import { runBodyOf, type ColumnDraft, type PlaceholderMessages } from './draft.ts';

interface ItemInput {
  /** A text, or messages as JSON. */
  input: string;
  isJson: boolean;
}

const VARIABLE = /\{\{([^{}]{1,200})\}\}/g;

const filled = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replaceAll(VARIABLE, (whole, inner: string) => variables[inner.trim()] ?? whole);

/**
 * With the values of variables and placeholders. A single question is its text. Tool calls and their results
 * are left out, because they are part of finding the answer. Null if there is nothing to ask.
 */
export function datasetInputOf(
  column: ColumnDraft,
  variables: Readonly<Record<string, string>>,
  placeholders: PlaceholderMessages,
): ItemInput | null {
  const made = runBodyOf(column, variables, placeholders);
  if ('fault' in made) return null;
  const { messages, placeholders: inserted = {} } = made.body;
  const asked = messages.flatMap((entry) => {
    if ('type' in entry) return inserted[entry.name] ?? [];
    const { role, content } = entry;
    if (role !== 'system' && role !== 'user') return [entry];
    const fill = (text: string) => filled(text, variables);
    return [
      {
        role,
        content:
          typeof content === 'string'
            ? fill(content)
            : content.map((part) =>
                part.type === 'text' ? { type: part.type, text: fill(part.text) } : part,
              ),
      },
    ];
  });
  const said = asked.flatMap(({ role, content }) =>
    role === 'tool' || content === '' ? [] : [{ role, content: storedContent(content) }],
  );
  const [only] = said;
  if (!only) return null;
  return said.length === 1 && only.role === 'user' && typeof only.content === 'string'
    ? { input: only.content, isJson: false }
    : { input: JSON.stringify(said, null, 2), isJson: true };
}

type FilePart = { type: 'media'; mediaId: string; contentType: string; bytes: number };

type Content =
  | string
  | readonly ({ type: 'text'; text: string } | { type: 'image'; image: string } | FilePart)[];

type StoredPart =
  | FilePart
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } };

/** In the form of chat completions, which other tools read too. */
const storedContent = (content: Content) =>
  typeof content === 'string'
    ? content
    : content.flatMap((part): StoredPart[] => {
        if (part.type === 'image') return [{ type: 'image_url', image_url: { url: part.image } }];
        if (part.type === 'media') return [part];
        return part.text === '' ? [] : [part];
      });
