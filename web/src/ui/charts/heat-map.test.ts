import { expect, it, vi } from 'vitest';

// The texts import the language module, which listens for changes in other tabs.
vi.stubGlobal('window', new EventTarget());
const { shadeOf } = await import('./heat-map.tsx');
vi.unstubAllGlobals();

it('rises with the count, from visible to full; none is blank', () => {
  expect([shadeOf(0, 10), shadeOf(1, 1), shadeOf(1_000, 1_000)]).toEqual([0, 1, 1]);
  expect(shadeOf(1, 1_000)).toBeGreaterThan(0.1);
  expect(shadeOf(30, 1_000)).toBeGreaterThan(shadeOf(3, 1_000));
});
