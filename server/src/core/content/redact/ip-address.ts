// Two detectors. Addresses that identify no machine stay: loopback, unspecified, network masks.
import { isAlnum, isDigit, isHex, isWord, leadOf, runEnd } from './characters.ts';
import { atNumber } from './at-number.ts';
import type { Detector } from './detector.ts';

const COLON = 0x3a;
const DOT = 0x2e;

const V4 = /\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?![\w@]|\.\d)/y;
const NOBODY_V4 = /^(?:127\.|255\.|0\.0\.0\.0$)/;
const NUMBERING =
  /(?:\bv|version|\bver\.?|release|build|section|chapter|clause|article|§|バージョン|版本)[^\d\n]{0,8}$/i;

const isOctets = (text: string) =>
  text.split('.').every((part) => Number(part) <= 255 && (part === '0' || !part.startsWith('0')));

export const ipV4: Detector = {
  kind: 'ip_address',
  ...atNumber,
  bounds(text, at, label) {
    if (text.charCodeAt(runEnd(text, at, isDigit, 3)) !== DOT) return null;
    V4.lastIndex = at;
    const found = V4.exec(text)?.[0];
    if (found === undefined || !isOctets(found) || NOBODY_V4.test(found)) return null;
    if (isWord(text.charCodeAt(at - 1)) || text[at - 1] === '.') return null;
    return NUMBERING.test(leadOf(text, at, label)) ? null : { start: at, end: at + found.length };
  },
};

const MAX_V6 = 45;
const isV6 = (code: number) => isHex(code) || code === COLON || code === DOT;

/** Groups of up to four hex digits; null if a part is not one. A dotted tail counts as two. */
function countGroups(part: string): number | null {
  if (part === '') return 0;
  let count = 0;
  const groups = part.split(':');
  for (const [index, group] of groups.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(group)) count += 1;
    else if (index === groups.length - 1 && /^(?:\d{1,3}\.){3}\d{1,3}$/.test(group) && isOctets(group))
      count += 2;
    else return null;
  }
  return count;
}

function isV6Address(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const left = countGroups(halves[0] ?? '');
  const right = halves.length === 2 ? countGroups(halves[1] ?? '') : 0;
  if (left === null || right === null) return false;
  // Requires a digit, so that `abc::def` stays a path, and a group of three, so that eight bytes in hex stay
  // an id.
  return halves.length === 2
    ? left + right >= 1 && left + right < 8 && /\d/.test(text) && text !== '::1'
    : left === 8 && /[0-9a-f]{3}/i.test(text);
}

export const ipV6: Detector = {
  kind: 'ip_address',
  anchors: ':',
  hint: ':(?=:|[0-9A-Fa-f]{1,4}:)',
  bounds(text, at) {
    if (text.charCodeAt(at + 1) === COLON && text.charCodeAt(at + 2) === COLON) return null;
    let start = at;
    while (start > 0 && at - start < MAX_V6 && isHex(text.charCodeAt(start - 1))) start -= 1;
    // Each run is checked once, from its first colon.
    if (text.charCodeAt(start - 1) === COLON) return null;
    let end = at;
    while (end < text.length && end - start <= MAX_V6 && isV6(text.charCodeAt(end))) end += 1;
    if (end - start > MAX_V6) return null;
    if (isWord(text.charCodeAt(start - 1)) || isAlnum(text.charCodeAt(end)) || text[end] === '_') return null;
    // Excludes the colon or full stop of the sentence; `::` is part of the address.
    while (text[end - 1] === '.' || (text[end - 1] === ':' && text[end - 2] !== ':')) end -= 1;
    while (text[start] === '.' || (text[start] === ':' && text[start + 1] !== ':')) start += 1;
    return end > start && isV6Address(text.slice(start, end)) ? { start, end } : null;
  },
};
