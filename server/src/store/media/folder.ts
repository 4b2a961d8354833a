// Files in the data folder: `media/<last two characters of the id>/<id>`, so that no folder gets too many.
import { mkdir, open, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { MediaHome } from './home.ts';
import { openSealedFile, SealedFileError, sealFile, type ReadSealed } from './sealed-file.ts';

const CHUNKS_AT_ONCE = 4;

/** Where a file is, in this folder or in a copy of it. */
export const mediaFile = (folder: string, id: string): string => path.join(folder, id.slice(-2), id);

export function inFolder(folder: string): MediaHome {
  const fileOf = (id: string): string => mediaFile(folder, id);
  return {
    kind: 'folder',
    place: folder,
    write: async (keys, id, source) => {
      const file = fileOf(id);
      await makeFolders(path.dirname(file));
      await writeDurably(file, sealFile(keys, id, source));
      await syncFolder(path.dirname(file));
    },
    // The file is opened when the first part is read: a reader may go away before.
    read: async (keys, id, bytes, range) =>
      (await stat(fileOf(id)).catch(ifMissing)) === null
        ? null
        : partsOf(fileOf(id), (read) =>
            openSealedFile(keys, id, bytes, read, { range, atOnce: CHUNKS_AT_ONCE }),
          ),
    remove: (id) => rm(fileOf(id), { force: true }),
  };
}

/** The folder that was made last is in its parent only when the parent is on disk. */
async function makeFolders(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made === undefined) return;
  for (let at = folder; at.length >= made.length; at = path.dirname(at)) await syncFolder(path.dirname(at));
}

export async function writeDurably(file: string, parts: AsyncIterable<Buffer>): Promise<void> {
  await using handle = await open(file, 'wx', 0o600);
  for await (const part of parts) await handle.writeFile(part);
  await handle.sync();
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}

const readerOf =
  (handle: FileHandle, file: string): ReadSealed =>
  async (from, length) => {
    const bytes = Buffer.allocUnsafe(length);
    const { bytesRead } = await handle.read(bytes, 0, length, from);
    if (bytesRead === length) return bytes;
    throw new SealedFileError(`The file ${path.basename(file)} cannot be opened: it is not whole.`);
  };

async function* partsOf(
  file: string,
  parts: (read: ReadSealed) => AsyncGenerator<Buffer>,
): AsyncGenerator<Buffer> {
  await using handle = await open(file);
  yield* parts(readerOf(handle, file));
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
