import { afterAll, expect, it, vi } from 'vitest';

// The kit imports the language module, which listens for changes in other tabs.
vi.stubGlobal('window', new EventTarget());
const { addWidget, blankWidget, copyWidget, newWidgetId } = await import('./draft.ts');
afterAll(() => void vi.unstubAllGlobals());

const first = { ...blankWidget('Cost'), id: 'w1' };

it('a new widget is below all others, with a unique id', () => {
  const two = addWidget([first], blankWidget('Tokens'));
  expect(two.map(({ id, title, position }) => [id, title, position.y])).toEqual([
    ['w1', 'Cost', 0],
    ['w2', 'Tokens', 5],
  ]);
  expect(newWidgetId([{ id: 'w2' }, { id: 'w3' }])).toBe('w4');
});

it('a copy is below its original and pushes down what was there', () => {
  const board = copyWidget([first, { ...first, id: 'w2', position: { x: 0, y: 5 } }], first);
  expect(board.map(({ id, position }) => [id, position.y])).toEqual([
    ['w1', 0],
    ['w3', 5],
    ['w2', 10],
  ]);
});
