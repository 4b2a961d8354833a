import { randomApiKey } from '#lib/api-key-form';
import { hashToken } from './token.ts';

interface NewApiKey {
  secret: string;
  hash: string;
  hint: string;
}

/** Random, unless the operator has chosen the key (`TRACEWELL_INIT_API_KEY`). */
export const newApiKey = (secret = randomApiKey()): NewApiKey => ({
  secret,
  hash: hashToken(secret),
  hint: `${secret.slice(0, 8)}…${secret.slice(-4)}`,
});
