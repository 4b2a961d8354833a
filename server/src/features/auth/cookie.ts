import { Reply } from '#core/endpoint';
import type { PublicContext } from '#core/context';
import { sessionCookie } from '#core/session-cookie';
import type { SessionView } from './schemas.ts';

export interface SignedIn {
  view: SessionView;
  token: string;
  expiresAt: number;
}

const cookieOf = ({ origin, config }: PublicContext) => sessionCookie(origin.host, config.publicUrl);

export function signedIn(ctx: PublicContext, status: 200 | 201, { view, token, expiresAt }: SignedIn): Reply {
  const { name, flags } = cookieOf(ctx);
  const expires = new Date(expiresAt).toUTCString();
  return new Reply(status, view, { 'set-cookie': `${name}=${token}; ${flags}; Expires=${expires}` });
}

export function signedOut(ctx: PublicContext): Reply {
  const { name, flags } = cookieOf(ctx);
  return new Reply(204, null, { 'set-cookie': `${name}=; ${flags}; Max-Age=0` });
}
