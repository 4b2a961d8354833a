// One at a time probes for an account, in whichever process, so that no week gets more than its probes. Whoever comes second
// waits: then there is nothing left to do, or, when the first one died, the rest.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import type { SystemContext } from '#core/context';
import type { Writer } from '#metadata';
import { freeProbeLock, keepProbeLock, takeProbeLock } from './store.ts';

/** A process that died is taken to be gone after this. */
const LEASE_MS = 2 * MINUTE_MS;
const KEEP_EVERY_MS = 20 * SECOND_MS;
const LOOK_EVERY_MS = SECOND_MS / 4;

/** In the transaction that writes: throws when the lock was lost, after which another one may be at work. */
export type StillHeld = (db: Writer) => Promise<void>;

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
        .catch((error: unknown) => log.warn({ err: error }, 'the lock of probes could not be kept')),
    KEEP_EVERY_MS,
  );
  timer.unref();
  try {
    return await work(async (db) => {
      if (!(await keep(db))) throw new Error('The lock of probes ran out, and another one has it.');
    });
  } finally {
    clearInterval(timer);
    await metadata
      .transaction((db) => freeProbeLock(db, holder))
      .catch((error: unknown) => log.warn({ err: error }, 'the lock of probes was left to run out'));
  }
}
