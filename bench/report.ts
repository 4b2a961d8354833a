// Updates the figures in docs/performance.md with their picture, and the sizes in docs/deploying.md, from the
// results in bench/results. Only this script writes the text between the marks there.
//   node bench/report.ts
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { judge, standing, type Judged } from './all/compare.ts';
import { TABLE, type Row } from './all/table.ts';
import type { Figures } from './lib/figures.ts';
import { fillIn, table } from './lib/page.ts';
import { readCells, type Cell } from './scale/cells.ts';
import { picture } from './scale/picture.ts';
import { sizing } from './scale/sizing.ts';

const at = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));
const PICTURE = at('docs/images/scale.svg');

interface Result {
  at: string;
  commit: string;
  machine: string;
  load: [number, number];
  figures: Figures;
}

const shown = (value: number): string =>
  value >= 1_000
    ? Math.round(value).toLocaleString('en')
    : value >= 100
      ? value.toFixed(0)
      : String(Number(value.toPrecision(2)));
const bound = (value: number | undefined, { better }: Row): string =>
  value === undefined ? '' : `${better === 'lower' ? '≤' : '≥'} ${shown(value)}`;
const count = (value: number): string => (value >= 1e6 ? `${value / 1e6} M` : value.toLocaleString('en'));

function readFigures(): (Result & { quick: boolean }) | null {
  const file = ['full', 'quick']
    .map((name) => at(`bench/results/${name}.json`))
    .find((path) => existsSync(path));
  if (file === undefined) return null;
  return { ...(JSON.parse(readFileSync(file, 'utf8')) as Result), quick: file.endsWith('quick.json') };
}

function figures(): string {
  const result = readFigures();
  if (result === null) return 'Not measured yet.';
  const size = result.quick ? ' with `--quick`' : '';
  const judged = judge(TABLE, result.figures, null);
  const rows = judged.map(({ row, value, toBare, atTargetSpeed }) => [
    row.title,
    `${shown(value)} ${row.unit}`,
    bound(row.must, row),
    bound(row.goal, row),
    toBare === null ? '' : `${toBare.toFixed(2)} x`,
    atTargetSpeed === null ? '' : `${shown(atTargetSpeed)} ${row.unit}`,
  ]);
  return [
    `Taken${size} at commit ${result.commit} on ${result.machine}, with a load of ${result.load[0]} before and ${result.load[1]} after (a quiet machine has less than 0.5).`,
    speedOf(judged),
    '',
    table(['figure', 'measured', 'must', 'goal', 'to bare', 'at target speed'], rows),
  ].join('\n');
}

/** How fast the machine was, and which rates it would have missed at a speed of 1. */
function speedOf(judged: readonly Judged[]): string {
  const speeds = judged.flatMap(({ value, atTargetSpeed }) =>
    atTargetSpeed === null ? [] : [value / atTargetSpeed],
  );
  if (speeds.length === 0) return '';
  const missed = judged.flatMap(({ row, atTargetSpeed }) =>
    atTargetSpeed !== null && standing(row, atTargetSpeed) === 'missed'
      ? [`${row.title} (${shown(atTargetSpeed)} ${row.unit})`]
      : [],
  );
  const range = [Math.min(...speeds), Math.max(...speeds)].map((speed) => speed.toFixed(1)).join(' to ');
  return [
    `While rates were measured, the machine was at ${range} times the speed at which the targets were set.`,
    ...(missed.length > 0
      ? [`At a speed of 1, these would miss what they must reach: ${missed.join('; ')}.`]
      : []),
  ].join(' ');
}

const cellName = ({ rows, accounts }: Cell): string => `${count(rows)} / ${accounts.toLocaleString('en')}`;

function growth(): string {
  const { machine, cells } = readCells();
  if (cells.length === 0) return 'Not measured yet.';
  const sorted = cells.toSorted((one, two) => one.accounts - two.accounts || one.rows - two.rows);
  const head = ['calls / accounts', ...sorted.map(cellName)];
  const line = (name: string, value: (cell: Cell) => string) => [name, ...sorted.map(value)];
  const reads = [...new Set(sorted.flatMap((cell) => Object.keys(cell.reads)))];
  const service = [
    line('commit', (cell) => cell.commit.slice(0, 7)),
    line('start to healthy, ms', (cell) => shown(cell.startMs)),
    line('first question at once, ms', (cell) => shown(cell.firstAtOnceMs)),
    line('first question after 3 s, ms', (cell) => shown(cell.firstLaterMs)),
    line('memory when idle, MB', (cell) => shown(cell.idleMb)),
    line('disk a call, bytes', (cell) => shown(cell.bytesPerRecord)),
  ];
  const times = reads.map((name) =>
    line(`${name}, ms`, ({ reads: { [name]: read } }) => {
      if (read === undefined) return 'not measured';
      return read ? `${shown(read.p50)} / ${shown(read.p99)} (${read.ratio.toFixed(1)} x)` : 'refused';
    }),
  );
  return [
    `On ${machine}. Reads: p50 / p99, and p50 against the bare SQL in the same run. The columns were taken at different times, and such a machine may be half as fast an hour later: compare the ratios.`,
    '',
    table(head, [...service, ...times]),
  ].join('\n');
}

fillIn('docs/performance.md', { figures: figures(), growth: growth() });
fillIn('docs/deploying.md', { sizing: sizing(readFigures()?.figures ?? null, readCells().cells) });
writeFileSync(PICTURE, picture(readCells().cells));
