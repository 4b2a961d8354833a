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

export function signedIn(ctx: PublicContext, status: 200 | 201, { view, token, expiresAt }: SignedIn): Reply {
  const { session, device, flags } = namesOf(ctx);
  const cookie = (name: string, value: string, until: number) =>
    `${name}=${value}; ${flags}; Expires=${new Date(until).toUTCString()}`;
  return new Reply(status, view, {}, [
    cookie(session, token, expiresAt),
    cookie(device, deviceTokenFor(ctx, view.user.id), ctx.clock.now() + DEVICE_MS),
  ]);
}

export function signedOut(ctx: PublicContext): Reply {
  const { session, flags } = namesOf(ctx);
  return new Reply(204, null, {}, [`${session}=; ${flags}; Max-Age=0`]);
}
