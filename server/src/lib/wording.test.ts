import { expect, it } from 'vitest';
import { counted, dollars, duration, named, number, percent } from './wording.ts';

it('adds units, and only as many digits as people read', () => {
  expect([dollars(1234.5), dollars(0.0123), dollars(1e300)]).toEqual(['$1,234.50', '$0.0123', '$1.0e+300']);
  expect([percent(0.5), percent(0.015)]).toEqual(['50 %', '1.5 %']);
  expect([duration(900), duration(4_200), duration(61_000)]).toEqual(['900 ms', '4.2 s', '61 s']);
  expect([number(3.14), number(31.4)]).toEqual(['3.1', '31']);
  expect([counted(1, 'call'), counted(1_200, 'call'), counted(2, 'criterion', 'criteria')]).toEqual([
    '1 call',
    '1,200 calls',
    '2 criteria',
  ]);
  expect(named(`a\u0000\n\u202eb${'😀'.repeat(100)}`).length).toBeLessThanOrEqual(80);
});
