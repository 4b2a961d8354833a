// The target of an alert message, sealed in its delivery row and bound to that row.
import type { Sealer } from '#core/secrets/sealing';

export const targetPurpose = (deliveryId: string): string => `delivery:${deliveryId}`;

export const sealTarget = (sealer: Sealer, id: string, target: unknown): string =>
  sealer.seal(JSON.stringify(target), targetPurpose(id));

export function openTarget(sealer: Sealer, id: string, sealed: string | null): unknown {
  const text = sealed === null ? null : sealer.open(sealed, targetPurpose(id));
  if (text === null) throw new Error('The target of the delivery was sealed with another master key.');
  return JSON.parse(text);
}
