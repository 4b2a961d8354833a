// Cursors of lists of records, sealed for the account and the list, so that a client cannot forge one, change
// one, or use one of another account.
import { decodeCursor, encodeCursor } from '#lib/cursor';
import type { Context } from '#core/context';

type Values = Parameters<typeof encodeCursor>[0];
type Kinds = Parameters<typeof decodeCursor>[1];

const purpose = ({ account }: Context, list: string): string => `${list}-cursor:${account.id}`;

export const sealCursor = (ctx: Context, list: string, values: Values): string =>
  ctx.sealer.seal(encodeCursor(values), purpose(ctx, list));

/** Null for a cursor that is not from this list, and for another encoding of the same bytes. */
export function openCursor(ctx: Context, list: string, cursor: string, kinds: Kinds) {
  const plain = Buffer.from(cursor, 'base64url').toString('base64url') === cursor;
  const opened = plain ? ctx.sealer.open(cursor, purpose(ctx, list)) : null;
  return opened === null ? null : decodeCursor(opened, kinds);
}
