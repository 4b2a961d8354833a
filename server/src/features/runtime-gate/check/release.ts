import { AppError } from '#lib/app-error';
import { isId } from '#lib/ids';
import { usd } from '#lib/money';
import { boundTo } from '#core/access/actor';
import type { Context } from '#core/context';
import { spendTrackerOf } from '../spend/spend-tracker.ts';

/** A settled, released or expired hold no longer exists, like one that never existed. */
export async function releaseHold(ctx: Context, gateCheckId: string) {
  const micros = isId('gateHold', gateCheckId)
    ? await spendTrackerOf(ctx).release(ctx.account.id, boundTo(ctx.actor), gateCheckId)
    : null;
  if (micros === null)
    throw new AppError(
      'not_found',
      'hold_not_found',
      'This check holds nothing: it never did, its call has arrived, it was released before, or its time is over.',
    );
  return { gateCheckId, releasedUsd: usd(micros) };
}
