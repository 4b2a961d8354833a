// The type of a file by its first bytes. What its sender says is never trusted: a page that claims to be a picture
// would run in the browser of whoever looks at it.
import { isUtf8 } from 'node:buffer';

interface Magic {
  type: string;
  at?: number;
  bytes: string;
  /** A second sign, for containers. */
  also?: { at: number; bytes: string };
}

const MAGIC: readonly Magic[] = [
  { type: 'image/png', bytes: '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', bytes: '\xff\xd8\xff' },
  { type: 'image/gif', bytes: 'GIF8' },
  { type: 'image/webp', bytes: 'RIFF', also: { at: 8, bytes: 'WEBP' } },
  { type: 'audio/wav', bytes: 'RIFF', also: { at: 8, bytes: 'WAVE' } },
  { type: 'image/avif', at: 4, bytes: 'ftypavif' },
  { type: 'image/heic', at: 4, bytes: 'ftyphei' },
  { type: 'image/heic', at: 4, bytes: 'ftypmif1' },
  { type: 'audio/mp4', at: 4, bytes: 'ftypM4A' },
  { type: 'video/quicktime', at: 4, bytes: 'ftypqt' },
  { type: 'video/mp4', at: 4, bytes: 'ftyp' },
  { type: 'image/bmp', bytes: 'BM', also: { at: 6, bytes: '\0\0\0\0' } },
  { type: 'image/tiff', bytes: 'II*\0' },
  { type: 'image/tiff', bytes: 'MM\0*' },
  { type: 'audio/mpeg', bytes: 'ID3' },
  { type: 'audio/ogg', bytes: 'OggS' },
  { type: 'audio/flac', bytes: 'fLaC' },
  { type: 'video/webm', bytes: '\x1a\x45\xdf\xa3' },
  { type: 'application/pdf', bytes: '%PDF-' },
  { type: 'application/zip', bytes: 'PK\x03\x04' },
];

const HEAD_BYTES = 64;

const startsAt = (head: string, { at = 0, bytes }: { at?: number; bytes: string }): boolean =>
  head.startsWith(bytes, at);

/** By signs of at least three bytes, which text and random bytes seldom have; null without one. */
export function knownType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  const found = MAGIC.find((magic) => startsAt(head, magic) && (!magic.also || startsAt(head, magic.also)));
  return found?.type ?? null;
}

/** MP3 without a header: eleven bits of synchronisation, then layer 3. */
const isMp3Frame = (head: Uint8Array): boolean =>
  head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2 && ((head[2] ?? 0) & 0xf0) !== 0xf0;

/** The last character may be cut. */
const isText = (head: Uint8Array): boolean => {
  if (head.includes(0)) return false;
  for (let cut = 0; cut < 4; cut += 1) if (isUtf8(head.subarray(0, head.length - cut))) return true;
  return false;
};

/** `head`: the first bytes of the file, a few thousand or all of them. */
export function sniffedType(head: Uint8Array): string {
  const known = knownType(head);
  if (known !== null) return known;
  if (isMp3Frame(head)) return 'audio/mpeg';
  // Also SVG and HTML, which run scripts under their own types.
  return head.length > 0 && isText(head) ? 'text/plain' : 'application/octet-stream';
}

/** Types that a browser shows without running anything. */
export const isPlainMedia = (contentType: string): boolean =>
  /^(?:image|audio|video)\/[a-z0-9.+-]+$/.test(contentType) && !contentType.includes('svg');
