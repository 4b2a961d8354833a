// What stands in content where a file was: `{type: "media", mediaId, contentType, bytes}`, as a value or as JSON inside
// a text. `prefix` and `form` say how the file was written, so that it can be put back as it was sent.
import { isObject } from '#lib/is-object';
import type { AccountKeys } from '#core/content/seal/content-keys';
import type { Json, JsonObject } from '#records';
import { mediaHasher, HASH_PREFIX } from './file-hash.ts';

/** How the bytes were written as text, where it was not padded base64. */
export type Base64Form = 'url' | 'url-padded' | 'unpadded';

export type MediaReference = JsonObject & {
  type: 'media';
  /** Null if the file was not kept; `reason` says why. */
  mediaId: string | null;
  contentType: string;
  bytes: number;
  /** The beginning of a data URL, up to its comma. */
  prefix?: string;
  form?: Base64Form;
  reason?: string;
};

const ID = 'med_[0-9A-Za-z]{21}';
/** In JSON, or in JSON inside a text of JSON. */
const IN_JSON = new RegExp(String.raw`mediaId\\*":\s*\\*"(${ID})\\*"`, 'g');

const MAX_IN_RECORD = 1_024;

const NONE: readonly string[] = [];

/** `@@@langfuseMedia:type=image/png|id=…|source=bytes@@@`, which Langfuse's clients write in the place of a file. */
const TAG = /@@@langfuseMedia:type=[^|@"]{0,200}\|id=([\w-]{22})\|/g;

/** The ids of the files in content, from its JSON. A file that has only a name there is found by its hash. */
export function mediaIn(json: string, keys: AccountKeys): readonly string[] {
  const hasTags = json.includes('@@@langfuseMedia:');
  if (!hasTags && !json.includes('mediaId')) return NONE;
  const ids = new Set<string>();
  for (const [, id = ''] of json.matchAll(IN_JSON)) {
    if (ids.size >= MAX_IN_RECORD) break;
    ids.add(id);
  }
  if (hasTags) {
    const messageHashOf = mediaHasher(keys);
    const names = new Set([...json.matchAll(TAG)].slice(0, MAX_IN_RECORD).map(([, name = '']) => name));
    for (const name of names) ids.add(HASH_PREFIX + messageHashOf(name));
  }
  return [...ids];
}

const isMediaReference = (value: unknown): value is MediaReference =>
  isObject(value) && value['type'] === 'media' && typeof value['mediaId'] === 'string' && 'bytes' in value;

/** The bytes as the client wrote them. */
export function writtenAs(
  { prefix = '', form }: Pick<MediaReference, 'prefix' | 'form'>,
  bytes: Buffer,
): string {
  return prefix + inBase64(bytes, form);
}

export function inBase64(bytes: Buffer, form?: Base64Form): string {
  if (form === undefined) return bytes.toString('base64');
  if (form === 'url') return bytes.toString('base64url');
  const padded = bytes.toString('base64');
  return form === 'unpadded' ? padded.replace(/=+$/, '') : padded.replaceAll('+', '-').replaceAll('/', '_');
}

/**
 * A reference inside a text, with its quotes escaped like those around it. Its members are ids, numbers and types, so a
 * brace ends it.
 */
const IN_TEXT = /\{(\\*)"type\\*":\\*"media\\*",\\*"mediaId\\*":[^{}]{1,1000}\}/g;

/** Whether files in the text are values of JSON, with quotes. In other texts they stand as they are. */
export const looksLikeJson = (text: string): boolean => /^\s*[[{"]/.test(text.slice(0, 100));

/** A copy with each reference replaced by what `put` returns; undefined leaves it. */
export function replaceReferences(value: Json, put: (reference: MediaReference) => Json | undefined): Json {
  const root: JsonObject = { value: structuredClone(value) };
  const waiting: (Json[] | JsonObject)[] = [root];
  for (let holder = waiting.pop(); holder; holder = waiting.pop()) {
    for (const key of Object.keys(holder)) {
      const at = holder as JsonObject;
      const found = at[key] ?? null;
      if (typeof found === 'string') {
        if (found.includes('mediaId')) at[key] = replacedInText(found, put);
      } else if (isMediaReference(found)) at[key] = put(found) ?? found;
      else if (typeof found === 'object' && found !== null) waiting.push(found);
    }
  }
  return root['value'] ?? null;
}

function replacedInText(text: string, put: (reference: MediaReference) => Json | undefined): string {
  const isJson = looksLikeJson(text);
  return text.replaceAll(IN_TEXT, (written, escape: string, at: number) => {
    const reference = parsed(escape === '' ? written : written.replaceAll(`${escape}"`, '"'));
    const now = reference && put(reference);
    if (now === undefined || now === null) return written;
    if (typeof now !== 'string') return JSON.stringify(now).replaceAll('"', `${escape}"`);
    return isJson && at > 0 ? `${escape}"${now}${escape}"` : now;
  });
}

function parsed(json: string): MediaReference | null {
  try {
    const value: unknown = JSON.parse(json);
    return isMediaReference(value) ? value : null;
  } catch {
    return null;
  }
}
