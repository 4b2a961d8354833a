import { isAlnum } from './characters.ts';
import type { Detector } from './detector.ts';

const MAX_LOCAL = 64;
const MAX_DOMAIN = 255;
const HYPHEN = 0x2d;
const DOT = 0x2e;

// Looks like an address but is not: `icon@2x.png`, `git@github.com:owner/name`.
const FILE_ENDINGS = new Set([
  'png',
  'jpg',
  'jpeg',
  'gif',
  'svg',
  'webp',
  'avif',
  'css',
  'js',
  'mjs',
  'ts',
  'json',
]);

// Latin with marks, Greek, Cyrillic, Hebrew, Arabic: scripts with spaces between words. In scripts without
// spaces (Japanese, Chinese, Thai) the preceding sentence would be redacted too.
const isSpacedLetter = (code: number) =>
  (code >= 0xc0 && code <= 0x6ff && code !== 0xd7 && code !== 0xf7) || (code >= 0x1e00 && code <= 0x1fff);

const LOCAL_REST = new Set(Array.from("._%+-~!#$&*^'", (char) => char.charCodeAt(0)));
const isLocal = (code: number) => isAlnum(code) || LOCAL_REST.has(code) || isSpacedLetter(code);
const isLabel = (code: number) => isAlnum(code) || isSpacedLetter(code);
const isDomain = (code: number) => isLabel(code) || code === DOT || code === HYPHEN;

const TOP_LEVEL = /^(?:xn--[a-z0-9-]{1,59}|\p{L}{2,24})$/iu;

export const emailDetector: Detector = {
  kind: 'email',
  anchors: '@%',
  hint: '@|%(?=40)',
  bounds(text, at) {
    let start = at;
    while (start > 0 && at - start < MAX_LOCAL && isLocal(text.charCodeAt(start - 1))) start -= 1;
    while (start < at && !isLabel(text.charCodeAt(start)) && text.charCodeAt(start) !== 0x5f) start += 1;
    if (start === at || text.charCodeAt(at - 1) === DOT) return null;
    const from = text[at] === '@' ? at + 1 : at + 3;
    let end = from;
    while (end < text.length && end - from < MAX_DOMAIN && isDomain(text.charCodeAt(end))) end += 1;
    while (end > from && !isLabel(text.charCodeAt(end - 1))) end -= 1;
    if (!isLabel(text.charCodeAt(from))) return null;
    const domain = text.slice(from, end);
    const lastDot = domain.lastIndexOf('.');
    if (lastDot < 1 || domain.includes('..')) return null;
    const top = domain.slice(lastDot + 1);
    if (!TOP_LEVEL.test(top) || FILE_ENDINGS.has(top.toLowerCase())) return null;
    if (text.slice(start, at) === 'git' && text[end] === ':') return null;
    return { start, end };
  },
};
