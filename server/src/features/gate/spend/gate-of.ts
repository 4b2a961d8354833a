import type { ChangeFeed } from '#core/change/change-feed';
import { Gate, type GateServices } from './gate.ts';

// One to a process: it lives as long as the feed that tells it of changes.
const gates = new WeakMap<ChangeFeed, Gate>();

export function gateOf(services: GateServices): Gate {
  let gate = gates.get(services.feed);
  if (!gate) {
    const { config, metadata, records, accounts, feed, clock, log } = services;
    gates.set(feed, (gate = new Gate({ config, metadata, records, accounts, feed, clock, log })));
  }
  return gate;
}
