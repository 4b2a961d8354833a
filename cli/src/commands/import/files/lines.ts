// The lines of a file with the place where each ends. Files may be compressed with gzip; places are those of
// the uncompressed text.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { cannotRead } from '../../../input/files.ts';
import { wrongInput } from '../../../service/fault.ts';

interface Line {
  text: string;
  /** Where the next line begins. */
  end: number;
  number: number;
}

const NEW_LINE = 0x0a;
const CHUNK = 1024 * 1024;
/** A string cannot be much longer. */
const MAX_LINE = 256 * 1024 * 1024;

interface Opened {
  chunks: AsyncIterable<Buffer>;
  /** Share of the file that is read. */
  share: () => number;
}

export async function openFile(file: string): Promise<Opened> {
  const size = await stat(file).then(
    (found) => {
      if (!found.isFile()) throw wrongInput('cannot_read', `${file} is not a file.`);
      return found.size;
    },
    (error: unknown) => {
      throw cannotRead(file, error);
    },
  );
  const raw = createReadStream(file, { highWaterMark: CHUNK });
  const isGzip = /\.gz(ip)?$/i.test(file);
  const stream = isGzip ? raw.pipe(createGunzip({ chunkSize: CHUNK })) : raw;
  if (isGzip) raw.on('error', (error) => stream.destroy(error));
  return {
    chunks: readable(stream, file),
    share: () => (size === 0 ? 1 : Math.min(1, raw.bytesRead / size)),
  };
}

async function* readable(stream: AsyncIterable<Buffer>, file: string): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch (error) {
    throw cannotRead(file, error);
  }
}

/** Some lines at a time. Lines that end at or before `from` are left out. */
export async function* fileLines(
  file: string,
  from: { end: number; number: number },
): AsyncGenerator<{ lines: Line[]; share: number }> {
  const { chunks, share } = await openFile(file);
  let rest: Buffer[] = [];
  let restBytes = 0;
  let offset = 0;
  let number = 0;
  for await (const chunk of chunks) {
    const lines: Line[] = [];
    let start = 0;
    for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, start)) {
      const end = offset + at + 1;
      number += 1;
      if (end > from.end) {
        const part = chunk.subarray(start, at);
        const bytes = rest.length === 0 ? part : Buffer.concat([...rest, part]);
        lines.push({ text: bytes.toString(), end, number });
      }
      rest = [];
      restBytes = 0;
      start = at + 1;
    }
    if (start < chunk.length) {
      rest.push(chunk.subarray(start));
      restBytes += chunk.length - start;
      if (restBytes > MAX_LINE) throw wrongInput('line_too_long', `${file}: line ${number + 1} is too long.`);
    }
    offset += chunk.length;
    if (lines.length > 0) yield { lines, share: share() };
  }
  if (restBytes > 0 && offset > from.end) {
    yield { lines: [{ text: Buffer.concat(rest).toString(), end: offset, number: number + 1 }], share: 1 };
  }
}
