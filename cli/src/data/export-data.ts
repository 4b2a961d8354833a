// Brings an export in a folder up to date: days that are new, or whose records have changed since. A run that was
// killed continues, because the manifest is written after each day.
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Schemas } from '@tracewell/sdk';
import type { AskService } from '../service/connect.ts';
import { serviceFault, wrongInput } from '../service/fault.ts';
import type { Progress } from '../terminal/progress.ts';
import { filesOf } from './frames.ts';
import {
  FOLDER_TABLES,
  dayPath,
  readFolderManifest,
  fileHash,
  writeFolderManifest,
  type FolderFile,
  type DataFolder,
  type DataManifest,
  type FolderTable,
} from './manifest.ts';
import { rowsIn } from './read-parquet.ts';

type DataDays = Schemas['DataDays'];
type DataDay = DataDays['days'][number];

/** An account has one export at a time; another one may be running. */
const BUSY_MS = 60_000;
/** Listing the days reads the scores. */
const LIST_MS = 120_000;
const ATTEMPTS = 3;

interface DataWish {
  from?: string;
  to?: string;
  content: boolean;
}

export interface DataExported {
  folder: string;
  window: DataManifest['window'];
  content: boolean;
  written: number;
  kept: number;
  removed: number;
  rows: Record<FolderTable, number>;
  files: number;
  bytes: number;
}

const isOf = (table: FolderTable, day: string) => (each: { table: FolderTable; day: string }) =>
  each.table === table && each.day === day;

export async function exportToFolder(
  ask: AskService,
  folder: DataFolder,
  wish: DataWish,
  progress: Progress,
): Promise<DataExported> {
  const there = await ask((client, signal) => client.GET('/v1/data', { params: { query: wish }, signal }), {
    attemptMs: LIST_MS,
  });
  const manifest = await manifestFor(folder, there);
  const report = { written: 0, kept: 0, removed: 0 };
  for (const [at, { table, day, mark }] of there.days.entries()) {
    if (await isCurrent(folder, manifest, { table, day, mark }, there)) {
      report.kept += 1;
      continue;
    }
    progress.show(`${table} of ${day} (${at + 1} of ${there.days.length})`);
    const files = await fetchDay(ask, folder, { table, day }, wish.content);
    await putDay(folder, manifest, { table, day, mark }, files);
    report.written += 1;
  }
  for (const { table, day, mark } of manifest.days) {
    const isListed = there.days.some(isOf(table, day));
    if (isListed || day < there.window.from || day > there.window.to || isFading(day, there)) continue;
    await putDay(folder, manifest, { table, day, mark }, []);
    report.removed += 1;
  }
  manifest.complete = true;
  await save(folder, manifest);
  progress.end();
  return {
    folder: folder.root,
    window: manifest.window,
    content: wish.content,
    ...report,
    ...totals(manifest),
  };
}

/** Continues an export of the same data, or begins one. */
async function manifestFor(folder: DataFolder, there: DataDays): Promise<DataManifest> {
  const { madeBy, account, project, projects, content, window } = there;
  const facts = { madeBy, account, project, projects, content, updatedAt: '', complete: false };
  const before = await readFolderManifest(folder);
  if (before === null) return { ...facts, window, days: [], files: [] };
  const other = otherData(before, there);
  if (other !== null)
    throw wrongInput(
      'export_of_other_data',
      `${folder.root} has an export of ${other}. Name another folder.`,
    );
  const whole = {
    from: before.window.from < window.from ? before.window.from : window.from,
    to: before.window.to > window.to ? before.window.to : window.to,
  };
  return { ...facts, window: whole, days: before.days, files: before.files };
}

function otherData(before: DataManifest, { account, project, content }: DataDays): string | null {
  if (before.account.id !== account.id) return `account ${before.account.name}`;
  if (before.project?.id !== project?.id)
    return before.project ? `project ${before.project.name}` : 'the whole account';
  if (before.content !== content) return `the data ${before.content ? 'with' : 'without'} content`;
  return null;
}

