// Finds keys and tokens by the formats of their issuers, tokens after `Bearer`, and values assigned to names
// like `api_key`.
import { isAlnum, isToken, isUnpadded, isWord, runEnd } from './characters.ts';
import type { Detector } from './detector.ts';

interface Form {
  prefix: string;
  /** Minimum number of characters after the prefix. */
  least: number;
  inClass: (code: number) => boolean;
}

const form = (least: number, inClass: Form['inClass'], prefixes: string): Form[] =>
  prefixes.split(' ').map((prefix) => ({ prefix, least, inClass }));

const HYPHENATED = [
  ...form(20, isToken, 'sk- glpat- xai- pplx- tvly- GOCSPX- pypi- nvapi-'),
  ...form(10, isToken, 'xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xapp-'),
];

const UNDERSCORED = [
  ...form(30, isAlnum, 'ghp_ gho_ ghu_ ghs_ ghr_ npm_ hf_ gsk_ r8_ twl_'),
  ...form(22, isWord, 'github_pat_ shpat_ shpss_ dop_v1_ lsv2_pt_ lsv2_sk_'),
  ...form(10, isWord, 'sk_live_ sk_test_ rk_live_ rk_test_ pk_live_ pk_test_'),
  ...form(24, isUnpadded, 'whsec_'),
];

const CAPITALS = [
  ...form(16, isAlnum, 'AKIA ASIA AROA AIDA AGPA ANPA ANVA ABIA ACCA'),
  ...form(33, isToken, 'AIza'),
];

const MAX_TOKEN = 4_096;
const hasDigit = (text: string) => /\d/.test(text);
const escaped = (forms: Form[], drop: number) =>
  forms.map(({ prefix }) => prefix.slice(0, prefix.length - drop)).join('|');

/** The token after a prefix whose last character is at `last`, or null. */
function behind(text: string, last: number, forms: readonly Form[]) {
  for (const { prefix, least, inClass } of forms) {
    const start = last - prefix.length + 1;
    if (!text.startsWith(prefix, start) || isToken(text.charCodeAt(start - 1))) continue;
    const end = runEnd(text, last + 1, inClass, MAX_TOKEN);
    if (end - last - 1 < least || isWord(text.charCodeAt(end))) continue;
    if (hasDigit(text.slice(last + 1, end))) return { start, end };
  }
  return null;
}

export const hyphenatedKey: Detector = {
  kind: 'api_key',
  anchors: '-',
  hint: `-(?=[A-Za-z0-9][A-Za-z0-9_-]{9})(?<=(?<![\\w-])(?:${escaped(HYPHENATED, 1)})-)`,
  bounds: (text, at) => behind(text, at, HYPHENATED),
};

export const underscoredKey: Detector = {
  kind: 'api_key',
  anchors: '_',
  hint: `_(?=[A-Za-z0-9+/]{8})(?<=(?<![\\w-])(?:${escaped(UNDERSCORED, 1)})_)`,
  bounds: (text, at) => behind(text, at, UNDERSCORED),
};

export const capitalKey: Detector = {
  kind: 'api_key',
  anchors: 'A',
  hint: 'A(?<![\\w-]A)(?=(?:[KSRGNBCI][A-Z]{2}|Iza)[A-Za-z0-9_-]{16})',
  bounds: (text, at) => behind(text, at + 3, CAPITALS),
};

/** SendGrid's `SG.` and its two parts. */
export const dottedKey: Detector = {
  kind: 'api_key',
  anchors: 'G',
  hint: 'G(?<=(?<![\\w.-])SG)(?=\\.[\\w-]{16})',
  bounds(text, at) {
    const middle = runEnd(text, at + 2, isToken, 64);
    if (text[middle] !== '.') return null;
    const end = runEnd(text, middle + 1, isToken, 128);
    return end - middle > 20 ? { start: at - 1, end } : null;
  },
};

/** Includes base64 padding, but not the full stop of a sentence. */
function valueEnd(text: string, start: number): number {
  let end = runEnd(text, start, isUnpadded, MAX_TOKEN);
  while (end > start && text.charCodeAt(end - 1) === 0x2e) end -= 1;
  return runEnd(text, end, (code) => code === 0x3d, 2);
}

const MIN_BEARER = 16;

/** Only the token is redacted; a JWT has its own detector. */
export const bearerToken: Detector = {
  kind: 'api_key',
  anchors: 'Bb',
  hint: '[Bb](?<!\\w[Bb])(?=earer[ :]|EARER |asic [A-Za-z0-9+/=]{8})',
  bounds(text, at) {
    const basic = text.charCodeAt(at + 1) === 0x61;
    // `basic` is a common word; after `Authorization` it means credentials.
    if (basic && !/uthorization["']?\s?[:=]\s?["']?$/.test(text.slice(Math.max(0, at - 24), at))) return null;
    let start = at + (basic ? 5 : 6);
    start = runEnd(text, start, (code) => code === 0x20 || code === 0x3a, 3);
    const end = valueEnd(text, start);
    if (end - start < (basic ? 8 : MIN_BEARER) || text.startsWith('eyJ', start)) return null;
    return basic || hasDigit(text.slice(start, end)) ? { start, end } : null;
  },
};

const NAMES =
  '(?:api|access|secret|private|auth|client|account|master|signing|encryption)[_ -]?key|secret|(?:access|auth|refresh|bearer|api|session)[_ -]?token';
const caseless = (source: string) => source.replace(/[a-z]/g, (char) => `[${char}${char.toUpperCase()}]`);
const MIN_ASSIGNED = 16;

/** `"api_key": "…"`, `AWS_SECRET_ACCESS_KEY=…`: any such name with a random-looking value. */
export const assignedKey: Detector = {
  kind: 'api_key',
  anchors: ':=',
  hint: `[:=](?<=(?:${caseless(NAMES)})[\\\\"' ]{0,4}[:=])(?=[\\\\"' ]{0,4}[A-Za-z0-9_+/-]{8})`,
  bounds(text, at) {
    const start = runEnd(
      text,
      at + 1,
      (code) => code === 0x20 || code === 0x22 || code === 0x27 || code === 0x5c,
      4,
    );
    const end = valueEnd(text, start);
    const value = text.slice(start, end);
    if (value.length < MIN_ASSIGNED || value.startsWith('eyJ')) return null;
    return hasDigit(value) && /[A-Za-z]{2}/.test(value) ? { start, end } : null;
  },
};
