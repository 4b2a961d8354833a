// The growth of reads as one picture: the time of each read against the number of stored calls, with a panel
// for each number of accounts. Colours follow the reader's light or dark setting.
import type { Cell } from './cells.ts';

const SHOWN = [
  'newest 50',
  'by id',
  'trace',
  'cost by day, 90 d',
  'percentiles, 90 d',
  'export of 50,000, CSV',
] as const;
const COLOURS = ['#2f81f7', '#d29922', '#3fb950', '#a371f7', '#f85149', '#8b949e'];

const PANEL = { width: 250, height: 220, left: 56, top: 34, gap: 26 };
const LEGEND_LINE = 18;
const TICKS_MS = [1, 10, 100, 1_000, 10_000];
const ROWS = [1e6, 1e7, 5e7];

const log = Math.log10;
const x = (rows: number): number =>
  ((log(rows) - log(1e6)) / (log(5e7) - log(1e6))) * (PANEL.width - 24) + 12;
const y = (ms: number): number => {
  const part =
    (log(Math.max(ms, 1)) - log(TICKS_MS[0] ?? 1)) / (log(TICKS_MS.at(-1) ?? 1) - log(TICKS_MS[0] ?? 1));
  return PANEL.height * (1 - Math.min(1, part));
};

const count = (rows: number): string => (rows >= 1e6 ? `${rows / 1e6} M` : rows.toLocaleString('en'));
const short = (ms: number): string => (ms >= 1_000 ? `${ms / 1_000} s` : `${ms} ms`);
const at = (value: number): string => value.toFixed(1);

function panel(accounts: number, cells: readonly Cell[], index: number): string {
  const left = PANEL.left + index * (PANEL.width + PANEL.gap);
  const grid = TICKS_MS.map((ms) => {
    const label =
      index === 0 ? `<text class="t" x="-6" y="${at(y(ms) + 4)}" text-anchor="end">${short(ms)}</text>` : '';
    return `<line class="g" x1="0" x2="${PANEL.width}" y1="${at(y(ms))}" y2="${at(y(ms))}"/>${label}`;
  });
  const ticks = ROWS.map(
    (rows) =>
      `<text class="t" x="${at(x(rows))}" y="${PANEL.height + 16}" text-anchor="middle">${count(rows)}</text>`,
  );
  const lines = SHOWN.map((name, line) => {
    const points = cells.flatMap((cell) => {
      const read = cell.reads[name];
      return read ? [`${at(x(cell.rows))},${at(y(read.p50))}`] : [];
    });
    const dots = points.map((point) => {
      const [cx, cy] = point.split(',');
      return `<circle cx="${cx}" cy="${cy}" r="3" fill="${COLOURS[line]}"/>`;
    });
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${COLOURS[line]}" stroke-width="2"/>${dots.join('')}`;
  });
  const title = accounts === 1 ? 'one account' : `${accounts.toLocaleString('en')} accounts`;
  return `<g transform="translate(${left} ${PANEL.top})"><text class="h" x="0" y="-14">${title}</text>${[...grid, ...ticks, ...lines].join('')}</g>`;
}

export function picture(cells: readonly Cell[]): string {
  const groups = [...new Set(cells.map(({ accounts }) => accounts))].toSorted((one, two) => one - two);
  const panels = groups.map((accounts, index) =>
    panel(
      accounts,
      cells.filter((cell) => cell.accounts === accounts).toSorted((one, two) => one.rows - two.rows),
      index,
    ),
  );
  const width = PANEL.left + groups.length * (PANEL.width + PANEL.gap);
  const below = PANEL.top + PANEL.height + 44;
  const legend = SHOWN.map((name, line) => {
    const column = line % 3;
    const row = Math.floor(line / 3);
    const left = PANEL.left + (column * (width - PANEL.left)) / 3;
    const top = below + row * LEGEND_LINE;
    return `<rect x="${at(left)}" y="${top - 9}" width="10" height="10" rx="2" fill="${COLOURS[line]}"/><text class="t" x="${at(left + 16)}" y="${top}">${name}</text>`;
  });
  const height = below + 2 * LEGEND_LINE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
<title id="title">Median time of reads against the number of stored calls, by the number of accounts</title>
<style>
text { font: 12px system-ui, sans-serif; }
.t { fill: #57606a; } .h { fill: #24292f; font-weight: 600; } .g { stroke: #d0d7de; }
@media (prefers-color-scheme: dark) { .t { fill: #9198a1; } .h { fill: #e6edf3; } .g { stroke: #30363d; } }
</style>
${panels.join('\n')}
${legend.join('\n')}
</svg>
`;
}
