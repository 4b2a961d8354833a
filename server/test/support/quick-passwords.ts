// Hashes passwords with a thousandth of the work, in the process of the tests only. The tests sign in some
// thousand times, and a real hash takes a core for 50 ms. `core/access/password.test.ts` shows what the
// service really does, and the started services of the tests do it.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** The least that Argon2 accepts. */
const QUICK = { memory: 8, passes: 1 };

const real = crypto.argon2;
const quick: typeof real = (algorithm, parameters, done) =>
  real(algorithm, { ...parameters, ...QUICK }, done);

/** The check of this password waits until it is released. `reached` resolves when the check has begun. */
export function holdPassword(password: string): { reached: Promise<void>; release: () => void } {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const held: typeof real = (algorithm, parameters, done) => {
    if (parameters.message !== password) return quick(algorithm, parameters, done);
    reached.resolve();
    void released.promise.then(() => quick(algorithm, parameters, done));
  };
  replaceHash(held);
  const release = (): void => {
    replaceHash(quick);
    released.resolve();
  };
  return { reached: reached.promise, release };
}

function replaceHash(hash: typeof real): void {
  crypto.argon2 = hash;
  syncBuiltinESMExports();
}

/** Called before the service is loaded, which imports the function by its name. */
export const quickPasswords = (): void => replaceHash(quick);
