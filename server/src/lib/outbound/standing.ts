import { isPublic, readAddress } from './address.ts';
import { type Network, isInside } from './network.ts';

/** `allowed`: inside a network that the operator named; plain HTTP may be used there. */
export type Standing = 'allowed' | 'public' | 'blocked';

export function standing(text: string, allow: readonly Network[]): Standing {
  const address = readAddress(text);
  if (address === null) return 'blocked';
  if (isInside(address, allow)) return 'allowed';
  return isPublic(address) ? 'public' : 'blocked';
}
