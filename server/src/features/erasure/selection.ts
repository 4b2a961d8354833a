// What an erasure selects: one of four ways to name records. It is kept sealed until the erasure has ended, and only its digest after.
import { invalid } from '#lib/app-error';
import { digestText, openText, sealText, type AccountKeys } from '#content';
import { filterOf, type CallSelection } from '#features/query';
import type { SpanSelection } from '#records';
import { USER_ATTRIBUTES } from '#semconv';
import type { ErasureKind, NewErasure } from './schemas.ts';

const KINDS = { userId: 'user', sessionId: 'session', traceId: 'trace', filter: 'filter' } as const;

export function requireOne(input: NewErasure): ErasureKind {
  const given = Object.keys(input) as (keyof NewErasure)[];
  const [only] = given;
  if (only === undefined || given.length > 1) {
    throw invalid(given[1] ?? 'userId', 'Give exactly one of userId, sessionId, traceId and filter.');
  }
  if (input.filter) requireNarrow(input.filter);
  return KINDS[only];
}

/** Everything is never erased by a filter that was left empty: an account is closed, and a project's records are named by time. */
function requireNarrow({ includeEvalRuns: _all, tags, ...rest }: CallSelection): void {
  filterOf(rest);
  if (Object.keys(rest).length > 0 || Object.keys(tags ?? {}).length > 0) return;
  throw invalid('filter', 'The filter must name something that the calls to erase have in common.');
}

export const sealSelection = (keys: AccountKeys, id: string, input: NewErasure): string =>
  sealText(keys, `erasure:${id}`, JSON.stringify(input));

export const openSelection = (keys: AccountKeys, id: string, sealed: string): NewErasure =>
  JSON.parse(openText(keys, `erasure:${id}`, sealed)) as NewErasure;

/** Members in one order, so that the same selection has the same digest. */
export const digestSelection = (keys: AccountKeys, input: NewErasure): string =>
  digestText(keys, 'erasure', JSON.stringify(sorted(input)));

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .toSorted(([left], [right]) => (left < right ? -1 : 1))
        .map(([name, member]) => [name, sorted(member)])
    : value;

/** Calls that runs of evaluations made belong to whom they name as much as others do. */
export const callsIn = ({ filter, ...named }: NewErasure): CallSelection =>
  filter ?? { ...named, includeEvalRuns: true };

/** Null: a filter is about calls; spans go with their traces. */
export function spansIn({ filter, userId, ...named }: NewErasure): SpanSelection | null {
  if (filter) return null;
  return userId === undefined ? named : { user: { id: userId, attributes: USER_ATTRIBUTES } };
}
