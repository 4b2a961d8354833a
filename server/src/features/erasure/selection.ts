// The selection of an erasure: one of four ways to name records. It is stored sealed until the erasure ends;
// afterwards only its digest is kept.
import { invalid } from '#lib/app-error';
import { inMemberOrder } from '#lib/member-order';
import { digestText, openText, sealText, type AccountKeys } from '#content';
import { filterOf, type CallSelection } from '#services/record-access';
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

/**
 * An empty filter must not erase everything. To do that, close the account or select a project's records by
 * time.
 */
function requireNarrow({ includeEvalRuns: _all, tags, where, ...rest }: CallSelection): void {
  filterOf({ ...rest, ...(where ? { where } : {}) });
  if (Object.keys(rest).length > 0 || Object.keys(tags ?? {}).length > 0 || where?.length) return;
  throw invalid('filter', 'The filter must name something that the calls to erase have in common.');
}

export const sealSelection = (keys: AccountKeys, id: string, input: NewErasure): string =>
  sealText(keys, `erasure:${id}`, JSON.stringify(input));

export const openSelection = (keys: AccountKeys, id: string, sealed: string): NewErasure =>
  JSON.parse(openText(keys, `erasure:${id}`, sealed)) as NewErasure;

/** Members in a fixed order, so that the same selection has the same digest. */
export const digestSelection = (keys: AccountKeys, input: NewErasure): string =>
  digestText(keys, 'erasure', JSON.stringify(inMemberOrder(input)));

/** Includes calls made by evaluation runs, because they concern the same people. */
export const callsIn = ({ filter, ...named }: NewErasure): CallSelection =>
  filter ?? { ...named, includeEvalRuns: true };

/** Null for a filter, which selects calls; spans are erased with their traces. */
export function spansIn({ filter, userId, ...named }: NewErasure): SpanSelection | null {
  if (filter) return null;
  return userId === undefined ? named : { user: { id: userId, attributes: USER_ATTRIBUTES } };
}
