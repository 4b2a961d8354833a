import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

it('is kept as a PHC string with its own salt', async () => {
  const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  for (const text of [first, second]) {
    expect(text).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  }
  expect(first).not.toBe(second);
});

it('is verified, also with letters beyond ASCII, and nothing else is', async () => {
  const stored = await hashPassword('pässwört 🔑 long');
  expect(await verifyPassword('pässwört 🔑 long', stored)).toBe(true);
  for (const text of ['', 'passwort', 'pässwört 🔑 lon', 'PÄSSWÖRT 🔑 LONG']) {
    expect(await verifyPassword(text, stored)).toBe(false);
  }
});

it('verifies nothing against no user or against what is no hash', async () => {
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

it('costs the same work for a user that does not exist', async () => {
  const stored = await hashPassword('correct horse');
  const time = async (against: string | null) => {
    const from = performance.now();
    await verifyPassword('wrong password', against);
    return performance.now() - from;
  };
  const rounds = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < 3; round += 1) {
    rounds.known.push(await time(stored));
    rounds.unknown.push(await time(null));
  }
  // The fastest of several: the least disturbed by whatever else the machine does.
  const ratio = Math.min(...rounds.unknown) / Math.min(...rounds.known);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});
