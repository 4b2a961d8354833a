import { isoTime } from '#lib/clock';
import { tidy } from '#lib/tidy';
import type { Context } from '#core/context';
import { selectUsers, type UserFigures } from '#records';
import { scopeOf, windowOf } from '#services/record-access';
import { callFilter } from './call-filter.ts';
import type { Users, UsersQuery } from './schemas/users.ts';

const DEFAULT_LIMIT = 50;

export async function listUsers(ctx: Context, body: UsersQuery): Promise<Users> {
  // `search` matches part of a user's id here, not a call.
  const { search, sortBy: order = 'lastSeen', limit = DEFAULT_LIMIT, ...calls } = body;
  const window = windowOf(body, null, ctx.clock.now());
  const filter = { ...(await callFilter(ctx, calls, window)), ...window };
  const wanted = { order, limit, ...(search === undefined ? {} : { search }) };
  const { users, total } = await ctx.records.ask(scopeOf(ctx), selectUsers(filter, wanted));
  return {
    users: users.map(presentUser),
    total,
  };
}

const presentUser = ({ firstMs, lastMs, ...sums }: UserFigures) => ({
  ...sums,
  costUsd: tidy(sums.costUsd),
  firstSeen: isoTime(firstMs),
  lastSeen: isoTime(lastMs),
});
