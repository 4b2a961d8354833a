// The form of exported data: a folder of Parquet files by table and day, and a manifest that lists them. docs/data-out.md
// describes it for readers.
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError, invalid } from '#lib/app-error';
import { DAY_MS, isoTime } from '#lib/clock';
import { once } from '#lib/later';
import { parseJson } from '#lib/safe-json';
import { Nullable, OneOf } from '#lib/schema';

export const MANIFEST_NAME = 'manifest.json';
const FORMAT = 'tracewell-data';
/** A reader that knows another version refuses the export. New columns need no new version. */
const FORMAT_VERSION = 1;

export const DATA_TABLES = ['calls', 'observations', 'scores'] as const;
export type DataTable = (typeof DATA_TABLES)[number];

/** The manifest says how long a file is, and an import reads files whole. */
const MAX_FILE_BYTES = 256 * 1_048_576;
const MAX_MANIFEST_BYTES = 64 * 1_048_576;

export const ArchiveDate = Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d$` });
export const ArchiveName = Type.Object({ id: Type.String(), name: Type.String() });

const ArchiveFile = Type.Object({
  // No other path is allowed, because it is opened below the folder of the export.
  path: Type.String({
    pattern: String.raw`^(${DATA_TABLES.join('|')})/day=\d{4}-\d\d-\d\d/part-\d{1,6}\.parquet$`,
  }),
  table: OneOf(DATA_TABLES),
  day: ArchiveDate,
  rows: Type.Integer({ minimum: 0 }),
  bytes: Type.Integer({ minimum: 0, maximum: MAX_FILE_BYTES }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
export type ArchiveFile = Static<typeof ArchiveFile>;

export const ArchiveDay = Type.Object({
  table: OneOf(DATA_TABLES),
  day: ArchiveDate,
  rows: Type.Integer({ minimum: 0 }),
  mark: Type.String(),
});
export type ArchiveDay = Static<typeof ArchiveDay>;

const ArchiveManifest = Type.Object({
  format: Type.Literal(FORMAT),
  version: Type.Integer(),
  madeBy: Type.String(),
  account: ArchiveName,
  project: Nullable(ArchiveName),
  projects: Type.Array(ArchiveName),
  content: Type.Boolean(),
  window: Type.Object({ from: ArchiveDate, to: ArchiveDate }),
  updatedAt: Type.String(),
  complete: Type.Boolean(),
  files: Type.Array(ArchiveFile),
  days: Type.Array(ArchiveDay),
});
export type ArchiveManifest = Static<typeof ArchiveManifest>;

const check = once(() => Compile(ArchiveManifest));

const damaged = (message: string) => new AppError('conflict', 'export_damaged', message);

export const manifestBytes = (facts: Omit<ArchiveManifest, 'format' | 'version'>): Buffer =>
  Buffer.from(`${JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, ...facts }, null, 2)}\n`);

/** `place` is for the error. */
export function readDataManifest(bytes: Buffer, place: string): ArchiveManifest {
  const parsed = bytes.length > MAX_MANIFEST_BYTES ? null : parseJson(bytes);
  const value = parsed?.ok ? parsed.value : null;
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown };
  if (format !== FORMAT) throw damaged(`The ${MANIFEST_NAME} in ${place} is not that of an export.`);
  if (version !== FORMAT_VERSION) {
    throw new AppError(
      'conflict',
      'export_newer',
      `The export in ${place} has a form that this version does not know. Use the version of Tracewell that made it, or a later one.`,
    );
  }
  if (check().Check(value)) return value;
  const [fault] = check().Errors(value);
  throw damaged(
    `The ${MANIFEST_NAME} in ${place} is damaged: ${fault?.instancePath ?? ''} ${fault?.message ?? ''}.`,
  );
}

/** YYYY-MM-DD, in UTC. */
export const dayOf = (ms: number): string => isoTime(ms).slice(0, 10);

export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00.000Z`);

export const endOfDay = (day: string): number => startOfDay(day) + DAY_MS;

/** Rejects dates that do not exist in the calendar. */
export function requireDay(field: string, day: string): string {
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? startOfDay(day) : Number.NaN;
  if (!Number.isNaN(at) && dayOf(at) === day) return day;
  throw invalid(field, `${field} must be a day such as 2026-01-31.`);
}

export const partPath = (table: DataTable, day: string, part: number): string =>
  `${table}/day=${day}/part-${part}.parquet`;
