// Sends parcels, several at a time, and keeps account of the longest run of stored parcels from the start.
// Only that is a safe place to go on from.
import type { ImportParcel, SourcePosition } from './source.ts';
import { SourceTally } from './tally.ts';

interface Delivery {
  parcels: AsyncIterable<ImportParcel>;
  /** Resolves when the service has answered for the parcel. */
  send: (parcel: ImportParcel) => Promise<void>;
  atOnce: number;
  /** Called when the position moves, with what lies between it and the one before. */
  onStored: (position: SourcePosition, tally: SourceTally) => void;
  /** Called for each stored parcel, in any order. */
  onSent: (parcel: ImportParcel) => void;
}

interface Sent {
  parcel: ImportParcel;
  isStored: boolean;
}

export async function deliver({ parcels, send, atOnce, onStored, onSent }: Delivery): Promise<void> {
  const open: Sent[] = [];
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let since = new SourceTally();
  const settle = () => {
    for (let [first] = open; first?.isStored === true; [first] = open) {
      open.shift();
      since.add(first.parcel.tally);
      if (first.parcel.next === null) continue;
      onStored(first.parcel.next, since);
      since = new SourceTally();
    }
  };
  /** Never rejects. */
  const carry = async (sent: Sent) => {
    try {
      await send(sent.parcel);
      sent.isStored = true;
      onSent(sent.parcel);
      settle();
    } catch (error) {
      failures.push(error);
    }
  };
  const start = (parcel: ImportParcel) => {
    const sent: Sent = { parcel, isStored: false };
    open.push(sent);
    const work = carry(sent);
    running.add(work);
    void work.finally(() => running.delete(work));
  };
  try {
    for await (const parcel of parcels) {
      start(parcel);
      while (running.size >= atOnce && failures.length === 0) await Promise.race(running);
      if (failures.length > 0) break;
    }
  } finally {
    await Promise.all(running);
  }
  if (failures.length > 0) throw failures[0];
}
