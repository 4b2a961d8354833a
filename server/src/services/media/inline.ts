// Puts files back into content, as they were sent. The answer is written piece by piece: only the content without its
// files is in memory.
import { randomUUID } from 'node:crypto';
import { lineEndOf, mediaWriter, replaceReferences, type MediaReference } from '#content';
import type { Json } from '#records';
import { mediaFilesOf, type ReadContext, type StoredFile } from './read.ts';

interface PlacedFile {
  reference: MediaReference;
  file: StoredFile;
  escape: string;
}

/** The JSON of a value with the files of its references. A file that is gone stays a reference. */
export async function* inlinedJson(ctx: ReadContext, value: Json): AsyncGenerator<string> {
  // A stream waits for the reader after each piece, and nobody reads an empty one.
  for await (const piece of piecesOf(ctx, value)) if (piece !== '') yield piece;
}

async function* piecesOf(ctx: ReadContext, value: Json): AsyncGenerator<string> {
  const mark = randomUUID();
  const placed: PlacedFile[] = [];
  const files = await mediaFilesOf(ctx, referencesIn(value));
  const marked = replaceReferences(value, (reference, escape) => {
    const file = files.get(reference.mediaId ?? '');
    if (!file) return undefined;
    placed.push({ reference, file, escape });
    return `${mark}:${placed.length - 1}:`;
  });
  const pieces = JSON.stringify(marked).split(new RegExp(`${mark}:(\\d+):`));
  for (const [at, piece] of pieces.entries()) {
    if (at % 2 === 0) yield piece;
    else {
      const one = placed[Number(piece)];
      if (one) yield* written(one);
    }
  }
}

function referencesIn(value: Json): string[] {
  const ids = new Set<string>();
  replaceReferences(value, ({ mediaId }) => {
    if (mediaId !== null) ids.add(mediaId);
    return undefined;
  });
  return [...ids];
}

/** Three bytes are four characters, so each piece has a multiple of three. */
async function* written({ reference, file, escape }: PlacedFile): AsyncGenerator<string> {
  const parts = await file.open();
  // The row was there a moment ago.
  if (parts === null) throw new Error(`The file ${file.id} is missing.`);
  // It is written into JSON.
  const lineEnd = JSON.stringify(lineEndOf(reference, escape)).slice(1, -1);
  const { begin, piece, end } = mediaWriter(reference, lineEnd);
  yield begin;
  let rest = Buffer.alloc(0);
  for await (const part of parts) {
    const all = rest.length === 0 ? part : Buffer.concat([rest, part]);
    const whole = all.length - (all.length % 3);
    yield piece(all.subarray(0, whole));
    rest = Buffer.from(all.subarray(whole));
  }
  if (rest.length > 0) yield piece(rest);
  yield end;
}
