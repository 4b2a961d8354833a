// Packs pieces of many calls into requests, limited by number of texts and bytes.
import type { Side, SideText } from './texts.ts';

export interface TextPiece {
  callId: string;
  side: Side;
  text: string;
}

export const MAX_TEXTS = 16;
export const MAX_BYTES = 256 * 1024;

/** In order. A piece larger than the limit goes alone. */
export function packTexts(pieces: readonly TextPiece[]): TextPiece[][] {
  const requests: TextPiece[][] = [];
  let bytes = 0;
  for (const piece of pieces) {
    const size = Buffer.byteLength(JSON.stringify(piece.text)) + 1;
    const last = requests.at(-1);
    if (last && last.length < MAX_TEXTS && bytes + size <= MAX_BYTES) {
      last.push(piece);
      bytes += size;
    } else {
      requests.push([piece]);
      bytes = size;
    }
  }
  return requests;
}

export const textPiecesOf = (callId: string, texts: readonly SideText[]): TextPiece[] =>
  texts.flatMap(({ side, pieces }) => pieces.map((text) => ({ callId, side, text })));
