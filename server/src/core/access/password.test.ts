import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { expect, it, onTestFinished, vi } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

it('is stored as a PHC string with its own salt', async () => {
  const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  for (const text of [first, second]) {
    expect(text).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  }
  expect(first).not.toBe(second);
});

it('accepts the right password, also with non-ASCII letters, and no other', async () => {
  const stored = await hashPassword('pässwört 🔑 long');
  expect(await verifyPassword('pässwört 🔑 long', stored)).toBe(true);
  for (const text of ['', 'passwort', 'pässwört 🔑 lon', 'PÄSSWÖRT 🔑 LONG']) {
    expect(await verifyPassword(text, stored)).toBe(false);
  }
});

it('rejects every password if there is no user or no valid hash', async () => {
  for (const stored of [
    null,
    '',
    '$argon2id$',
    'x$y$z',
    '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$',
  ]) {
    expect(await verifyPassword('anything', stored)).toBe(false);
  }
});

it('does the same work for a user that does not exist or whose hash is broken', async () => {
  const stored = await hashPassword('correct horse');
  const derive = vi.spyOn(crypto, 'argon2');
  syncBuiltinESMExports();
  onTestFinished(() => {
    derive.mockRestore();
    syncBuiltinESMExports();
  });
  const workFor = async (against: string | null) => {
    derive.mockClear();
    await verifyPassword('wrong password', against);
    return derive.mock.calls.map(([algorithm, { nonce, ...cost }]) => ({
      algorithm,
      cost,
      nonceBytes: (nonce as Buffer).length,
    }));
  };
  const known = await workFor(stored);
  const cost = { message: 'wrong password', parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 };
  expect(known).toEqual([{ algorithm: 'argon2id', cost, nonceBytes: 16 }]);
  expect(await workFor(null)).toEqual(known);
  expect(await workFor('x$y$z')).toEqual(known);
});
