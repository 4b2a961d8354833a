// Properties over generated numbers: every valid number is found, whatever surrounds it, and a number with a
// wrong check digit stays.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newApiKey } from '#core/access/token';
import { redactText } from './redact-text.ts';

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''));
const around = fc.constantFrom(
  ['', ''],
  ['x ', ' y'],
  ['は', 'です'],
  ['"', '"'],
  ['(', ')'],
  ['id=', '&b'],
  ['> ', '.'],
);

function luhnDigit(body: string): string {
  const sum = Array.from(body, Number)
    .toReversed()
    .reduce((sum, digit, at) => sum + (at % 2 === 0 ? [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][digit]! : digit), 0);
  return String((10 - (sum % 10)) % 10);
}

function myNumberDigit(body: string): string {
  const weights = [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2];
  const rest = Array.from(body, Number).reduce((sum, digit, at) => sum + digit * weights[at]!, 0) % 11;
  return String(rest <= 1 ? 0 : 11 - rest);
}

describe('detectors', () => {
  it('find every card number with a correct check digit, and none with a wrong one', () => {
    fc.assert(
      fc.property(digits(14), around, fc.integer({ min: 1, max: 9 }), (middle, [before, after], off) => {
        const body = `4${middle}`;
        const right = luhnDigit(body);
        const wrong = String((Number(right) + off) % 10);
        expect(redactText(`${before}${body}${right}${after}`).text).toBe(`${before}[credit_card]${after}`);
        expect(redactText(`${before}${body}${wrong}${after}`).counts).not.toHaveProperty('credit_card');
      }),
    );
  });

  it('find every German IBAN, with or without groups of four', () => {
    fc.assert(
      fc.property(digits(18), around, fc.boolean(), (account, [before, after], spaced) => {
        const check = String(98n - (BigInt(`${account}131400`) % 97n)).padStart(2, '0');
        const compact = `DE${check}${account}`;
        const iban = spaced ? compact.replace(/(.{4})(?=.)/g, '$1 ') : compact;
        expect(redactText(`${before}${iban}${after}`).text).toBe(`${before}[iban]${after}`);
      }),
    );
  });

  it('find every My Number that is named as one', () => {
    fc.assert(
      fc.property(digits(11), (body) => {
        fc.pre(new Set(body).size > 1);
        expect(redactText(`マイナンバー: ${body}${myNumberDigit(body)}`).text).toBe(
          'マイナンバー: [my_number]',
        );
      }),
    );
  });

  it('find every IPv6 address that is written out, and every IPv4 address', () => {
    fc.assert(
      fc.property(
        fc.ipV4(),
        fc.array(fc.integer({ min: 0x1000, max: 0xffff }), { minLength: 8, maxLength: 8 }),
        (v4, v6) => {
          fc.pre(!/^(?:127|255|0)\./.test(v4));
          const groups = v6.map((group) => group.toString(16)).join(':');
          expect(redactText(`from ${v4} to ${groups}.`).text).toBe('from [ip_address] to [ip_address].');
        },
      ),
    );
  });

  it('find our own keys', () => {
    for (let n = 0; n < 50; n += 1)
      expect(redactText(`key=${newApiKey().secret};`).text).toBe('key=[api_key];');
  });

  it.each([
    'ee842c00-2b1d-544b-a6a1-000000000000',
    'a945fb99-ad13-1870-9b92-8b8ce4c32f4b',
    '1ee5869e-be2c-4e9d-be22-8ac1073783e7',
    'be7088ba3da15201',
  ])('leave %s alone, although a part of it passes the IBAN check', (id) => {
    expect(redactText(`call ${id}.`).text).toBe(`call ${id}.`);
  });

  it.each([
    'be68539007547034',
    'DE89 3704 0044 0532 0130 00',
    'ad1200012030200359100100',
    'ee382200221020145685',
  ])('find the IBAN %s of a country whose letters are hexadecimal digits', (number) => {
    expect(redactText(`to ${number}.`).text).toBe('to [iban].');
  });

  it('leave every id alone', () => {
    const hex = (length: number) =>
      fc.string({
        unit: fc.constantFrom(...Array.from('0123456789abcdef')),
        minLength: length,
        maxLength: length,
      });
    fc.assert(
      fc.property(fc.oneof(fc.uuid(), hex(16), hex(32), hex(40), hex(64)), around, (id, [before, after]) => {
        fc.pre(/[a-f]/.test(id));
        const text = `${before}${id}${after}`;
        expect(redactText(text).text).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('leave every time alone', () => {
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true, min: new Date('1990-01-01'), max: new Date('2090-01-01') }),
        (date) => {
          const texts = [
            date.toISOString(),
            date.toUTCString(),
            String(date.getTime()),
            date.toISOString().slice(0, 10),
          ];
          for (const text of texts) expect(redactText(`at ${text}, ok`).text).toBe(`at ${text}, ok`);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('use the name of the field as the context of a bare number', () => {
    expect(redactText('4155552671', 'phoneNumber').text).toBe('[phone]');
    expect(redactText('123456789018', 'myNumber').text).toBe('[my_number]');
    expect(redactText('219099999', 'ssn').text).toBe('[us_ssn]');
    expect(redactText('4155552671', 'orderId').text).toBe('4155552671');
  });
});
