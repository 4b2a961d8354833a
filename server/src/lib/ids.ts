// Ids of people-facing things: a short prefix that says what it is, then 125 random bits.
import { randomFillSync } from 'node:crypto';
import { ALPHABET } from './base62.ts';

const PREFIXES = {
  account: 'acc',
  project: 'prj',
  user: 'usr',
  device: 'dev',
  key: 'key',
  invitation: 'inv',
  request: 'req',
  job: 'job',
  webhook: 'whk',
  delivery: 'dlv',
  finding: 'fnd',
  budget: 'bud',
  policy: 'pol',
  approval: 'apr',
  gateCheck: 'gck',
  gateHold: 'gch',
  proposal: 'prp',
  erasure: 'era',
} as const;

export type IdKind = keyof typeof PREFIXES;

const LENGTH = 21;
// Every request gets an id: asking the system for so few bytes each time, or dividing them as one large number, would be the
// dearest part of many. Each byte gives a character; the two in 64 that no character stands for are left out.
const pool = Buffer.alloc(8_192);
let taken = pool.length;

function randomText(): string {
  let text = '';
  while (text.length < LENGTH) {
    if (taken === pool.length) {
      randomFillSync(pool);
      taken = 0;
    }
    text += ALPHABET[(pool[taken] ?? 0) & 63] ?? '';
    taken += 1;
  }
  return text;
}

export const newId = (kind: IdKind): string => `${PREFIXES[kind]}_${randomText()}`;

/** An id from outside that is not of the right form cannot exist: callers answer 404 without asking a store. */
export const isId = (kind: IdKind, value: string): boolean =>
  value.startsWith(`${PREFIXES[kind]}_`) && /^[a-z]{3}_[0-9A-Za-z]{8,40}$/.test(value);
