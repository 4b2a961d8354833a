// The target of a webhook, sealed together with its signing secrets. After a rotation the old secret also
// signs for a while, so receivers have time to switch.
import { DAY_MS } from '#lib/clock';
import type { Sealer } from '#core/secrets/sealing';
import { newSigningSecret } from './sign.ts';

const OVERLAP_MS = DAY_MS;
const MAX_OLDER = 4;

interface Subscription {
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

/** Newest first. An expiry beyond any overlap means that the clock was set back. */
export const secretsOf = ({ secret, older }: Subscription, now: number): string[] => [
  secret,
  ...older.filter(({ until }) => until > now && until <= now + 2 * OVERLAP_MS).map(({ secret }) => secret),
];
