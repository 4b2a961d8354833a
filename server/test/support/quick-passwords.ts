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

/** Called before the service is loaded, which imports the function by its name. */
export function quickPasswords(): void {
  crypto.argon2 = quick;
  syncBuiltinESMExports();
}
