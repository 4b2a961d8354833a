// Ids of people-facing things: a short prefix that says what it is, then 120 random bits.
import { randomBytes } from 'node:crypto';
import { base62 } from './base62.ts';

const PREFIXES = {
  account: 'acc',
  project: 'prj',
  user: 'usr',
  key: 'key',
  invitation: 'inv',
  request: 'req',
  job: 'job',
} as const;

export type IdKind = keyof typeof PREFIXES;

export const newId = (kind: IdKind): string => `${PREFIXES[kind]}_${base62(randomBytes(15))}`;

/** An id from outside that is not of the right form cannot exist: callers answer 404 without asking a store. */
export const isId = (kind: IdKind, value: string): boolean =>
  value.startsWith(`${PREFIXES[kind]}_`) && /^[a-z]{3}_[0-9A-Za-z]{8,40}$/.test(value);
