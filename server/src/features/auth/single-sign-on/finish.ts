// The second half of single sign-on: the provider sends the browser back with a code.
import { hash } from 'node:crypto';
import type { OidcConfig } from '#config';
import { MINUTE_MS } from '#lib/clock';
import { changeAs } from '#core/change/change';
import type { PublicContext } from '#core/context';
import type { Reply } from '#core/endpoint';
import { hit, peek } from '#core/access/rate-limit';
import { sameSecret } from '#core/access/token';
import { selectIdentityUser, spendToken } from '#services/accounts';
import { sessionCookies, type SignedIn } from '../cookie.ts';
import { openLogIn } from '../log-in.ts';
import type { SsoCallback } from '../schemas.ts';
import { admitPerson, bySso, selectSsoAccount } from './admit.ts';
import { attemptOf, noAttemptCookie } from './attempt.ts';
import type { Person } from './person.ts';
import { askProvider, callbackUrl, requireOidc } from './provider.ts';
import { redirectRefused, redirectTo } from './redirect.ts';
import { SsoRefusal } from './refusal.ts';

// Each failure costs a request to the provider.
const FAILURES = { name: 'sso-failures', limit: 60, windowMs: 5 * MINUTE_MS } as const;
// A person whom the rules refuse can try again at once, so the audit log does not record every attempt.
const REFUSALS = { name: 'sso-refusals', limit: 10, windowMs: 60 * MINUTE_MS } as const;

export async function finishSingleSignOn(ctx: PublicContext, query: SsoCallback): Promise<Reply> {
  const oidc = requireOidc(ctx);
  try {
    const { opened, next } = await finish(ctx, oidc, query);
    const cookies = [...sessionCookies(ctx, opened), noAttemptCookie(ctx)];
    return redirectTo(`${ctx.config.publicUrl}${next}`, cookies);
  } catch (error) {
    return redirectRefused(ctx, error);
  }
}

async function finish(
  ctx: PublicContext,
  oidc: OidcConfig,
  query: SsoCallback,
): Promise<{ opened: SignedIn; next: string }> {
  const attempt = attemptOf(ctx);
  if (attempt === null || !sameSecret(attempt.state, query.state ?? '')) throw new SsoRefusal('expired');
  const subject = `ip:${ctx.origin.ip}`;
  if (!(await peek(ctx.db, ctx.clock, FAILURES, subject)).allowed) throw new SsoRefusal('rate_limited');
  const { expiresAt } = attempt;
  const isFirst = await ctx.metadata.transaction((db) =>
    spendToken(db, 'sso_state', attempt.state, { now: ctx.clock.now(), expiresAt }),
  );
  if (!isFirst) throw new SsoRefusal('expired');
  const arrived = arrivedAt(ctx, query);
  const { person, idToken } = await askProvider(ctx, oidc, arrived, attempt).catch(async (error: unknown) => {
    await hit(ctx, FAILURES, subject);
    throw error;
  });
  try {
    const userId = await admitPerson(ctx, oidc, person);
    return { opened: await openLogIn(ctx, userId, { idToken }), next: attempt.next };
  } catch (error) {
    if (error instanceof SsoRefusal) await noteRefused(ctx, oidc, person, error);
    throw error;
  }
}

/** The callback address at the public address, with the parameters from the provider. */
function arrivedAt(ctx: PublicContext, query: Readonly<Record<string, unknown>>): URL {
  const url = new URL(callbackUrl(ctx));
  for (const [name, value] of Object.entries(query))
    if (typeof value === 'string') url.searchParams.set(name, value);
  return url;
}

/** Writes the audit entry for a person whom the provider authenticated and the rules refuse. */
async function noteRefused(
  ctx: PublicContext,
  oidc: OidcConfig,
  person: Person,
  { reason }: SsoRefusal,
): Promise<void> {
  const { issuer, subject, email, emailVerified } = person;
  const digest = hash('sha256', `${issuer} ${subject}`, 'hex').slice(0, 24);
  const accountId = await selectSsoAccount(ctx.db, oidc);
  if (accountId === null || reason === 'no_account' || !(await hit(ctx, REFUSALS, digest)).allowed) return;
  const userId = await selectIdentityUser(ctx.db, person);
  await changeAs(ctx, bySso(ctx, accountId), 'user.login_refused', async () => ({
    result: undefined,
    target: userId === null ? { type: 'identity', id: digest } : { type: 'user', id: userId },
    metadata: { method: 'sso', reason, email, emailVerified },
  }));
}
