// Pieces of many calls go to the classifier together: so many texts and so many bytes to a request.
import type { Side, SideText } from './texts.ts';

export interface Piece {
  callId: string;
  side: Side;
  text: string;
}

export const MAX_TEXTS = 16;
export const MAX_BYTES = 256 * 1024;

/** In order; a piece that is larger than a request may be goes by itself. */
export function pack(pieces: readonly Piece[]): Piece[][] {
  const requests: Piece[][] = [];
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

export const piecesOf = (callId: string, texts: readonly SideText[]): Piece[] =>
  texts.flatMap(({ side, pieces }) => pieces.map((text) => ({ callId, side, text })));
