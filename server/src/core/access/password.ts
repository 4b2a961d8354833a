// Passwords: argon2id from node:crypto, stored as PHC strings. A wrong guess costs the same whether the user
// exists or not.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { unavailable } from '#lib/app-error';
import { Limiter } from '#lib/limiter';

const MEMORY_KIB = 19_456;
const PASSES = 2;
const TAG_BYTES = 32;
// A hash takes 19 MiB and a core for some 50 ms, so few run at once and few wait. New passwords have their
// own limiter: a flood of sign-ups must not delay sign-ins or take more than one core.
const QUEUE = 64;
const signIns = new Limiter({ total: 2, queue: QUEUE });
const newPasswords = new Limiter({ total: 1, queue: QUEUE });

async function derive(limiter: Limiter, password: string, nonce: Buffer): Promise<Buffer> {
  const parameters = { parallelism: 1, tagLength: TAG_BYTES, memory: MEMORY_KIB, passes: PASSES };
  const tag = await limiter.run('', () =>
    promisify(argon2)('argon2id', { message: password, nonce, ...parameters }),
  );
  if (tag === null) throw unavailable('busy', 'Too many sign-ins at the moment. Try again shortly.');
  return tag;
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await derive(newPasswords, password, salt);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${unpadded(salt)}$${unpadded(tag)}`;
}

const NOBODY_SALT = randomBytes(16);

/** `stored` is null if there is no such user; the hash is computed anyway. */
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
