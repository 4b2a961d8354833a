// Where a webhook leads, as it is kept: sealed, with the secrets that sign. After a rotation the old one signs beside the new one
// for a while, so that receivers need not change in the same second.
import { DAY_MS } from '#lib/clock';
import type { Sealer } from '#core/sealing';
import { newSigningSecret } from './sign.ts';

const OVERLAP_MS = DAY_MS;
const MAX_OLDER = 4;

export interface Subscription {
  url: string;
  secret: string;
  older: { secret: string; until: number }[];
}

export const subscriptionPurpose = (webhookId: string): string => `webhook:${webhookId}`;

export const sealSubscription = (sealer: Sealer, webhookId: string, subscription: Subscription): string =>
  sealer.seal(JSON.stringify(subscription), subscriptionPurpose(webhookId));

export function openSubscription(sealer: Sealer, webhookId: string, sealed: string): Subscription {
  const text = sealer.open(sealed, subscriptionPurpose(webhookId));
  if (text === null) throw new Error(`The target of ${webhookId} was sealed with another master key.`);
  return JSON.parse(text) as Subscription;
}

export const newSubscription = (url: string): Subscription => ({
  url,
  secret: newSigningSecret(),
  older: [],
});

export const rotated = ({ url, secret, older }: Subscription, now: number): Subscription => ({
  url,
  secret: newSigningSecret(),
  older: [{ secret, until: now + OVERLAP_MS }, ...older.filter(({ until }) => until > now)].slice(
    0,
    MAX_OLDER,
  ),
});

/** The newest first. A time further off than any overlap is the work of a clock that was set back. */
export const secretsOf = ({ secret, older }: Subscription, now: number): string[] => [
  secret,
  ...older.filter(({ until }) => until > now && until <= now + 2 * OVERLAP_MS).map(({ secret }) => secret),
];
