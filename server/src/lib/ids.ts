// Ids of people-facing things: a short prefix that says what it is, then 120 random bits.
import { randomFillSync } from 'node:crypto';
import { base62 } from './base62.ts';

const PREFIXES = {
  account: 'acc',
  project: 'prj',
  user: 'usr',
  key: 'key',
  invitation: 'inv',
  request: 'req',
  job: 'job',
  webhook: 'whk',
  delivery: 'dlv',
} as const;

export type IdKind = keyof typeof PREFIXES;

const ID_BYTES = 15;
// Every request gets an id, and asking the system for so few bytes each time would be the dearest part of many.
const pool = Buffer.alloc(ID_BYTES * 256);
let taken = pool.length;

function randomId(): Uint8Array {
  if (taken === pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  taken += ID_BYTES;
  return pool.subarray(taken - ID_BYTES, taken);
}

export const newId = (kind: IdKind): string => `${PREFIXES[kind]}_${base62(randomId())}`;

/** An id from outside that is not of the right form cannot exist: callers answer 404 without asking a store. */
export const isId = (kind: IdKind, value: string): boolean =>
  value.startsWith(`${PREFIXES[kind]}_`) && /^[a-z]{3}_[0-9A-Za-z]{8,40}$/.test(value);
