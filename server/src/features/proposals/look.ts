// Looks for proposals at once, on request. The daily run is in refresh.job.ts.
import { MINUTE_MS } from '#lib/clock';
import { hit, requireAllowed, type RateRule } from '#core/access/rate-limit';
import type { Context } from '#core/context';
import { refreshAccount } from './refresh.ts';
import type { ProposalLook } from './schemas.ts';

/** Each look reads a month of calls. */
const LIMIT: RateRule = { name: 'proposal-looks', limit: 3, windowMs: 10 * MINUTE_MS };

export async function lookNow(ctx: Context, signal: AbortSignal): Promise<ProposalLook> {
  requireAllowed(
    await hit(ctx, LIMIT, ctx.account.id),
    'Proposals can be looked for at most three times in ten minutes. Try again when Retry-After has passed.',
  );
  const { fresh, changed, expired } = await refreshAccount(ctx, ctx.account, signal);
  return { found: fresh.length, changed: changed.length, expired: expired.length };
}
