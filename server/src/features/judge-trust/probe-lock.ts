// A lease that lets one process at a time probe an account, so that no week gets too many probes. A second
// process waits; it then finds nothing to do, or the rest if the first one died.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import type { SystemContext } from '#core/context';
import type { Writer } from '#metadata';
import { freeProbeLock, keepProbeLock, takeProbeLock } from './store.ts';

/** A lease of a dead process ends after this time. */
const LEASE_MS = 2 * MINUTE_MS;
const KEEP_EVERY_MS = 20 * SECOND_MS;
const LOOK_EVERY_MS = SECOND_MS / 4;

/** Call in the transaction that writes. Throws if the lease was lost, because another process may hold it. */
type StillHeld = (db: Writer) => Promise<void>;

export async function oneAtATime<T>(
  ctx: SystemContext,
  accountId: string,
  signal: AbortSignal,
  work: (stillHeld: StillHeld) => Promise<T>,
): Promise<T> {
  const { metadata, clock, log } = ctx;
  const holder = randomUUID();
  const take = () => {
    const now = clock.now();
    return metadata.transaction((db) => takeProbeLock(db, { accountId, holder, now, until: now + LEASE_MS }));
  };
  while (!(await take())) await sleep(LOOK_EVERY_MS, null, { signal });
  const keep = (db: Writer) => keepProbeLock(db, holder, clock.now() + LEASE_MS);
  const timer = setInterval(
    () =>
      void metadata
        .transaction(keep)
        .catch((error: unknown) => log.warn({ err: error }, 'probe lease could not be renewed')),
    KEEP_EVERY_MS,
  );
  timer.unref();
  try {
    return await work(async (db) => {
      if (!(await keep(db))) throw new Error('The probe lease expired and another process holds it.');
    });
  } finally {
    clearInterval(timer);
    await metadata
      .transaction((db) => freeProbeLock(db, holder))
      .catch((error: unknown) =>
        log.warn({ err: error }, 'probe lease could not be released and will expire'),
      );
  }
}
