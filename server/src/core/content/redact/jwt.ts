import { isToken, runEnd } from './characters.ts';
import type { Detector } from './detector.ts';

const DOT = 0x2e;
const MIN_SEGMENT = 8;
const MAX_SEGMENTS = 5;

/**
 * Header and payload in base64url (`{"` is `eyJ`) and a signature, or the five parts of an encrypted token.
 */
export const jwt: Detector = {
  kind: 'jwt',
  anchors: 'J',
  // Not inside a run of the same characters, so each run is read only from its start.
  hint: 'J(?<=(?<![\\w-])eyJ)',
  bounds(text, at) {
    const start = at - 2;
    let end = start;
    for (let segment = 0; segment < MAX_SEGMENTS; segment += 1) {
      const segmentEnd = runEnd(text, end, isToken, Infinity);
      const long = segmentEnd - end >= MIN_SEGMENT;
      if (segment < 2 && !long) return null;
      end = segmentEnd;
      if (text.charCodeAt(end) !== DOT) return segment >= 2 ? { start, end } : null;
      // Excludes the full stop of a sentence, unless a segment follows.
      if (segment >= 2 && !isToken(text.charCodeAt(end + 1))) return { start, end };
      if (segment === MAX_SEGMENTS - 1) return { start, end };
      end += 1;
    }
    return null;
  },
};
