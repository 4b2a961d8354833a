import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { bottomOf, BOARD_COLUMNS, inReadingOrder, moveBy, moveTo, resizeTo, settle } from './layout.ts';

const at = (id: string, x: number, y: number, w: number, h: number) => ({
  id,
  position: { x, y },
  size: { w, h },
});
const places = (widgets: readonly ReturnType<typeof at>[]) =>
  Object.fromEntries(widgets.map(({ id, position: { x, y }, size: { w, h } }) => [id, [x, y, w, h]]));

const BOARD = [at('a', 0, 0, 6, 3), at('b', 6, 0, 6, 3), at('c', 0, 3, 12, 2)];

it('a widget that is moved pushes others down, and nothing is left empty above', () => {
  expect(places(moveTo(BOARD, 'c', 0, 0))).toEqual({ c: [0, 0, 12, 2], a: [0, 2, 6, 3], b: [6, 2, 6, 3] });
  expect(places(moveTo(BOARD, 'b', 0, 1))).toMatchObject({ b: [0, 0, 6, 3] });
});

it('a widget that grows pushes others down, one that shrinks lets them up', () => {
  expect(places(resizeTo(BOARD, 'a', 6, 5))).toMatchObject({ a: [0, 0, 6, 5], c: [0, 5, 12, 2] });
  const short = resizeTo(resizeTo(BOARD, 'a', 6, 1), 'b', 6, 1);
  expect(places(short)).toMatchObject({ c: [0, 1, 12, 2] });
});

it('moves and sizes stay within the grid', () => {
  expect(places(moveTo(BOARD, 'a', 99, 0))).toMatchObject({ a: [6, 0, 6, 3] });
  expect(places(moveTo(BOARD, 'a', -4, -4))).toMatchObject({ a: [0, 0, 6, 3] });
  expect(places(resizeTo(BOARD, 'b', 99, 99))).toMatchObject({ b: [6, 0, 6, 12] });
  expect(places(resizeTo(BOARD, 'b', 0, 0))).toMatchObject({ b: [6, 0, 2, 1] });
});

it('by keyboard: a step to the side, over the neighbour up and down', () => {
  expect(places(moveBy(BOARD, 'c', 'up'))).toMatchObject({ c: [0, 0, 12, 2] });
  expect(places(moveBy(BOARD, 'a', 'down'))).toEqual({ c: [0, 0, 12, 2], a: [0, 2, 6, 3], b: [6, 2, 6, 3] });
  const two = [at('a', 0, 0, 6, 3), at('b', 0, 3, 6, 2)];
  expect(places(moveBy(two, 'a', 'down'))).toEqual({ b: [0, 0, 6, 2], a: [0, 2, 6, 3] });
  expect(places(moveBy(two, 'b', 'down'))).toEqual(places(two));
  expect(places(moveBy(two, 'a', 'up'))).toEqual(places(two));
  expect(places(moveBy(two, 'a', 'right'))).toMatchObject({ a: [1, 0, 6, 3] });
});

it('whatever is moved and resized: no widget is lost, overlaps or has a gap above it', () => {
  const step = fc.tuple(
    fc.constantFrom('move', 'resize', 'up', 'down'),
    fc.integer({ min: 0, max: 5 }),
    fc.integer({ min: -2, max: 14 }),
    fc.integer({ min: -2, max: 14 }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let board = settle(Array.from({ length: 6 }, (_, n) => at(`w${n}`, (n % 3) * 4, n, 4, 2)));
      for (const [what, n, one, two] of steps) {
        const id = `w${n}`;
        if (what === 'move') board = moveTo(board, id, one, two);
        else if (what === 'resize') board = resizeTo(board, id, one, two);
        else board = moveBy(board, id, what);
      }
      expect(new Set(board.map(({ id }) => id)).size).toBe(6);
      const cells = new Set<string>();
      for (const { position, size } of board) {
        expect(position.x + size.w).toBeLessThanOrEqual(BOARD_COLUMNS);
        for (let x = position.x; x < position.x + size.w; x += 1)
          for (let y = position.y; y < position.y + size.h; y += 1) {
            expect(cells.has(`${x} ${y}`)).toBe(false);
            cells.add(`${x} ${y}`);
          }
      }
      expect(places(settle(board))).toEqual(places(board));
    }),
    { numRuns: 300 },
  );
});

it('the order is from the top, then from the left', () => {
  expect(
    inReadingOrder([at('c', 0, 3, 1, 1), at('b', 6, 0, 1, 1), at('a', 0, 0, 1, 1)]).map(({ id }) => id),
  ).toEqual(['a', 'b', 'c']);
  expect([bottomOf([]), bottomOf(BOARD)]).toEqual([0, 5]);
});
