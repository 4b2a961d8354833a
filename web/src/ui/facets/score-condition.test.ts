import { expect, it, vi } from 'vitest';

// The texts import the language module, which listens for changes in other tabs.
vi.stubGlobal('window', new EventTarget());
const { scoreOf } = await import('./score-condition.tsx');
vi.unstubAllGlobals();

it('a condition on a score: numbers have an order, other values are equal or not', () => {
  const of = (scoreOp: string, scoreValue: string, scoreName = ' tone ') =>
    scoreOf({ scoreName, scoreOp, scoreValue });
  expect(of('lt', ' 0.5 ')).toEqual({ name: 'tone', op: 'lt', value: 0.5 });
  expect(of('lt', 'kind')).toEqual({ name: 'tone', op: 'eq', value: 'kind' });
  expect(of('ne', 'true')).toEqual({ name: 'tone', op: 'ne', value: true });
  expect([of('lt', ' '), of('lt', '1', '')]).toEqual([undefined, undefined]);
});
