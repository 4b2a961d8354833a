// Decides how an image or a sound is shown: inline data at once, a URL only after a click, anything else not
// at all.
import type { MediaPart } from '@tracewell/sdk/reading';
import { BASE_PATH } from '#lib/base-path';

const IMAGES = /^data:image\/(?:png|jpe?g|gif|webp|avif|bmp);base64,/i;
const SOUNDS = /^data:audio\/(?:wav|x-wav|wave|mpeg|mp3|ogg|webm|aac|mp4|m4a|x-m4a|flac);base64,/i;
const MAX_DATA_CHARS = 16_000_000;

type MediaSource =
  | { from: 'data'; kind: 'image' | 'audio'; url: string }
  /** `kind` is null where nothing says what the file is. */
  /** The service serves it so that nothing in it can run. */
  | { from: 'service'; kind: 'image' | 'audio' | 'video' | 'file'; url: string }
  | { from: 'host'; kind: 'image' | 'audio' | null; url: string; host: string }
  | null;

const ENDINGS = [
  ['image', /\.(?:png|jpe?g|gif|webp|avif|bmp)$/i],
  ['audio', /\.(?:wav|mp3|ogg|weba|aac|m4a|flac)$/i],
] as const;

const SHOWN = /^(image|audio|video)\/(?!svg)/;

export function mediaSource({ url, type, mediaType = '', stored }: Omit<MediaPart, 'kind'>): MediaSource {
  if (stored) {
    const kind = (SHOWN.exec(mediaType)?.[1] ?? 'file') as 'image' | 'audio' | 'video' | 'file';
    return { from: 'service', kind, url: `${BASE_PATH}/v1/media/${encodeURIComponent(stored.id)}` };
  }
  if (url === undefined) return null;
  if (url.startsWith('data:')) {
    if (url.length > MAX_DATA_CHARS) return null;
    if (IMAGES.test(url)) return { from: 'data', kind: 'image', url };
    return SOUNDS.test(url) ? { from: 'data', kind: 'audio', url } : null;
  }
  if (!URL.canParse(url)) return null;
  const { protocol, host, pathname, href } = new URL(url);
  if (protocol !== 'https:') return null;
  const named = `${mediaType} ${type}`;
  const kind = /\bimage|_image/.test(named)
    ? 'image'
    : /\baudio|_audio/.test(named)
      ? 'audio'
      : (ENDINGS.find(([, ending]) => ending.test(pathname))?.[0] ?? null);
  return { from: 'host', kind, url: href, host };
}
