import type { ListedCallData } from './types.ts';

type Found = Pick<ListedCallData, 'preview' | 'snippet'>;

/** Where a search hit is shown: in the output if only that has the words, else in the input. */
export function snippetPart({ preview, snippet }: Found): 'input' | 'output' | null {
  if (!snippet) return null;
  const has = (text: string | null | undefined) =>
    (text ?? '').toLowerCase().includes(snippet.match.toLowerCase());
  return has(preview?.output) && !has(preview?.input) ? 'output' : 'input';
}
