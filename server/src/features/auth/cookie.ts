import { Reply } from '#core/endpoint';
import type { PublicContext } from '#core/context';
import type { SessionView } from './schemas.ts';

const NAME = 'tracewell_session';
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

/** Secure everywhere but on the machine itself, where there is no TLS to ask for. */
const flags = (host: string): string =>
  `Path=/; HttpOnly; SameSite=Lax${LOOPBACK.test(host) ? '' : '; Secure'}`;

export interface SignedIn {
  view: SessionView;
  token: string;
  expiresAt: number;
}

export function signedIn(ctx: PublicContext, status: 200 | 201, { view, token, expiresAt }: SignedIn): Reply {
  const expires = new Date(expiresAt).toUTCString();
  return new Reply(status, view, {
    'set-cookie': `${NAME}=${token}; ${flags(ctx.origin.host)}; Expires=${expires}`,
  });
}

export const signedOut = (ctx: PublicContext): Reply =>
  new Reply(204, null, { 'set-cookie': `${NAME}=; ${flags(ctx.origin.host)}; Max-Age=0` });
