// Sends an export in a folder to an account. An id that is known is not stored again, so everything may be sent
// twice. Files that are stored are noted, so that a second run goes on.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AskService } from '../service/connect.ts';
import { Fault, wrongInput } from '../service/fault.ts';
import { isFields } from '../service/read.ts';
import type { Progress } from '../terminal/progress.ts';
import {
  FOLDER_TABLES,
  readFolderManifest,
  fileHash,
  type FolderFile,
  type DataFolder,
  type DataManifest,
  type FolderTable,
} from './manifest.ts';
import { exportedRows, type FolderRow } from './read-parquet.ts';

/** The limits of POST /v1/data/import. */
const MAX_ROWS = 500;
const MAX_BYTES = 4 * 1_048_576;
const SEND_MS = 120_000;
/** A service that restarts or is overloaded comes back. */
const PATIENCE_MS = 5 * 60_000;

interface ImportedTable {
  read: number;
  stored: number;
  duplicates: number;
  rejected: { rule: string; count: number; example: string }[];
}

export interface DataImported {
  folder: string;
  /** The account that was exported. */
  from: string;
  content: boolean;
  /** Files that an earlier run of this import has stored. */
  skipped: number;
  tables: Record<FolderTable, ImportedTable>;
}

const empty = (): ImportedTable => ({ read: 0, stored: 0, duplicates: 0, rejected: [] });

export async function importFromFolder(
  ask: AskService,
  folder: DataFolder,
  noteFile: string,
  progress: Progress,
): Promise<DataImported> {
  const manifest = await readFolderManifest(folder);
  if (manifest === null)
    throw wrongInput('no_export', `There is no export in ${folder.root}: it has no manifest.json.`);
  const note = new ImportNote(noteFile);
  const report: DataImported = {
    folder: folder.root,
    from: manifest.account.name,
    content: manifest.content,
    skipped: 0,
    tables: { calls: empty(), observations: empty(), scores: empty() },
  };
  const files = FOLDER_TABLES.flatMap((table) => manifest.files.filter((file) => file.table === table));
  try {
    for (const [at, file] of files.entries()) {
      if (note.has(file.sha256)) {
        report.skipped += 1;
        continue;
      }
      progress.show(`${file.path} (${at + 1} of ${files.length})`);
      for await (const rows of exportedRows(await wholeFile(folder, file)))
        for (const some of batchesOf(rows))
          add(report.tables[file.table], await send(ask, manifest, file, some));
      note.add(file.sha256);
    }
  } catch (error) {
    progress.end();
    if (error instanceof Fault && error.status !== null)
      error.message = `${error.message} Run the same command again to go on: nothing is stored twice.`;
    throw error;
  }
  progress.end();
  note.remove();
  return report;
}

async function wholeFile(folder: DataFolder, { path: name, sha256 }: FolderFile): Promise<Buffer> {
  const bytes = await folder.read(name);
  if (bytes !== null && fileHash(bytes) === sha256) return bytes;
  throw wrongInput(
    'export_damaged',
    `The export is damaged: ${name} ${bytes === null ? 'is missing' : 'is not what was written'}. Export again.`,
  );
}

/** As the service takes them. A row that is too large on its own is sent, and the service says so. */
function* batchesOf(rows: readonly FolderRow[]): Generator<FolderRow[]> {
  let [batch, bytes]: [FolderRow[], number] = [[], 0];
  for (const row of rows) {
    const size = Buffer.byteLength(JSON.stringify(row));
    if (batch.length > 0 && (batch.length >= MAX_ROWS || bytes + size > MAX_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(row);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

function send(
  ask: AskService,
  { account, projects }: DataManifest,
  { table }: FolderFile,
  rows: FolderRow[],
): Promise<ImportedTable> {
  const body = { account: account.id, projects: projects.map(({ id, name }) => ({ id, name })), table, rows };
  return ask((client, signal) => client.POST('/v1/data/import', { body, signal }), {
    attemptMs: SEND_MS,
    patienceMs: PATIENCE_MS,
    busyPatienceMs: 0,
  });
}

function add(to: ImportedTable, { read, stored, duplicates, rejected }: ImportedTable): void {
  to.read += read;
  to.stored += stored;
  to.duplicates += duplicates;
  for (const { rule, count, example } of rejected) {
    const known = to.rejected.find((each) => each.rule === rule);
    if (known) known.count += count;
    else to.rejected.push({ rule, count, example });
  }
}

/** The files that are stored, by their hashes. It is replaced as a whole. */
class ImportNote {
  readonly #file: string;
  readonly #done = new Set<string>();

  constructor(file: string) {
    this.#file = file;
    if (!existsSync(file)) return;
    try {
      const noted: unknown = JSON.parse(readFileSync(file, 'utf8'));
      const done: unknown[] = isFields(noted) && Array.isArray(noted['done']) ? noted['done'] : [];
      for (const each of done) if (typeof each === 'string') this.#done.add(each);
    } catch {
      // Without it, everything is sent again, and nothing is stored twice.
    }
  }

  has(sha256: string): boolean {
    return this.#done.has(sha256);
  }

  add(sha256: string): void {
    this.#done.add(sha256);
    mkdirSync(path.dirname(this.#file), { recursive: true, mode: 0o700 });
    const draft = `${this.#file}.${process.pid}`;
    writeFileSync(draft, JSON.stringify({ done: [...this.#done] }), { mode: 0o600 });
    renameSync(draft, this.#file);
  }

  remove(): void {
    rmSync(this.#file, { force: true });
  }
}
