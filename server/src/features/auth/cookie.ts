import { DAY_MS } from '#lib/clock';
import { cookiesFor } from '#core/access/cookies';
import { Reply } from '#core/endpoint';
import type { PublicContext } from '#core/context';
import { deviceTokenFor } from './known-device.ts';
import type { SessionView } from '#services/accounts';

export interface SignedIn {
  view: SessionView;
  token: string;
  expiresAt: number;
}

const DEVICE_MS = 365 * DAY_MS;

const namesOf = ({ origin, config }: PublicContext) => cookiesFor(origin.host, config.publicUrl);

export function sessionCookies(ctx: PublicContext, { view, token, expiresAt }: SignedIn): string[] {
  const { session, device, flags } = namesOf(ctx);
  const cookie = (name: string, value: string, until: number) =>
    `${name}=${value}; ${flags}; Expires=${new Date(until).toUTCString()}`;
  return [
    cookie(session, token, expiresAt),
    cookie(device, deviceTokenFor(ctx, view.user.id), ctx.clock.now() + DEVICE_MS),
  ];
}

export const signedIn = (ctx: PublicContext, status: 200 | 201, opened: SignedIn): Reply =>
  new Reply(status, opened.view, {}, sessionCookies(ctx, opened));

/** The reply contains the provider's sign-out page, if there is one. */
export function signedOut(ctx: PublicContext, endSessionUrl: string | null): Reply {
  const { session, flags } = namesOf(ctx);
  const cookies = [`${session}=; ${flags}; Max-Age=0`];
  return endSessionUrl === null
    ? new Reply(204, null, {}, cookies)
    : new Reply(200, { endSessionUrl }, {}, cookies);
}

export function ssoCookie(ctx: PublicContext, value: string, seconds: number): string {
  const { sso, flags } = namesOf(ctx);
  return `${sso}=${value}; ${flags}; Max-Age=${seconds}`;
}
