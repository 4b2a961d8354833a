import { AppError } from '#lib/app-error';
import { isoTime, utcMonthStart } from '#lib/clock';
import type { Context } from '#core/context';

/** The start of the next month, when the quota resets. */
export const quotaRenewsAt = ({ clock }: Context): number => utcMonthStart(clock.now(), 1);

/** The new records of a request did not all fit into the rest of the quota, so none was stored. */
export function quotaExceeded(
  ctx: Context,
  { fresh, remaining }: { fresh: number; remaining: number },
): AppError {
  const renewsAt = quotaRenewsAt(ctx);
  const left =
    remaining === 0 ? 'is used up' : `has room for ${remaining} more, and the request has ${fresh} new`;
  return new AppError(
    'too_many_requests',
    'quota_exceeded',
    `The monthly quota of ${ctx.account.recordQuota} records ${left}. Nothing of this request was stored; the next month begins at ${isoTime(renewsAt)}.`,
    { retryAfterSeconds: Math.max(1, Math.ceil((renewsAt - ctx.clock.now()) / 1000)) },
  );
}
