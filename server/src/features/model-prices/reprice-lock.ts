// One at a time applies prices to the past of an account, in whichever process: two would change rows under each other.
import { randomUUID } from 'node:crypto';
import { AppError } from '#lib/app-error';
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import type { Context } from '#core/context';
import { freeRepriceLock, keepRepriceLock, takeRepriceLock } from './store.ts';

/** A process that died is taken to be gone after this. */
const LEASE_MS = 2 * MINUTE_MS;
const KEEP_EVERY_MS = 20 * SECOND_MS;

const running = () =>
  new AppError(
    'conflict',
    'reprice_running',
    'Prices are being applied to the past of this account already. Try again when that has ended.',
  );

/** `work` calls `check` between its steps: it throws when the lock was lost, after which another one may be at work. */
export async function oneAtATime<T>(ctx: Context, work: (check: () => void) => Promise<T>): Promise<T> {
  const { metadata, clock, account, log } = ctx;
  const holder = randomUUID();
  const now = clock.now();
  const taken = await metadata.transaction((db) =>
    takeRepriceLock(db, { accountId: account.id, holder, now, until: now + LEASE_MS }),
  );
  if (!taken) throw running();
  let lost = false;
  const keep = async (): Promise<void> => {
    lost ||= !(await metadata.transaction((db) => keepRepriceLock(db, holder, clock.now() + LEASE_MS)));
  };
  const timer = setInterval(
    () =>
      void keep().catch((error: unknown) => log.warn({ err: error }, 'the reprice lock could not be kept')),
    KEEP_EVERY_MS,
  );
  timer.unref();
  try {
    return await work(() => {
      if (lost) throw running();
    });
  } finally {
    clearInterval(timer);
    await metadata
      .transaction((db) => freeRepriceLock(db, holder))
      .catch((error: unknown) => log.warn({ err: error }, 'the reprice lock was left to run out'));
  }
}
