// The peers whose spans arrive in parts. Their modules register themselves, because the sweep finds rows of
// all of them.
import type { Services } from '#core/context';
import { perProcess } from '#core/process-state';
import type { PeerSpans } from './peer-spans.ts';

const peersOf = perProcess(() => new Map<string, PeerSpans>());

/** Called by the module of the peer when the process opens. */
export const addPeerSpans = (services: Services, peer: PeerSpans): void => {
  peersOf(services).set(peer.name, peer);
};

export const peerSpansOf = (services: Pick<Services, 'state'>, name: string): PeerSpans | undefined =>
  peersOf(services).get(name);
