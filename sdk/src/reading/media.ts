// Reads images, audio and files from the parts of a message, in the forms of OpenAI, Anthropic, Google,
// LangChain, the AI SDK and the OpenTelemetry convention.

type Json = Record<string, unknown>;

export interface MediaPart {
  kind: 'media';
  /** As the client names it: `image_url`, `input_audio`, `file`. */
  type: string;
  /** A data URL, or the address of the file; absent if the part only refers to it. */
  url?: string;
  /** The type of the data, such as `image/png`, if the client says it. */
  mediaType?: string;
  /** The file, if the service has stored it: `GET /v1/media/{id}` returns it. */
  stored?: { id: string; bytes?: number };
  /** As the client named the file. */
  name?: string;
  /** What is said in it, if the message has that too. */
  transcript?: string;
}

const MEDIA = /^(?:input_)?(?:image|image_url|audio|video|file|document|blob|uri|media)$/;
const BASE64 = /^[A-Za-z0-9+/_=\s-]+$/;
const GUESSED: Readonly<Record<string, string>> = { image: 'image/png', audio: 'audio/wav' };

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Null if the part is something else. `type` is the part's own, with underscores. */
export function mediaOf(part: Json, type: string | undefined): MediaPart | null {
  const inline = part['inlineData'] ?? part['inline_data'] ?? part['fileData'] ?? part['file_data'];
  if (type === undefined && isObject(inline)) return mediaIn(inline, kindOf(mediaTypeOf(inline)) ?? 'file');
  if (type === undefined || !MEDIA.test(type)) return null;
  const inner = ['source', type, 'image_url', 'input_audio', 'audio', 'file', 'image']
    .map((name) => part[name])
    .find((value) => value !== undefined && value !== null);
  if (isObject(inner)) return mediaIn({ ...part, ...inner, type }, type);
  return mediaIn(text(inner) === undefined ? part : { ...part, data: inner }, type);
}

/** `image` of `image/png`. */
const kindOf = (mediaType: string | undefined): string | undefined => mediaType?.split('/')[0];

function mediaTypeOf(source: Json): string | undefined {
  const named = ['media_type', 'mime_type', 'mimeType', 'mediaType'].map((name) => text(source[name]));
  const format = text(source['format']);
  return named.find((name) => name !== undefined) ?? (format && `audio/${format}`);
}

const HOLDERS = ['url', 'uri', 'fileUri', 'file_uri', 'image_url', 'data', 'base64', 'content', 'file_data'];

/** Langfuse's clients write it in the place of a file that they upload apart. */
const LANGFUSE_TAG = /^@@@langfuseMedia:type=([^|@]*)\|id=([\w-]{22})\|source=\w*@@@$/;

/** Stands in the place of the data of a stored file. */
function storedIn(value: unknown): Pick<MediaPart, 'stored' | 'mediaType'> | null {
  if (typeof value === 'string') {
    const [, mediaType, id] = LANGFUSE_TAG.exec(value) ?? [];
    return mediaType && id ? { stored: { id: `langfuse:${id}` }, mediaType } : null;
  }
  if (!isObject(value)) return null;
  const { mediaId, contentType, bytes } = value;
  if (typeof mediaId !== 'string' || typeof contentType !== 'string' || typeof bytes !== 'number')
    return null;
  return { stored: { id: mediaId, bytes }, mediaType: contentType };
}

function mediaIn(source: Json, type: string): MediaPart {
  const stored = [source, ...HOLDERS.map((name) => source[name])]
    .map(storedIn)
    .find((found) => found !== null);
  const transcript = text(source['transcript']);
  const said = transcript === undefined ? {} : { transcript };
  if (stored) {
    const name = text(source['filename']) ?? text(source['file_name']) ?? text(source['name']);
    return { kind: 'media', type, ...stored, ...(name === undefined ? {} : { name }), ...said };
  }
  const given = HOLDERS.map((name) => text(source[name])).find((value) => value !== undefined);
  const kind = kindOf(text(source['modality'])) ?? type.replace(/^input_|_url$/g, '');
  const mediaType = mediaTypeOf(source);
  const url = given === undefined ? undefined : urlOf(given, mediaType ?? GUESSED[kind]);
  return {
    kind: 'media',
    type,
    ...(url === undefined ? {} : { url }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...said,
  };
}

/** Objects and lists of a value that are looked at. */
const MOST_VALUES = 20_000;

/** The stored files in any value, such as the result of a tool, each once, in their order. */
export function storedMediaIn(value: unknown, most: number): MediaPart[] {
  const found = new Map<string, MediaPart>();
  const waiting: unknown[] = [value];
  for (let seen = 0; waiting.length > 0 && seen < MOST_VALUES && found.size < most; seen += 1) {
    const at = waiting.pop();
    const stored = storedIn(at);
    if (stored?.stored) {
      const type = kindOf(stored.mediaType) ?? 'file';
      if (!found.has(stored.stored.id)) found.set(stored.stored.id, { kind: 'media', type, ...stored });
    } else if (typeof at === 'object' && at !== null) waiting.push(...Object.values(at).toReversed());
    else if (typeof at === 'string' && at.includes('mediaId')) {
      const read = parsed(at);
      if (read !== null) waiting.push(read);
    }
  }
  return [...found.values()];
}

function parsed(json: string): object | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

function urlOf(given: string, mediaType: string | undefined): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(given)) return given;
  if (mediaType === undefined || mediaType.startsWith('text/') || !BASE64.test(given)) return undefined;
  return `data:${mediaType};base64,${given}`;
}
