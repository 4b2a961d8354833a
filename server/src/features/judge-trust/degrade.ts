// Degrades answers on purpose, by rule and without a model, so that an attentive judge must score them lower.
// The same call always gives the same text. Null if the result would be as good as the original, because it
// is then no probe.
import { hash } from 'node:crypto';
import { seededRandom } from '#lib/seeded-random';
import { negated } from './negate.ts';
import { offLanguage } from './off-language.ts';
import { charactersOf, wordLikeness, wordPiecesOf } from './words.ts';

export const DEGRADATIONS = [
  'truncated',
  'shuffled',
  'swapped',
  'negated',
  'emptied',
  'off_language',
] as const;
export type Degradation = (typeof DEGRADATIONS)[number];

export interface AnsweredCall {
  callId: string;
  /** Plain text. */
  input: string;
  output: string;
}

const KEPT_SHARE = 0.2;
const MIN_TO_CUT = 40;
const MIN_WORDS = 6;
const MIN_DIFFERENT_WORDS = 5;
const MAX_TRIES = 5;
/** More similar answers may belong to the same question. */
const MAX_LIKENESS = 0.4;

export function degrade(
  kind: Degradation,
  call: AnsweredCall,
  others: readonly AnsweredCall[],
): string | null {
  if (call.output.trim() === '') return null;
  const made = MAKERS[kind](call, others);
  return made === null || made.trim() === call.output.trim() ? null : made;
}

const MAKERS: Record<Degradation, (call: AnsweredCall, others: readonly AnsweredCall[]) => string | null> = {
  truncated: ({ output }) => truncated(output),
  shuffled: ({ callId, output }) => wordsShuffled(output, drawFor(`shuffled ${callId}`)),
  swapped: (call, others) => leastAlike(call, others)?.output ?? null,
  negated: ({ output }) => negated(output),
  emptied: () => '',
  off_language: ({ callId, output }) => offLanguage(output, drawFor(`off_language ${callId}`)),
};

/** The beginning of the text, cut off mid-sentence. */
function truncated(text: string): string | null {
  const characters = charactersOf(text.trim());
  if (characters.length < MIN_TO_CUT) return null;
  const kept = characters.slice(0, Math.floor(characters.length * KEPT_SHARE)).join('');
  return kept.replace(/[\s\p{P}]+$/u, '') || null;
}

/**
 * All words in random order, with the text between them unchanged. Reordering only sentences often leaves an
 * answer as good.
 */
function wordsShuffled(text: string, draw: () => number): string | null {
  const pieces = wordPiecesOf(text);
  const words = pieces.filter(({ isWord }) => isWord).map(({ text: word }) => word);
  if (words.length < MIN_WORDS || new Set(words).size < MIN_DIFFERENT_WORDS) return null;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const mixed = shuffled(words, draw);
    const moved = mixed.filter((word, at) => word !== words[at]).length;
    if (moved * 2 < words.length) continue;
    let next = 0;
    return pieces.map(({ text: piece, isWord }) => (isWord ? (mixed[next++] ?? '') : piece)).join('');
  }
  return null;
}

/** The least similar answer to another question. */
function leastAlike(call: AnsweredCall, others: readonly AnsweredCall[]): AnsweredCall | null {
  let found: AnsweredCall | null = null;
  let least = MAX_LIKENESS;
  for (const other of others) {
    if (other.callId === call.callId || other.output.trim() === '') continue;
    const alike = Math.max(wordLikeness(call.input, other.input), wordLikeness(call.output, other.output));
    if (alike >= least) continue;
    [found, least] = [other, alike];
  }
  return found;
}

// Random numbers that are the same for the same name, so that a degraded answer can be reproduced.
/** Numbers from 0 to below 1, seeded by a hash of the name. */
export const drawFor = (name: string): (() => number) =>
  seededRandom(Number.parseInt(hash('sha256', name, 'hex').slice(0, 8), 16));

function shuffled<T>(items: readonly T[], draw: () => number): T[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(draw() * (at + 1));
    const [here, there] = [mixed[at] as T, mixed[other] as T];
    mixed[at] = there;
    mixed[other] = here;
  }
  return mixed;
}
