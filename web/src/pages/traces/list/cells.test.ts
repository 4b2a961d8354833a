import { expect, it, vi } from 'vitest';

// The texts import the language module, which listens for changes in other tabs.
vi.stubGlobal('window', new EventTarget());
const { newestByName } = await import('./cells.tsx');
vi.unstubAllGlobals();

type Score = Parameters<typeof newestByName>[0][number];
const score = (id: string, name: string, value: number) => ({ id, name, value }) as Score;

it('keeps the newest score of each name', () => {
  const scores = [score('3', 'helpful', 0.9), score('2', 'polite', 1), score('1', 'helpful', 0.1)];
  expect(newestByName(scores).map(({ id }) => id)).toEqual(['3', '2']);
  expect(newestByName([])).toEqual([]);
});
