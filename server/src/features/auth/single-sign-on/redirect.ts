import { Reply } from '#core/endpoint';
import type { PublicContext } from '#core/context';
import { attemptOf, noAttemptCookie } from './attempt.ts';
import { describeCause } from './provider.ts';
import { SsoRefusal } from './refusal.ts';

const LOCAL = /^\/(?![/\\])/;

/** A path of this service, however it is written. Anything else becomes the start page. */
export function localPath(next: string | undefined, publicUrl: string): string {
  const { origin } = new URL(publicUrl);
  const url = next !== undefined && LOCAL.test(next) ? URL.parse(next, origin) : null;
  const path = url?.origin === origin ? `${url.pathname}${url.search}${url.hash}` : '/';
  // Resolving dots may have left two slashes at the start, which would begin a host name.
  return LOCAL.test(path) ? path : '/';
}

export const redirectTo = (location: string, cookies: readonly string[]): Reply =>
  new Reply(302, null, { location }, cookies);

/** Redirects to the sign-in page, which explains the reason. The cause is in the log. */
export function redirectRefused(ctx: PublicContext, error: unknown): Reply {
  const refusal = error instanceof SsoRefusal ? error : new SsoRefusal('failed', error);
  const { requestId } = ctx.origin;
  const { reason, cause } = refusal;
  if (reason === 'failed') ctx.log.error({ requestId, reason, err: cause }, 'single sign-on failed');
  else ctx.log.warn({ requestId, reason, ...describeCause(cause) }, 'single sign-on refused');
  const next = attemptOf(ctx)?.next ?? '/';
  const query = new URLSearchParams({ sso: reason, ref: requestId, ...(next === '/' ? {} : { next }) });
  return redirectTo(`${ctx.config.publicUrl}/signin?${query.toString()}`, [noAttemptCookie(ctx)]);
}
