// Seals a large text for the metadata store: compressed, because written to the store as it is, it would keep the thread.
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { inflateInSteps } from '#lib/inflate';
import type { Pace } from '#lib/yield-to-event-loop';
import type { Sealer } from './sealing.ts';

const compress = promisify(zstdCompress);
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

export const sealLarge = async (
  sealer: Sealer,
  text: string | Buffer,
  purpose: string,
  pace: Pace,
): Promise<string> => sealer.sealInPieces(await compress(text, LEVEL), purpose, pace);

/** Null if it was sealed with another key or for another purpose, or was changed. */
export async function openLarge(
  sealer: Sealer,
  sealed: string,
  purpose: string,
  maxBytes: number,
  pace: Pace,
): Promise<Buffer | null> {
  const compressed = await sealer.openInPieces(sealed, purpose, pace);
  return compressed && inflateInSteps('zstd', compressed, maxBytes, () => undefined);
}
