import { expect, it, onTestFinished, vi } from 'vitest';
import { Pace } from './yield-to-event-loop.ts';

it('lets other work run between two pieces', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const pace = new Pace();
  expect(pace.isDue).toBe(false);
  vi.advanceTimersByTime(2);
  expect(pace.isDue).toBe(true);
  let turns = 0;
  setImmediate(() => (turns += 1));
  await pace.rest();
  expect([turns, pace.isDue]).toEqual([1, false]);
});

it('does one piece per turn, in order of arrival', async () => {
  let turn = 0;
  const count = (): void => {
    turn += 1;
    if (turn < 10) setImmediate(count);
  };
  setImmediate(count);
  const piece = async () => {
    await new Pace().rest();
    return turn;
  };
  const [one, two, three] = await Promise.all([piece(), piece(), piece()]);
  expect([one, two, three]).toEqual([1, 2, 3]);
});

it('goes on with the same work for eight pieces before other work has its turn', async () => {
  const order: string[] = [];
  const inPieces = async (name: string, pieces: number): Promise<void> => {
    const pace = new Pace();
    for (let piece = 0; piece < pieces; piece += 1) {
      await pace.rest();
      order.push(name);
    }
  };
  await Promise.all([inPieces('a', 10), inPieces('b', 2)]);
  expect(order.join('')).toBe('aaaaaaaabbaa');
});

it('goes on with the first work of an owner, and gives other owners their turn', async () => {
  const order: string[] = [];
  const inPieces = async (name: string, pieces: number, owner: object): Promise<void> => {
    const pace = new Pace(owner);
    for (let piece = 0; piece < pieces; piece += 1) {
      await pace.rest();
      order.push(name);
    }
  };
  const [one, other] = [{}, {}];
  await Promise.all([
    inPieces('a', 6, one),
    inPieces('b', 6, one),
    inPieces('c', 3, other),
    inPieces('d', 1, one),
  ]);
  expect(order.join('')).toBe('aaaaaabbcccbbbbd');
});
