// The table of docs/project-keys.md, generated from the endpoint list: what a key bound to a project may
// call.
import type { Endpoint } from '../server/src/core/endpoint.ts';

const BEGIN = '<!-- generated: endpoints by project -->';
const END = '<!-- end of generated -->';

const HEAD = ['path', 'in its own project', '403 `account_wide`'];

function rowsOf(endpoints: readonly Endpoint[]): string[][] {
  // The pages about other back ends describe the paths of their clients.
  const forKeys = endpoints.filter(
    ({ auth, access, peer }) => auth === 'account' && access?.credential !== 'session' && !peer,
  );
  return [...Map.groupBy(forKeys, ({ path }) => path)].map(([path, all]) => {
    const methods = (reach: Endpoint['project']) =>
      all
        .filter(({ project }) => project === reach)
        .map(({ method }) => method)
        .join(', ');
    return [`\`${path}\``, methods('scoped'), methods('account-wide')];
  });
}

/** Pads the columns as the formatter does. */
function tableOf(rows: readonly string[][]): string {
  const widths = HEAD.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

/** The page with the current table. */
export function withProjectTable(page: string, endpoints: readonly Endpoint[]): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('The page has no place for the table.');
  return `${before}${BEGIN}\n\n${tableOf([HEAD, ...rowsOf(endpoints)])}\n\n${END}${after}`;
}
