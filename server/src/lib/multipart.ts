// Splits a multipart body (RFC 7578) that is in memory, with pauses for the event loop. It does not copy: the
// content of a part is a view of the body.
import type { Pace } from './yield-to-event-loop.ts';

export interface MultipartPart {
  name: string;
  content: Buffer;
  /** The type that its header names; '' without one. */
  type: string;
}

type Multipart =
  | { ok: true; parts: MultipartPart[] }
  /** The parts before the fault are complete. */
  | { ok: false; parts: MultipartPart[]; message: string };

const MAX_PARTS = 20_000;
const MAX_HEADERS = 4_096;
const MAX_NAME = 512;
const MAX_BOUNDARY = 200;

const DASHES = Buffer.from('--');
const LINE_END = Buffer.from('\r\n');
const BLANK_LINE = Buffer.from('\r\n\r\n');

/** Undefined if the header has none. */
export function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"\r\n]+)"|([^\s";,]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  return boundary !== undefined && boundary.length <= MAX_BOUNDARY ? boundary : undefined;
}

export async function splitMultipart(body: Buffer, boundary: string, pace: Pace): Promise<Multipart> {
  const parts: MultipartPart[] = [];
  const fault = (message: string): Multipart => ({ ok: false, parts, message });
  const opening = Buffer.from(`--${boundary}`);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  let at = body.indexOf(opening);
  // Text before the first boundary is allowed if it ends with a line break.
  if (at < 0 || (at > 0 && !startsAt(body, LINE_END, at - 2))) return fault('The body has no boundary.');
  at += opening.length;
  for (;;) {
    if (pace.isDue) await pace.rest();
    if (startsAt(body, DASHES, at)) return { ok: true, parts };
    if (parts.length >= MAX_PARTS) return fault(`The body has more than ${MAX_PARTS} parts.`);
    const headersAt = afterLineEnd(body, at);
    if (headersAt < 0) return fault('A boundary is not followed by a line break.');
    const contentAt = contentAfter(body, headersAt);
    if (contentAt < 0) return fault(`The headers of a part do not end within ${MAX_HEADERS} bytes.`);
    const end = body.indexOf(delimiter, contentAt - LINE_END.length);
    if (end < 0) return fault('The last part is cut off.');
    const headers = body.toString('latin1', headersAt, contentAt);
    const name = nameIn(headers);
    if (name === undefined) return fault('A part has no name.');
    const type = /^content-type:[ \t]*([^\s;]{1,200})/im.exec(headers)?.[1] ?? '';
    parts.push({ name, content: body.subarray(contentAt, Math.max(contentAt, end)), type });
    at = end + delimiter.length;
  }
}

const startsAt = (body: Buffer, bytes: Buffer, at: number): boolean =>
  at >= 0 &&
  at + bytes.length <= body.length &&
  body.compare(bytes, 0, bytes.length, at, at + bytes.length) === 0;

/** Spaces may follow a boundary. */
function afterLineEnd(body: Buffer, from: number): number {
  let at = from;
  while (body[at] === 0x20 || body[at] === 0x09) at += 1;
  return startsAt(body, LINE_END, at) ? at + LINE_END.length : -1;
}

function contentAfter(body: Buffer, headersAt: number): number {
  if (startsAt(body, LINE_END, headersAt)) return headersAt + LINE_END.length;
  const blank = body.subarray(headersAt, headersAt + MAX_HEADERS).indexOf(BLANK_LINE);
  return blank < 0 ? -1 : headersAt + blank + BLANK_LINE.length;
}

function nameIn(headers: string): string | undefined {
  const disposition = /^content-disposition:[ \t]*form-data[ \t]*;(.*)$/im.exec(headers)?.[1];
  const name = /(?:^|;)[ \t]*name="([^"\r\n]*)"/i.exec(disposition ?? '')?.[1];
  return name !== undefined && name !== '' && name.length <= MAX_NAME
    ? Buffer.from(name, 'latin1').toString()
    : undefined;
}
