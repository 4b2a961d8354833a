// The files of content for a model that judges or answers: those that models take, the newest ones first.
import { mediaIn } from '#core/content/media/reference';
import { isForModels, type ModelFile } from '#services/models';
import type { Json } from '#records';
import { storedFilesOf, type ReadContext } from './read.ts';

/** Vendors take about as many, and requests of about this size. */
const MAX_FILES = 20;
const MAX_BYTES = 10 * 1_048_576;

/** With its id, or its hash. */
interface NamedFile extends ModelFile {
  name: string;
}

/** In the order of the content. */
export async function filesForModel(ctx: ReadContext, content: Json): Promise<NamedFile[]> {
  const json = JSON.stringify(content);
  const names = mediaIn(json, await ctx.contentKeys.load(ctx.account));
  if (names.length === 0) return [];
  const stored = await storedFilesOf(ctx, names);
  const files: NamedFile[] = [];
  let left = MAX_BYTES;
  for (const name of names.toReversed()) {
    const file = stored.get(name);
    if (!file || !isForModels(file.contentType) || file.bytes > left) continue;
    const parts = await file.open();
    if (parts === null) continue;
    left -= file.bytes;
    files.unshift({ name, mediaType: file.contentType, bytes: Buffer.concat(await Array.fromAsync(parts)) });
    if (files.length === MAX_FILES) break;
  }
  return files;
}
