import { expect, it, vi } from 'vitest';

// Stored values listen for changes in other tabs.
vi.stubGlobal('window', new EventTarget());
const { readHomes } = await import('./home.ts');
vi.unstubAllGlobals();

it('reads a dashboard for each account and drops invalid values', () => {
  expect(readHomes('{"acc_a":7,"acc_b":12}')).toEqual({ acc_a: 7, acc_b: 12 });
  expect(readHomes('{"acc_a":"7","acc_b":1.5,"acc_c":null,"acc_d":3}')).toEqual({ acc_d: 3 });
  expect([readHomes(null), readHomes('[]'), readHomes('7')]).toEqual([{}, {}, {}]);
});
