// An export in a folder: Parquet files by table and day, and the manifest that lists them. The server writes
// the same form (docs/data-out.md).
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Schemas } from '@tracewell/sdk';
import { cannotRead, cannotWrite } from '../input/files.ts';
import { wrongInput } from '../service/fault.ts';
import { isFields } from '../service/read.ts';

type DataDays = Schemas['DataDays'];
export type FolderTable = DataDays['days'][number]['table'];
export const FOLDER_TABLES: readonly FolderTable[] = ['calls', 'observations', 'scores'];

export interface FolderFile {
  path: string;
  table: FolderTable;
  day: string;
  rows: number;
  bytes: number;
  sha256: string;
}

export interface DataManifest extends Pick<
  DataDays,
  'madeBy' | 'account' | 'project' | 'projects' | 'content' | 'window' | 'days'
> {
  updatedAt: string;
  complete: boolean;
  files: FolderFile[];
}

const NAME = 'manifest.json';
const FORMAT = 'tracewell-data';
const VERSION = 1;
const PATH = /^(calls|observations|scores)\/day=\d{4}-\d\d-\d\d\/part-\d{1,6}\.parquet$/;
const PARTIAL = '.partial';

export const dayPath = (table: FolderTable, day: string): string => `${table}/day=${day}`;

export const fileHash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** A folder on this machine. A file is there whole or not at all. */
export class DataFolder {
  readonly root: string;

  constructor(folder: string) {
    this.root = path.resolve(folder);
  }

  /** Null if there is no such file. */
  async read(name: string): Promise<Buffer | null> {
    try {
      return await readFile(this.#at(name));
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ENOENT' || code === 'ENOTDIR') return null;
      throw cannotRead(this.#at(name), error);
    }
  }

  async write(name: string, bytes: Uint8Array | string): Promise<void> {
    const file = this.#at(name);
    const partial = `${file}.${randomUUID()}${PARTIAL}`;
    try {
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      // A run that was killed has left it.
      for (const other of await readdir(path.dirname(file)))
        if (other.endsWith(PARTIAL)) await rm(path.join(path.dirname(file), other), { force: true });
      await writeFile(partial, bytes, { mode: 0o600, flag: 'wx', flush: true });
      await rename(partial, file);
    } catch (error) {
      await rm(partial, { force: true });
      throw cannotWrite(file, error);
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#at(name), { force: true });
  }

  /** Paths of the files in a folder below this one. */
  async list(folder: string): Promise<string[]> {
    const names = await readdir(this.#at(folder)).catch(() => []);
    return names.map((name) => `${folder}/${name}`);
  }

  #at(name: string): string {
    return path.join(this.root, ...name.split('/'));
  }
}

/** Null if the folder has none. */
export async function readFolderManifest(folder: DataFolder): Promise<DataManifest | null> {
  const bytes = await folder.read(NAME);
  if (bytes === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString());
  } catch {
    value = null;
  }
  if (!isFields(value) || value['format'] !== FORMAT)
    throw wrongInput('export_damaged', `The ${NAME} in ${folder.root} is not that of an export.`);
  if (value['version'] !== VERSION)
    throw wrongInput(
      'export_newer',
      `The export in ${folder.root} has a form that this version does not know. Use a later version of Tracewell.`,
    );
  if (!isManifest(value))
    throw wrongInput('export_damaged', `The ${NAME} in ${folder.root} is damaged. Export again.`);
  return value;
}

/** Paths are opened below the folder, so no other form of them is accepted. */
const isManifest = (value: Record<string, unknown>): value is Record<string, unknown> & DataManifest =>
  isFields(value['account']) &&
  typeof value['account']['id'] === 'string' &&
  Array.isArray(value['projects']) &&
  Array.isArray(value['days']) &&
  Array.isArray(value['files']) &&
  value['files'].every(
    (file) =>
      isFields(file) &&
      typeof file['path'] === 'string' &&
      PATH.test(file['path']) &&
      file['path'].startsWith(`${String(file['table'])}/day=${String(file['day'])}/`) &&
      typeof file['sha256'] === 'string',
  );

export const writeFolderManifest = (folder: DataFolder, manifest: DataManifest): Promise<void> =>
  folder.write(NAME, `${JSON.stringify({ format: FORMAT, version: VERSION, ...manifest }, null, 2)}\n`);
