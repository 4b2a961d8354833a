// A program polls until the person has decided (RFC 8628, 3.4 and 3.5), and then gets its key once.
import { AppError } from '#lib/app-error';
import { SECOND_MS } from '#lib/clock';
import type { KeyScope } from '#core/access/actor';
import { hashToken } from '#core/access/token';
import type { PublicContext } from '#core/context';
import { mintAppKey } from '../mint-app-key.ts';
import { hashDeviceCode } from './codes.ts';
import { notePoll, selectDeviceLogin, takeDeviceLogin } from './store.ts';

const SLOWER_MS = 5 * SECOND_MS;
const SLOWEST_MS = 60 * SECOND_MS;

interface DeviceTokenRequest {
  deviceCode: string | null;
  clientId: string | null;
}

const refused = (reason: string, message: string) => new AppError('bad_request', reason, message);
const unknown = () => refused('invalid_grant', 'The device code is not valid, or was used.');

export async function redeemDeviceCode(ctx: PublicContext, { deviceCode, clientId }: DeviceTokenRequest) {
  for (const [name, value] of Object.entries({ device_code: deviceCode, client_id: clientId })) {
    if (value === null) throw refused('invalid_request', `${name} is missing.`);
  }
  const hash = hashDeviceCode(deviceCode ?? '');
  const login = await selectDeviceLogin(ctx.db, hash, hashToken(clientId ?? ''));
  if (!login) throw unknown();
  const now = ctx.clock.now();
  if (login.expires_at <= now) throw refused('expired_token', 'Nobody has decided within 10 minutes.');
  if (login.status === 'pending') {
    await rememberPoll(ctx, hash, login, now);
    throw refused('authorization_pending', 'The person has not decided yet.');
  }
  if (login.status === 'refused' || login.account_id === null || login.user_id === null) {
    throw refused('access_denied', 'The person refused.');
  }
  const scopes = JSON.parse(login.scopes) as KeyScope[];
  const order = {
    accountId: login.account_id,
    userId: login.user_id,
    name: login.client_name,
    scopes,
    projectId: login.project_id,
  };
  return mintAppKey(ctx, order, unknown, ({ db }) => takeDeviceLogin(db, hash));
}

/** Throws `slow_down` for a poll before its time, and makes the program wait longer from then on. */
async function rememberPoll(
  ctx: PublicContext,
  hash: string,
  login: { polled_at: number; interval_ms: number },
  now: number,
): Promise<void> {
  // A clock that was set back makes the last poll lie ahead; that is not the fault of the program.
  const isEarly = now - login.polled_at < login.interval_ms && now >= login.polled_at;
  const interval = isEarly ? Math.min(login.interval_ms + SLOWER_MS, SLOWEST_MS) : login.interval_ms;
  // A program that ignores it is refused without a write.
  if (!isEarly || interval > login.interval_ms) {
    await ctx.metadata.transaction((db) => notePoll(db, hash, { polled_at: now, interval_ms: interval }));
  }
  if (isEarly) throw refused('slow_down', `Ask every ${interval / SECOND_MS} seconds.`);
}
