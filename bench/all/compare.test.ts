import { expect, it } from 'vitest';
import { isWorse, judge, standing, worseBy } from './compare.ts';
import { TABLE, type Row } from './table.ts';

const times: Row = {
  figure: 'a',
  title: 'A',
  unit: 'ms',
  better: 'lower',
  must: 100,
  goal: 50,
  toBare: 'a.toBare',
};
const speed: Row = { figure: 'b', title: 'B', unit: '/s', better: 'higher', must: 100, goal: 200 };

it.each([
  ['lower', 120, 100, 0.2],
  ['lower', 100, 120, -1 / 6],
  ['higher', 100, 120, 0.2],
  ['higher', 120, 100, -1 / 6],
  ['lower', 5, 5, 0],
  ['lower', 0, 0, 0],
  ['lower', 1, 0, Infinity],
  ['higher', 0, 10, Infinity],
] as const)('where %s is better, %d after %d is worse by %d', (better, value, last, expected) => {
  expect(worseBy(better, value, last)).toBeCloseTo(expected, 10);
});

it('says what a figure reaches, by the better direction', () => {
  expect([50, 51, 100, 101].map((value) => standing(times, value))).toEqual([
    'goal',
    'must',
    'must',
    'missed',
  ]);
  expect([200, 199, 100, 99].map((value) => standing(speed, value))).toEqual([
    'goal',
    'must',
    'must',
    'missed',
  ]);
  expect(standing({ figure: 'c', title: 'C', unit: 'ms', better: 'lower' }, 1e9)).toBe('measured');
});

it('marks figures that are a fifth worse, not those that are new, better or a little worse', () => {
  const rows = ['a', 'b', 'c', 'd', 'e'].map((figure) => Object.assign({}, times, { figure }));
  const last = { a: 100, b: 100, c: 100, d: 100 };
  const judged = judge(rows, { a: 120, b: 119, c: 100, d: 20, e: 7 }, last);
  expect(judged.map((one) => [one.row.figure, isWorse(one)])).toEqual([
    ['a', true],
    ['b', false],
    ['c', false],
    ['d', false],
    ['e', false],
  ]);
  expect(judge([speed], { b: 80 }, { b: 100 }).map(isWorse)).toEqual([true]);
  expect(judge([speed], { b: 80 }, null)).toMatchObject([{ last: null, worseBy: null }]);
});

it('leaves out figures that were not measured, and finds the ratio of the same run', () => {
  expect(judge([times, speed], { a: 10, 'a.toBare': 1.4 }, null)).toMatchObject([{ value: 10, toBare: 1.4 }]);
  expect(judge([times], { a: Number.NaN }, null)).toEqual([]);
  expect(judge([times], { a: 10 }, null)).toMatchObject([{ toBare: null }]);
});

it('has one row for each figure, and goals beyond what must be reached', () => {
  expect(new Set(TABLE.map(({ figure }) => figure)).size).toBe(TABLE.length);
  const unreachable = TABLE.filter(
    ({ better, must, goal }) =>
      must !== undefined && goal !== undefined && (better === 'lower' ? goal > must : goal < must),
  );
  expect(unreachable).toEqual([]);
});

it('compares rates at the same speed of the machine, if both runs measured it', () => {
  const row: Row = { ...speed, speed: 'b.machineSpeed' };
  const last = { b: 100, 'b.machineSpeed': 1 };
  const [slower] = judge([row], { b: 60, 'b.machineSpeed': 0.6 }, last);
  expect([slower?.atTargetSpeed, slower?.worseBy, slower?.standing]).toEqual([100, 0, 'missed']);
  const [worse] = judge([row], { b: 60, 'b.machineSpeed': 1 }, last);
  expect(worse && isWorse(worse)).toBe(true);
  const [unknown] = judge([row], { b: 60 }, last);
  expect([unknown?.atTargetSpeed, unknown && isWorse(unknown)]).toEqual([null, true]);
});
