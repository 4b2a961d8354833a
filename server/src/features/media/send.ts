// A file as an answer. Whoever sent it may be hostile to whoever looks at it, so a browser shows only plain pictures,
// sound and video, and runs nothing.
import { notFound } from '#lib/app-error';
import { SECOND_MS } from '#lib/clock';
import { isId } from '#lib/ids';
import { pullStream } from '#lib/pull-stream';
import { isPlainMedia } from '#content';
import type { Context } from '#core/context';
import { Reply } from '#core/endpoint';
import { mediaByName, mediaFilesOf, type ReadContext, type StoredFile } from '#services/media';

const STALL_MS = 30 * SECOND_MS;
const LEAST_SPEED = { bytesPerSecond: 6_554, graceMs: 20 * SECOND_MS };

interface Range {
  first: number;
  last: number;
}

const HARMLESS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'accept-ranges': 'bytes',
  // An erased file must not live on in the browser.
  'cache-control': 'private, no-cache',
  // Not compressed, so that its length is known.
  'content-encoding': 'identity',
};

/** In the place of an id: the name of a file that a Langfuse client has uploaded. */
const LANGFUSE_PREFIX = 'langfuse:';

type SendContext = ReadContext & Pick<Context, 'log' | 'origin'>;

const fileOf = async (ctx: SendContext, id: string): Promise<StoredFile | null> => {
  if (id.startsWith(LANGFUSE_PREFIX)) return mediaByName(ctx, id.slice(LANGFUSE_PREFIX.length));
  return isId('media', id) ? ((await mediaFilesOf(ctx, [id])).get(id) ?? null) : null;
};

interface Asked {
  range: string | undefined;
  /** `If-None-Match` */
  known?: string | undefined;
}

export async function sendMedia(
  ctx: SendContext,
  id: string,
  { range: asked, known }: Asked,
  client: AbortSignal,
): Promise<Reply> {
  const file = await fileOf(ctx, id);
  if (!file) throw notFound('File');
  const etag = `"${file.id}"`;
  // The bytes of an id never change.
  if (known === etag) return new Reply(304, null, { ...HARMLESS, etag });
  const range = rangeOf(asked, file.bytes);
  const parts = await file.open(range ?? undefined);
  if (parts === null) throw notFound('File');
  const body = pullStream(parts, {
    stallMs: STALL_MS,
    least: LEAST_SPEED,
    onEnd: (error) => {
      if (error && !client.aborted)
        ctx.log.error({ requestId: ctx.origin.requestId, err: error }, 'file not sent');
    },
  });
  client.addEventListener('abort', () => body.destroy(), { once: true });
  const { first, last } = range ?? { first: 0, last: file.bytes - 1 };
  return new Reply(range ? 206 : 200, body, {
    ...HARMLESS,
    ...typeHeaders(file),
    etag,
    'content-length': String(last - first + 1),
    ...(range && { 'content-range': `bytes ${first}-${last}/${file.bytes}` }),
  });
}

const typeHeaders = ({ id, contentType }: { id: string; contentType: string }): Record<string, string> =>
  isPlainMedia(contentType)
    ? { 'content-type': contentType }
    : {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${id}${EXTENSIONS[contentType] ?? ''}"`,
      };

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'text/plain': '.txt',
};

/** One range. Anything else gets the whole file, as the protocol allows. */
function rangeOf(asked: string | undefined, bytes: number): Range | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(asked ?? '') ?? [];
  if (from === '' && to === '') return null;
  const first = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const last = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return first <= last ? { first, last } : null;
}
