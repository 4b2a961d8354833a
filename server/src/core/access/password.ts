// Passwords: argon2id from node:crypto, kept as PHC strings. A guess costs the same whether the user exists or not.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { unavailable } from '#lib/app-error';
import { turnstile } from '#lib/turnstile';

const MEMORY_KIB = 19_456;
const PASSES = 2;
const TAG_BYTES = 32;
// Each hash takes 19 MiB and a core for some 50 ms: a few at a time, and a short queue. New passwords have a queue of their own,
// one at a time, so that a flood of sign-ups neither keeps anybody from signing in nor takes more than one core.
const QUEUE = 64;

const newGate = (atOnce: number) =>
  turnstile(atOnce, QUEUE, () => unavailable('busy', 'Too many sign-ins at this moment. Try again shortly.'));
const signIns = newGate(2);
const newPasswords = newGate(1);

const derive = (gate: typeof signIns, password: string, nonce: Buffer): Promise<Buffer> =>
  gate.pass(
    () =>
      new Promise((resolve, reject) => {
        argon2(
          'argon2id',
          {
            message: password,
            nonce,
            parallelism: 1,
            tagLength: TAG_BYTES,
            memory: MEMORY_KIB,
            passes: PASSES,
          },
          (error, tag) => (error ? reject(error) : resolve(Buffer.from(tag))),
        );
      }),
  );

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive(newPasswords, password, salt);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${unpadded(salt)}$${unpadded(tag)}`;
}

const NOBODY_SALT = randomBytes(16);

/** `stored` is null when there is no such user; the work is done all the same. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [, , , , salt, tag] = stored?.split('$') ?? [];
  const expected = Buffer.from(tag ?? '', 'base64');
  const actual = await derive(
    signIns,
    password,
    salt === undefined ? NOBODY_SALT : Buffer.from(salt, 'base64'),
  );
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
