import * as zlib from 'node:zlib';
import { wrongInput } from '../service/fault.ts';

/** Node has it from 22.15 and 23.8 on, and this program also runs on earlier versions. */
export function fromZstd(input: Uint8Array, maxOutputLength: number): Buffer {
  if ('zstdDecompressSync' in zlib) return zlib.zstdDecompressSync(input, { maxOutputLength });
  throw wrongInput('no_zstd', 'The file is compressed with zstd, for which Node 22.15 or later is needed.');
}
