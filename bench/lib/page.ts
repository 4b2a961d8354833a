// Text of a documentation page that a script writes, between a pair of marks. Nothing else writes it.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const table = (head: readonly string[], rows: readonly string[][]): string =>
  [head, head.map((_name, column) => (column === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

/** `page` is a path in the repository. */
export function fillIn(page: string, texts: Readonly<Record<string, string>>): void {
  const file = fileURLToPath(new URL(`../../${page}`, import.meta.url));
  let whole = readFileSync(file, 'utf8');
  for (const [mark, text] of Object.entries(texts)) {
    const [begin, end] = [`<!-- ${mark} -->`, `<!-- end of ${mark} -->`];
    const [from, to] = [whole.indexOf(begin), whole.indexOf(end)];
    if (from === -1 || to === -1) throw new Error(`${page} has no place for ${mark}.`);
    whole = `${whole.slice(0, from + begin.length)}\n\n${text}\n\n${whole.slice(to)}`;
  }
  writeFileSync(file, whole);
}
