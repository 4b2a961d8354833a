// Replaces personal data and secrets with a word for their kind. Linear in the length of any text
// (detector.ts).
import type { Pace } from '#lib/yield-to-event-loop';
import { assignedKey, bearerToken, capitalKey, dottedKey, hyphenatedKey, underscoredKey } from './api-key.ts';
import { creditCard } from './credit-card.ts';
import type { RedactionKind } from './detector.ts';
import { emailDetector } from './email.ts';
import { iban } from './iban.ts';
import { ipV4, ipV6 } from './ip-address.ts';
import { jwt } from './jwt.ts';
import { myNumber } from './my-number.ts';
import { phone } from './phone.ts';
import { isPlain, plainForm } from './plain-form.ts';
import { privateKey } from './private-key.ts';
import { scanner, type Find, type Scan, type ScanTo } from './scanner.ts';
import { usSsn } from './us-ssn.ts';

export type RedactionCounts = Partial<Record<RedactionKind, number>>;

export interface RedactedText {
  text: string;
  counts: RedactionCounts;
}

// Stricter detectors come first, so that a number with a valid check digit is not taken for a telephone
// number.
const scanNumbers = scanner([iban, creditCard, usSsn, myNumber, ipV4, phone]);
const scanWords = scanner([
  emailDetector,
  ipV6,
  privateKey,
  jwt,
  bearerToken,
  hyphenatedKey,
  underscoredKey,
  capitalKey,
  dottedKey,
  assignedKey,
]);

/** The shortest possible match: `a@b.co`, `1.1.1.1`. */
const SHORTEST = 6;
const NOTHING: RedactionCounts = Object.freeze({});

/** `label` is the name of the field, which may say what a bare number is. */
export function redactText(text: string, label = ''): RedactedText {
  if (text.length < SHORTEST) return { text, counts: NOTHING };
  return redactedBy(text, findsIn(text, label));
}

/** The same without blocking the thread: a hostile quarter of a megabyte takes hundreds of milliseconds. */
export async function redactTextInPieces(
  text: string,
  label: string,
  pace: Pace,
  piece = PIECE,
): Promise<RedactedText> {
  if (text.length <= piece) return redactText(text, label);
  const plain = await plainInPieces(text, pace, piece);
  const words = await scanInPieces(scanWords, plain, label, pace, piece);
  const numbers = await scanInPieces(scanNumbers, plain, label, pace, piece);
  return redactedBy(text, { words, numbers });
}

/** In characters: four milliseconds at two microseconds each, the worst known cost. */
const PIECE = 2_048;

async function plainInPieces(text: string, pace: Pace, piece: number): Promise<string> {
  if (isPlain(text)) return text;
  let plain = '';
  for (let from = 0; from < text.length; from += piece) {
    if (pace.isDue) await pace.rest();
    // Each character becomes one and depends at most on the one before it.
    const before = Math.max(0, from - 1);
    plain += plainForm(text.slice(before, from + piece)).slice(from - before);
  }
  return plain;
}

async function scanInPieces(
  scanTo: ScanTo,
  text: string,
  label: string,
  pace: Pace,
  piece: number,
): Promise<Find[]> {
  const scan: Scan = { finds: [], at: 0 };
  while (scan.at < text.length) {
    if (pace.isDue) await pace.rest();
    scanTo(text, label, scan, Math.min(text.length, scan.at + piece));
  }
  return scan.finds;
}

function redactedBy(text: string, { words, numbers }: Finds): RedactedText {
  if (words.length === 0 && numbers.length === 0) return { text, counts: NOTHING };
  if (words.length === 0 || numbers.length === 0) return replace(text, words.length > 0 ? words : numbers);
  return replace(text, inOrder([...words, ...numbers]));
}

/** Each list is sorted and without overlaps; the two lists may overlap. */
interface Finds {
  words: Find[];
  numbers: Find[];
}

export function findsIn(text: string, label = ''): Finds {
  const plain = isPlain(text) ? text : plainForm(text);
  return { words: findsOf(scanWords, plain, label), numbers: findsOf(scanNumbers, plain, label) };
}

function findsOf(scanTo: ScanTo, text: string, label: string): Find[] {
  const scan: Scan = { finds: [], at: 0 };
  scanTo(text, label, scan, text.length);
  return scan.finds;
}

/** Overlapping matches are merged, so that no part remains: a number inside a key is part of the key. */
function inOrder(finds: Find[]): Find[] {
  const apart: Find[] = [];
  for (const find of finds.toSorted((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    if (!last || find.start >= last.end) apart.push(find);
    else last.end = Math.max(last.end, find.end);
  }
  return apart;
}

function replace(text: string, finds: readonly Find[]): RedactedText {
  const counts: RedactionCounts = {};
  let out = '';
  let from = 0;
  for (const { kind, start, end } of finds) {
    out += `${text.slice(from, start)}[${kind}]`;
    counts[kind] = (counts[kind] ?? 0) + 1;
    from = end;
  }
  return { text: out + text.slice(from), counts };
}
