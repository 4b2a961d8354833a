import { describe, expect, it } from 'vitest';
import { isApiKey } from '#lib/api-key-form';
import { newApiKey, hashToken } from './token.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('an API key', () => {
  it('has the documented form, and is stored only as a hash and a hint', () => {
    for (let round = 0; round < 200; round += 1) {
      const { secret, hash, hint } = newApiKey();
      expect(secret).toMatch(/^twl_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/);
      expect(isApiKey(secret)).toBe(true);
      expect(hash).toBe(hashToken(secret));
      expect(hash).not.toContain(secret);
      expect(hint).toBe(`${secret.slice(0, 8)}…${secret.slice(-4)}`);
    }
  });

  it('is rejected with any single wrong character', () => {
    const { secret } = newApiKey();
    let tried = 0;
    for (let at = 0; at < secret.length; at += 1) {
      for (const char of `${ALPHABET}_- `) {
        if (char === secret[at]) continue;
        expect(isApiKey(secret.slice(0, at) + char + secret.slice(at + 1))).toBe(false);
        tried += 1;
      }
    }
    expect(tried).toBe(53 * 64);
  });

  it('is rejected with two neighbours swapped, or a character lost or added', () => {
    const { secret } = newApiKey();
    for (let at = 0; at < secret.length; at += 1) {
      const swapped =
        secret.slice(0, at) + (secret[at + 1] ?? '') + (secret[at] ?? '') + secret.slice(at + 2);
      expect(isApiKey(swapped)).toBe(swapped === secret);
      expect(isApiKey(secret.slice(0, at) + secret.slice(at + 1))).toBe(false);
      expect(isApiKey(`${secret.slice(0, at)}0${secret.slice(at)}`)).toBe(false);
    }
  });

  it('is rejected with anything around it', () => {
    const { secret } = newApiKey();
    for (const text of [
      '',
      'twl_',
      ` ${secret}`,
      `${secret} `,
      `${secret}\n`,
      secret.toUpperCase(),
      `TWL${secret.slice(3)}`,
    ]) {
      expect(isApiKey(text)).toBe(false);
    }
  });
});
