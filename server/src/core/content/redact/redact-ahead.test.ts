import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pace } from '#lib/yield-to-event-loop';
import { ATTACKS } from './attacks.ts';
import { isLargeToRedact, redactAhead } from './redact-ahead.ts';
import { redactRecord } from './redact-record.ts';
import { redactText, redactTextInPieces } from './redact-text.ts';
import { sampleCall } from '#core/content/sample-call';

const SIGNS = [
  '@',
  'a',
  'A1',
  ' ',
  '-',
  '.',
  ':',
  '::',
  '+',
  '(',
  ')',
  '_',
  '=',
  '\u00a0',
  '日',
  '０９',
  'ー',
  '\n',
];
const NUMBERS = [
  '4111 1111 1111 1111',
  '+1 415 555 2671',
  'DE89 3704 0044 0532 0130 00',
  '10.1.2.3',
  'tel 12',
];
const KEYS = [
  'sk-aaaaaaaaaaaaaaaaaaaaaa1',
  'Bearer abcdefghijklmnop1',
  'api_key: "aaaaaaaaaaaaaaaaa1"',
  'SG.',
];
const BLOCKS = ['-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----', 'eyJhbGciOi.eyJzdWIi.abc'];
const PIECES = [...SIGNS, ...NUMBERS, ...KEYS, ...BLOCKS, 'a@b.co', 'fe80::1:2', '2026-05-31'];

describe('redaction in pieces', () => {
  it('finds the same as redaction in one go, wherever the pieces end', async () => {
    const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 80 }), async (whole, piece) => {
        expect(await redactTextInPieces(whole, 'phone', new Pace(), piece)).toEqual(
          redactText(whole, 'phone'),
        );
      }),
      { numRuns: 1_500, seed: 7 },
    );
  });

  it.each(Object.entries(ATTACKS))('of %s', async (_name, make) => {
    const text = make(10_000);
    expect(await redactTextInPieces(text, '', new Pace())).toEqual(redactText(text));
  });

  it('gives the same record, and redacts no text twice', async () => {
    const personal = `Write to a@b.co or call +1 415 555 2671. ${'x'.repeat(9_000)}`;
    const call = sampleCall({
      error: personal,
      errorDetails: { 'c@d.co': [personal, { phone: '4155552671' }] },
      toolCalls: [{ name: 'mail', arguments: { to: 'e@f.co' } }],
      tags: { phone: '4155552671' },
      requestMeta: { input: [{ role: 'user', content: personal }], stream: true, note: 'g@h.co' },
    });
    const small = sampleCall({ requestMeta: { input: 'a@b.co' } });
    expect([isLargeToRedact(call), isLargeToRedact(small)]).toEqual([true, false]);
    const ahead = await redactAhead(call, new Pace());
    const asked: string[] = [];
    const missed: string[] = [];
    const seen = Object.assign(Object.create(ahead) as typeof ahead, {
      of: (text: string, label: string) => {
        const found = ahead.of(text, label);
        asked.push(text);
        if (found === undefined) missed.push(text);
        return found;
      },
    });
    expect(redactRecord(call, seen)).toEqual(redactRecord(call));
    expect(asked).toEqual(expect.arrayContaining([personal, 'c@d.co', 'e@f.co', 'g@h.co', '4155552671']));
    expect(missed).toEqual([]);
  });

  it.each(Object.entries(ATTACKS))(
    'pauses for other work after 2,048 characters of %s',
    async (_name, make) => {
      const text = make(50_000);
      const pace = new TiredPace();
      await redactTextInPieces(text, '', pace);
      // One pass over the words, and one over the numbers.
      expect(pace.rests).toBeGreaterThanOrEqual(2 * Math.ceil(text.length / 2_048) - 2);
    },
  );
});

/** Always due, so that the test can count the pauses. */
class TiredPace extends Pace {
  rests = 0;

  override get isDue(): boolean {
    return true;
  }

  override async rest(): Promise<void> {
    this.rests += 1;
  }
}
