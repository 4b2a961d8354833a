// Files in the data folder: `media/<last two characters of the id>/<id>`, so that no folder gets too many.
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
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
    read: async (keys, id, bytes, range) => {
      const handle = await open(fileOf(id)).catch(ifMissing);
      if (handle === null) return null;
      const how = { range, atOnce: CHUNKS_AT_ONCE };
      return closing(handle, openSealedFile(keys, id, bytes, readerOf(handle, id), how));
    },
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
  (handle: FileHandle, id: string): ReadSealed =>
  async (from, length) => {
    const bytes = Buffer.allocUnsafe(length);
    const { bytesRead } = await handle.read(bytes, 0, length, from);
    if (bytesRead !== length) throw new SealedFileError(`The file ${id} cannot be opened: it is not whole.`);
    return bytes;
  };

async function* closing(handle: FileHandle, parts: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* parts;
  } finally {
    await handle.close();
  }
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