/** The service deletes records of this day now. They stay in the export. */
const isFading = (day: string, { keptSince }: DataDays): boolean =>
  Date.parse(`${day}T00:00:00.000Z`) <= Date.parse(keptSince);

async function isCurrent(
  folder: DataFolder,
  manifest: DataManifest,
  { table, day, mark }: Omit<DataDay, 'rows'>,
  there: DataDays,
): Promise<boolean> {
  const before = manifest.days.find(isOf(table, day));
  if (!before || (before.mark !== mark && !isFading(day, there))) return false;
  for (const { path, sha256 } of manifest.files.filter(isOf(table, day))) {
    const bytes = await folder.read(path);
    if (bytes === null || fileHash(bytes) !== sha256) return false;
  }
  return true;
}

async function fetchDay(
  ask: AskService,
  folder: DataFolder,
  { table, day }: Pick<DataDay, 'table' | 'day'>,
  content: boolean,
): Promise<FolderFile[]> {
  for (let attempt = 1; ; attempt += 1) {
    const data = await ask(
      (client, signal) =>
        client.GET('/v1/data/{table}/{day}', {
          params: { path: { table, day }, query: { content } },
          parseAs: 'stream',
          signal,
        }),
      { attemptMs: null, busyPatienceMs: BUSY_MS },
    );
    try {
      const files: FolderFile[] = [];
      const stream = Readable.fromWeb(data as unknown as ReadableStream);
      for await (const bytes of filesOf(stream)) {
        const path = `${dayPath(table, day)}/part-${files.length}.parquet`;
        await folder.write(path, bytes);
        files.push({ path, table, day, rows: rowsIn(bytes), bytes: bytes.length, sha256: fileHash(bytes) });
      }
      return files;
    } catch (error) {
      if (attempt < ATTEMPTS && error instanceof Error && error.name !== 'Fault') continue;
      if (error instanceof Error && error.name === 'Fault') throw error;
      throw serviceFault(
        'transfer_broken',
        `The transfer of ${table} of ${day} broke off. Run the command again: it continues.`,
      );
    }
  }
}

/** Without files, the day is removed. Files are removed before the manifest forgets them. */
async function putDay(
  folder: DataFolder,
  manifest: DataManifest,
  { table, day, mark }: Omit<DataDay, 'rows'>,
  files: readonly FolderFile[],
): Promise<void> {
  const isOfDay = isOf(table, day);
  // Also those that a killed run wrote and did not list: readers of the folder would take them for data.
  for (const path of await folder.list(dayPath(table, day)))
    if (!files.some((file) => file.path === path)) await folder.remove(path);
  const byPlace = (left: FolderFile | DataDay, right: FolderFile | DataDay) =>
    `${left.table} ${left.day}` < `${right.table} ${right.day}` ? -1 : 1;
  manifest.files = [...manifest.files.filter((file) => !isOfDay(file)), ...files].sort(byPlace);
  const others = manifest.days.filter((each) => !isOfDay(each));
  const rows = files.reduce((sum, file) => sum + file.rows, 0);
  manifest.days = [...others, ...(files.length > 0 ? [{ table, day, rows, mark }] : [])].sort(byPlace);
  await save(folder, manifest);
}

const save = (folder: DataFolder, manifest: DataManifest): Promise<void> => {
  manifest.updatedAt = new Date().toISOString();
  return writeFolderManifest(folder, manifest);
};

function totals({ days, files }: DataManifest): Pick<DataExported, 'rows' | 'files' | 'bytes'> {
  const sum = (table: FolderTable): number =>
    days.filter((day) => day.table === table).reduce((rows, day) => rows + day.rows, 0);
  const [calls = 0, observations = 0, scores = 0] = FOLDER_TABLES.map(sum);
  return {
    rows: { calls, observations, scores },
    files: files.length,
    bytes: files.reduce((bytes, file) => bytes + file.bytes, 0),
  };
}
