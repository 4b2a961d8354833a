// Public ids: a short prefix that names the kind, then 125 random bits.
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
  incident: 'inc',
  delivery: 'dlv',
  finding: 'fnd',
  budget: 'bud',
  policy: 'pol',
  approval: 'apr',
  gateCheck: 'gck',
  gateHold: 'gch',
  proposal: 'prp',
  erasure: 'era',
  score: 'scr',
  comment: 'cmt',
  linkedRun: 'lrn',
  linkedRunItem: 'lri',
  modelConnection: 'mdc',
  playgroundRun: 'pgr',
  playgroundDraft: 'pgd',
  experiment: 'exp',
  experimentCall: 'exc',
  media: 'med',
} as const;

type IdKind = keyof typeof PREFIXES;

const LENGTH = 21;
// Every request gets an id. Reading a few random bytes each time, or dividing one large number, would be the
// most expensive part of many requests. Each byte gives one character; the two values in 64 without a
// character are skipped.
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

/** An external id in the wrong format cannot exist, so callers answer 404 without a store query. */
export const isId = (kind: IdKind, value: string): boolean =>
  value.startsWith(`${PREFIXES[kind]}_`) && /^[a-z]{3}_[0-9A-Za-z]{8,40}$/.test(value);
