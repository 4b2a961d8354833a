// The parts of an integration, and how its lines get the URL of this service and the key of the user.

export const GROUPS = ['python', 'javascript', 'agents', 'other', 'from'] as const;
export type IntegrationGroup = (typeof GROUPS)[number];

export interface Block {
  /** A kind, whose name is translated, or the name of a file. */
  label: 'install' | 'environment' | { file: string };
  /** The page below docs/ that has exactly these lines; a test compares them. */
  page: string;
  /** As in the docs, with the URL and the key of the docs. */
  code: string;
}

/** Whether messages are sent by default, and how to turn that off, or only with certain settings. */
export type MessageSetting =
  | { sent: 'default'; off: readonly string[] }
  | { sent: 'setting'; on: readonly string[] };

export interface Integration {
  /** Used in the URL: `?with=langchain-py`. */
  id: string;
  name: string;
  group: IntegrationGroup;
  /** Two letters, for products without a logo. */
  mark: string;
  blocks: readonly Block[];
  /** Null if it depends on what the program does. */
  messages: MessageSetting | null;
}

export const PLACEHOLDER = 'YOUR_API_KEY';

const ADDRESS_IN_DOCS = /https?:\/\/(?:localhost:4318|127\.0\.0\.1:4318|tracewell\.example\.com)/g;

export const filled = (code: string, base: string, key: string): string =>
  code.replaceAll(ADDRESS_IN_DOCS, () => base).replaceAll('twl_…', () => key);

/** Every word of the query begins a word of the name or of the group. */
export function matches({ name, group }: Pick<Integration, 'name' | 'group'>, query: string): boolean {
  const words = `${name} ${group}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return query
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .every((asked) => words.some((word) => word.startsWith(asked)));
}
