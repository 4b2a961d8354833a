// Which files of `clients/files` are stored byte for byte, and where they are read.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { FILES, type FileName } from './client.ts';

export interface StoredFiles {
  /** Equal to the bytes that the service sends under the id, or the name, that the content has. */
  stored: FileName[];
  /** In calls that are read with their files. */
  inCalls: FileName[];
  /** Still in the content. */
  inContent: FileName[];
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const files = FILES.map((name) => {
  const bytes = readFileSync(new URL(`../files/${name}`, import.meta.url));
  return { name, hash: sha256(bytes), base64: bytes.toString('base64') };
});

const TAG = /@@@langfuseMedia:type=[^|]*\|id=([\w-]{22})/g;

export async function filesIn(
  url: string,
  apiKey: string,
  calls: readonly string[],
  spans: readonly string[],
): Promise<StoredFiles> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const read = async (place: string): Promise<Response> => {
    const reply = await fetch(url + place, { headers });
    if (!reply.ok) throw new Error(`GET ${place} was answered ${reply.status}: ${await reply.text()}`);
    return reply;
  };
  const text = async (place: string): Promise<string> => (await read(place)).text();
  const contents = (await Promise.all([...calls, ...spans].map(text))).join('\n');
  // An account has few large answers at once.
  let whole = '';
  for (const place of calls) whole += await text(`${place}?media=inline`);
  const ids = new Set([
    ...[...contents.matchAll(/med_\w{21}/g)].map(([id]) => id),
    ...[...contents.matchAll(TAG)].map(([, name = '']) => `langfuse:${name}`),
  ]);
  const hashes = new Set(
    await Promise.all([...ids].map(async (id) => sha256(await (await read(`/v1/media/${id}`)).bytes()))),
  );
  const named = (some: typeof files): FileName[] => some.map(({ name }) => name);
  return {
    stored: named(files.filter(({ hash }) => hashes.has(hash))),
    inCalls: named(files.filter(({ base64 }) => whole.includes(base64))),
    inContent: named(files.filter(({ base64 }) => contents.includes(base64.slice(0, 200)))),
  };
}
