import { isPublic, readAddress } from './address.ts';
import { type Network, isInside } from './network.ts';

/** `allowed` is inside a network that the operator named; plain HTTP is allowed there. */
type AddressClass = 'allowed' | 'public' | 'blocked';

export function addressClassOf(text: string, allow: readonly Network[]): AddressClass {
  const address = readAddress(text);
  if (address === null) return 'blocked';
  if (isInside(address, allow)) return 'allowed';
  return isPublic(address) ? 'public' : 'blocked';
}
