import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastCpuMs } from '#test/support/cpu-time';
import { errorLabel } from './error-label.ts';

describe('errorLabel', () => {
  it.each([
    'timeout',
    '429 Too Many Requests',
    'rate_limit_exceeded',
    'ZeroDivisionError: division by zero',
    'No answer within 30 s.',
    'for [email]',
    'ECONNRESET',
  ])('keeps all of %s', (message) => {
    expect(errorLabel(message)).toBe(message);
  });

  it.each([
    [
      'Rate limit reached for gpt-4o in organization org-Xy7 on tokens per min (TPM): Limit 200000, Used 199.',
      'Rate limit reached for gpt … in organization … on tokens per min (TPM): Limit … Used 199.',
    ],
    [`cannot parse 'time out the server'`, 'cannot parse …'],
    ['The model said "stop the request" twice', 'The model … twice'],
    ['invalid JSON: {"error": "limit"}', 'invalid JSON …'],
    ['Marie called about her diagnosis', '… called about …'],
    ['TypeError: x is not a function\n    at run (/app/Marie.js:1:2)', 'TypeError … is not a function'],
    [
      'Traceback (most recent call last):\n  File "/app/marie.py", line 3, in run\n    call()\nValueError: bad request',
      'ValueError: bad request',
    ],
  ])('shortens %s to %s', (message, label) => {
    expect(errorLabel(message)).toBe(label);
  });

  it.each(['Marie', '', '{"a":1}', 'ошибка', '😀', 'Traceback (most recent call last):\n  File "/app/a.py"'])(
    'keeps nothing of %j',
    (message) => {
      expect(errorLabel(message)).toBeNull();
    },
  );

  it('keeps only error words, in any position, and at most 200 characters', () => {
    const between = fc.constantFrom(' ', ': ', ', ', '\n', ' "', '" ', '—', '_', 'é');
    const word = fc.constantFrom(
      'timeout',
      'Canary',
      'CANARY',
      'limit',
      '42',
      '12345',
      'canary_limit',
      'CanaryError',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(word, between), { maxLength: 60 }), (parts) => {
        const label = errorLabel(parts.flat().join('')) ?? '';
        expect(label.toLowerCase()).not.toMatch(/canary|12345/);
        expect(label.length).toBeLessThanOrEqual(202);
      }),
      { numRuns: 500 },
    );
  });

  it('takes time in proportion to the text that it reads', () => {
    const all = () => {
      for (const text of ['"', "'", '{', '`', 'a ', '_', '“']) errorLabel(text.repeat(250_000));
    };
    expect(leastCpuMs(all, 1_000)).toBeLessThan(1_000);
  });
});
