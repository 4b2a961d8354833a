// A sign-in that has begun. It is sealed into a cookie of the browser that began it, so nothing is stored
// before the person comes back.
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import type { PublicContext } from '#core/context';
import { ssoCookie } from '../cookie.ts';
import type { SsoChallenge } from './provider.ts';

const VALID_MS = 10 * MINUTE_MS;
const PURPOSE = 'sso-attempt';

interface SsoAttempt extends SsoChallenge {
  next: string;
  expiresAt: number;
}

export function attemptCookie(ctx: PublicContext, challenge: SsoChallenge, next: string): string {
  const attempt: SsoAttempt = { ...challenge, next, expiresAt: ctx.clock.now() + VALID_MS };
  return ssoCookie(ctx, ctx.sealer.seal(JSON.stringify(attempt), PURPOSE), VALID_MS / SECOND_MS);
}

export const noAttemptCookie = (ctx: PublicContext): string => ssoCookie(ctx, '', 0);

/** Null if this browser began no sign-in, or began it too long ago. */
export function attemptOf(ctx: PublicContext): SsoAttempt | null {
  const { ssoToken } = ctx.origin;
  const opened = ssoToken ? ctx.sealer.open(ssoToken, PURPOSE) : null;
  if (opened === null) return null;
  const attempt = JSON.parse(opened) as SsoAttempt;
  return attempt.expiresAt > ctx.clock.now() ? attempt : null;
}
