// The first half of single sign-on: sends the browser to the provider.
import type { PublicContext } from '#core/context';
import type { Reply } from '#core/endpoint';
import type { SsoStart } from '../schemas.ts';
import { attemptCookie } from './attempt.ts';
import { beginAtProvider, requireOidc } from './provider.ts';
import { localPath, redirectRefused, redirectTo } from './redirect.ts';

export async function startSingleSignOn(ctx: PublicContext, { next, here }: SsoStart): Promise<Reply> {
  const oidc = requireOidc(ctx);
  const { publicUrl } = ctx.config;
  const wanted = localPath(next, publicUrl);
  // The provider sends people to the public address, so the cookie has to be set there. Redirects only once,
  // because a proxy may pass on another host than the browser asked for.
  if (ctx.origin.host !== new URL(publicUrl).host && here !== true) {
    const query = new URLSearchParams({ here: 'true', next: wanted });
    return redirectTo(`${publicUrl}/v1/auth/oidc/login?${query.toString()}`, []);
  }
  try {
    const { url, challenge } = await beginAtProvider(ctx, oidc);
    return redirectTo(url.href, [attemptCookie(ctx, challenge, wanted)]);
  } catch (error) {
    return redirectRefused(ctx, error);
  }
}
