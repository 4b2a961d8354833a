// What a machine needs at which load, from the figures of bench/all.ts and bench/scale.ts. The text is in
// docs/deploying.md.
import type { Figures } from '../lib/figures.ts';
import { table } from '../lib/page.ts';
import type { Cell } from './cells.ts';

const RECORDS_A_DAY = [100_000, 1_000_000, 10_000_000, 50_000_000, 200_000_000];
const RETENTION_DAYS = 90;
/** The busiest second of a day against its average. */
const PEAK = 10;
/** Ingest leaves as much for questions, merges and the rest. */
const SHARE = 0.5;
/** A process with its own engine keeps a fingerprint of each stored id (docs/performance.md). */
const ID_BYTES = 4.2;
/** With more memory than this for ids, a ClickHouse server is the better home: it needs none of it. */
const IDS_IN_ONE_GB = 4;
/** Merges and backups need as much again. */
const DISK_ROOM = 2;
const DAY_SECONDS = 86_400;

interface Sized {
  recordsADay: number;
  busiest: number;
  cores: number;
  coresWithContent: number;
  memoryGb: number;
  diskGb: number;
  /** One process takes it: half of what it acknowledged with its client on two cores, and few enough ids. */
  oneProcess: boolean;
}

const powerOfTwo = (value: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, value)));

export function sizes(figures: Figures, cells: readonly Cell[]): Sized[] {
  const {
    'ingest.perCpuSecond': perCpu = Number.NaN,
    'ingest-content.perCpuSecond': withContent = Number.NaN,
    'ingest.perSecond': perSecond = Number.NaN,
    'ingest.peakMb': peakMb = Number.NaN,
  } = figures;
  const largest = cells.toSorted((one, two) => one.rows - two.rows);
  const bytes = Math.max(...cells.map(({ bytesPerRecord }) => bytesPerRecord));
  return RECORDS_A_DAY.map((recordsADay) => {
    const busiest = (recordsADay / DAY_SECONDS) * PEAK;
    const stored = recordsADay * RETENTION_DAYS;
    const cell = largest.find(({ rows }) => rows >= stored) ?? largest.at(-1);
    const oneProcess = busiest <= perSecond * SHARE && stored * ID_BYTES <= IDS_IN_ONE_GB * 1e9;
    // What the cell was measured with has the memory of its own ids.
    const idsMb = oneProcess ? (Math.max(0, stored - (cell?.rows ?? 0)) * ID_BYTES) / 1e6 : 0;
    const needed = (per: number): number => Math.max(2, Math.ceil(busiest / per / SHARE));
    return {
      recordsADay,
      busiest,
      cores: needed(perCpu),
      coresWithContent: needed(withContent),
      // As much again for questions and the disk cache.
      memoryGb: powerOfTwo((2 * Math.max(peakMb, cell?.idleMb ?? 0) + idsMb) / 1_000),
      diskGb: (stored * bytes * DISK_ROOM) / 1e9,
      oneProcess,
    };
  });
}

const count = (value: number): string => Math.round(value).toLocaleString('en');
const atLeast = (value: number): string => (value < 1 ? 'less than 1 GB' : `${count(value)} GB`);

export function sizing(figures: Figures | null, cells: readonly Cell[]): string {
  if (figures === null || cells.length === 0) return 'Not measured yet.';
  const rows = sizes(figures, cells).map((size) => [
    count(size.recordsADay),
    `${count(size.busiest)}/s`,
    size.oneProcess ? 'one process' : 'several processes',
    `${size.cores}, with messages ${size.coresWithContent}`,
    size.oneProcess ? `${size.memoryGb} GB` : `${size.memoryGb} GB in each process`,
    atLeast(size.diskGb),
  ]);
  return table(
    ['records a day', 'busiest second', 'form', 'cores', 'memory', `disk for ${RETENTION_DAYS} days`],
    rows,
  );
}
