import { isPadded, runEnd } from './characters.ts';
import type { Detector } from './detector.ts';

const HEAD = /-----BEGIN [A-Z0-9 ]{0,32}PRIVATE KEY(?: BLOCK)?-----/y;
const TAIL = /-----END [A-Z0-9 ]{0,32}PRIVATE KEY(?: BLOCK)?-----/y;
const MAX_LENGTH = 16_384;
const BACKSLASH = 0x5c;

// A key without an end marker extends as far as base64 does, including line breaks written as `\n`.
const isBody = (code: number) => isPadded(code) || code === 0x0a || code === 0x0d || code === BACKSLASH;

export const privateKey: Detector = {
  kind: 'private_key',
  anchors: 'G',
  hint: 'G(?<=-----BEG)(?=IN [A-Z0-9 ]{0,32}PRIVATE KEY)',
  bounds(text, at) {
    const start = at - 7;
    HEAD.lastIndex = start;
    if (!HEAD.test(text)) return null;
    const bodyFrom = HEAD.lastIndex;
    // The next dashes end the key or begin another, so no part is searched twice.
    TAIL.lastIndex = text.indexOf('-----', bodyFrom);
    if (TAIL.lastIndex > 0 && TAIL.lastIndex - bodyFrom <= MAX_LENGTH && TAIL.test(text)) {
      return { start, end: TAIL.lastIndex };
    }
    return { start, end: runEnd(text, bodyFrom, isBody, MAX_LENGTH) };
  },
};
