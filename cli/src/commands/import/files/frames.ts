// Files of the collector's file exporter that are no lines: with `format: proto` or with compression, each
// message has its length before it, in four bytes. A file may also be the body of one request.
import { fromZstd } from '../../../input/zstd.ts';
import { wrongInput } from '../../../service/fault.ts';
import { openFile } from './lines.ts';

interface Frame {
  bytes: Buffer;
  /** Where the next one begins. */
  end: number;
  number: number;
  share: number;
}

const LENGTH_BYTES = 4;
const MAX_FRAME = 256 * 1024 * 1024;
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

type OtlpForm = 'lines' | 'frames' | 'request';

/**
 * By the first bytes: a length has a small first byte, a request begins with its first field. JSON may begin
 * with a line break, which is the same byte.
 */
export async function otlpFormOf(file: string): Promise<OtlpForm> {
  const { chunks } = await openFile(file);
  for await (const chunk of chunks) {
    const [first = 0, second = 0] = chunk;
    if (first < 0x09) return 'frames';
    return first === 0x0a && !/[\s[{]/.test(String.fromCodePoint(second)) ? 'request' : 'lines';
  }
  return 'lines';
}

/** Those that end at or before `from` are left out. */
export async function* fileFrames(file: string, from: number): AsyncGenerator<Frame> {
  const { chunks, share } = await openFile(file);
  let rest: Buffer = Buffer.alloc(0);
  let offset = 0;
  let number = 0;
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (rest.length - at >= LENGTH_BYTES) {
      const end = at + LENGTH_BYTES + rest.readUInt32BE(at);
      if (end - at > MAX_FRAME) throw brokenFile(file, number + 1);
      if (end > rest.length) break;
      number += 1;
      if (offset + end > from) {
        const bytes = plainBytes(rest.subarray(at + LENGTH_BYTES, end));
        yield { bytes, end: offset + end, number, share: share() };
      }
      at = end;
    }
    offset += at;
    rest = rest.subarray(at);
  }
  if (rest.length > 0) throw brokenFile(file, number + 1);
}

export async function wholeFile(file: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of (await openFile(file)).chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

const brokenFile = (file: string, number: number) =>
  wrongInput(
    'broken_file',
    `${file}: message ${number} is cut off or is no OTLP message. What comes before it was read.`,
  );

const plainBytes = (bytes: Buffer): Buffer =>
  bytes.subarray(0, ZSTD.length).equals(ZSTD) ? fromZstd(bytes, MAX_FRAME) : bytes;
