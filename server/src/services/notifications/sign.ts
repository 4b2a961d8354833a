// Standard Webhooks (https://www.standardwebhooks.com): a stable id, a time, and an HMAC over both and the
// body.
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const newSigningSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** The bytes of a secret. A secret in another format is used as is. */
function signingKey(secret: string): Buffer {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : null;
  return encoded !== null && /^[0-9A-Za-z+/]+={0,2}$/.test(encoded)
    ? Buffer.from(encoded, 'base64')
    : Buffer.from(secret);
}

export const signature = (id: string, seconds: number, body: string, secret: string): string =>
  `v1,${createHmac('sha256', signingKey(secret)).update(`${id}.${seconds}.${body}`).digest('base64')}`;

/** One signature per secret, so receivers can rotate secrets at their own pace. */
export function signedHeaders(
  id: string,
  nowMs: number,
  body: string,
  secrets: readonly string[],
): Record<string, string> {
  const seconds = Math.floor(nowMs / 1_000);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    ...(secrets.length > 0
      ? { 'webhook-signature': secrets.map((secret) => signature(id, seconds, body, secret)).join(' ') }
      : {}),
  };
}
