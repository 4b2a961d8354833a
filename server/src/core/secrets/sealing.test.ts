import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Pace } from '#lib/yield-to-event-loop';
import { sealer } from './sealing.ts';

const key = randomBytes(32);

it('opens a sealed text for the same purpose only', () => {
  const box = sealer(key);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, purpose) => {
      expect(box.open(box.seal(text, purpose), purpose)).toBe(text);
      expect(box.open(box.seal(text, purpose), `${purpose}x`)).toBeNull();
    }),
    { seed: 4 },
  );
});

it('seals and opens in pieces what it seals and opens at once', async () => {
  const box = sealer(key);
  const pace = new Pace();
  for (const bytes of [0, 1, 2, 3, 500_000, 1_048_577]) {
    const text = 'é'.repeat(bytes / 2) + 'x'.repeat(bytes % 2);
    const sealed = await box.sealInPieces(Buffer.from(text), 'p', pace);
    expect(box.open(sealed, 'p') === text).toBe(true);
    const opened = await box.openInPieces(box.seal(text, 'p'), 'p', pace);
    expect(opened?.toString() === text).toBe(true);
    expect(await box.openInPieces(sealed, 'q', pace)).toBeNull();
    expect(await box.openInPieces(`${sealed.slice(0, -3)}AAA`, 'p', pace)).toBeNull();
  }
  expect(await box.openInPieces('short', 'p', pace)).toBeNull();
});

it('never seals the same text to the same bytes', () => {
  const box = sealer(key);
  expect(new Set(Array.from({ length: 200 }, () => box.seal('text', 'p'))).size).toBe(200);
});

it('opens no text that was changed, truncated, or sealed with another key', () => {
  const box = sealer(key);
  const sealed = Buffer.from(box.seal('a secret', 'p'), 'base64url');
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(box.open(changed.toString('base64url'), 'p')).toBeNull();
    expect(box.open(sealed.subarray(0, at).toString('base64url'), 'p')).toBeNull();
  }
  expect(sealer(randomBytes(32)).open(sealed.toString('base64url'), 'p')).toBeNull();
  for (const text of ['', 'x', '%%%', 'A'.repeat(100)]) expect(box.open(text, 'p')).toBeNull();
});
