// Cursors of lists in the order of a figure: each is valid for that order only.
import { invalid } from '#lib/app-error';
import type { Context } from '#core/context';
import type { RunOrder, SortedPlace } from '#records';
import { openCursor, sealCursor } from './sealed-cursor.ts';

const nameOf = ({ by, descending }: RunOrder): string => `${by} ${descending ? 'desc' : 'asc'}`;

export const sealSortedCursor = (
  ctx: Context,
  list: string,
  order: RunOrder,
  { untilMs, value, id }: SortedPlace,
): string => sealCursor(ctx, `sorted-${list}`, [nameOf(order), untilMs, value, id]);

export function sortedPlaceIn(ctx: Context, list: string, cursor: string, order: RunOrder): SortedPlace {
  const [made, untilMs, value, id] =
    openCursor(ctx, `sorted-${list}`, cursor, ['string', 'integer', 'number', 'string']) ?? [];
  if (
    made !== nameOf(order) ||
    typeof untilMs !== 'number' ||
    typeof value !== 'number' ||
    typeof id !== 'string'
  ) {
    throw invalid('cursor', 'The cursor is not from this list in this order.');
  }
  return { untilMs, value, id };
}
