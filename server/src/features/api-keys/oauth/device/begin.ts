// A program without a browser of its own asks to be let in (RFC 8628). Anyone may ask, so an address may ask
// only so often, and what has ended is deleted here.
import { AppError } from '#lib/app-error';
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import { hit, requireAllowed } from '#core/access/rate-limit';
import { hashToken, newToken } from '#core/access/token';
import type { PublicContext } from '#core/context';
import { requestedScopes } from '../authorize.ts';
import { openClient } from '../client-id.ts';
import { hashDeviceCode, hashUserCode, newUserCode } from './codes.ts';
import { deleteEndedDeviceLogins, insertDeviceLogin } from './store.ts';

const VALID_MS = 10 * MINUTE_MS;
const INTERVAL_MS = 5 * SECOND_MS;
const REQUESTS = { name: 'device-logins', limit: 30, windowMs: 10 * MINUTE_MS } as const;
const TRIES = 5;

interface DeviceRequest {
  clientId: string | null;
  scope: string | null;
}

export async function beginDeviceLogin(ctx: PublicContext, { clientId, scope }: DeviceRequest) {
  if (clientId === null) throw new AppError('bad_request', 'invalid_request', 'client_id is missing.');
  const client = openClient(ctx, clientId);
  if (!client) {
    throw new AppError('bad_request', 'invalid_client', 'This service does not know the application.');
  }
  requireAllowed(
    await hit(ctx, REQUESTS, `ip:${ctx.origin.ip}`),
    'Too many logins were begun from this address. Wait a few minutes.',
  );
  const deviceCode = newToken();
  const userCode = await ctx.metadata.transaction(async (db) => {
    const now = ctx.clock.now();
    await deleteEndedDeviceLogins(db, now);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const code = newUserCode();
      const isNew = await insertDeviceLogin(db, {
        device_hash: hashDeviceCode(deviceCode),
        user_hash: hashUserCode(code),
        client_hash: hashToken(clientId),
        client_name: client.name,
        requested_from: ctx.origin.ip,
        scopes: JSON.stringify(requestedScopes(scope ?? undefined)),
        interval_ms: INTERVAL_MS,
        polled_at: now,
        status: 'pending',
        account_id: null,
        user_id: null,
        project_id: null,
        expires_at: now + VALID_MS,
        created_at: now,
      });
      if (isNew) return code;
    }
    throw new Error('No free user code was found.');
  });
  const page = `${ctx.config.publicUrl}/connect/device`;
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?code=${userCode}`,
    expires_in: VALID_MS / SECOND_MS,
    interval: INTERVAL_MS / SECOND_MS,
  };
}
