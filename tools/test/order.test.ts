import { expect, it } from 'vitest';
import { nearestFirst } from './order.ts';

const units = [
  'server/test/attacks/files.proof.test.ts',
  'server/test/attacks/erasures.proof.test.ts',
  'server/test/faults/faults.proof.test.ts',
  'server/src/store/records/writer/log/power-cut.proof.test.ts',
].map((file) => ({ project: 'sqlite', file }));

const order = (...changed: string[]): string[] => nearestFirst(units, changed).map(({ file }) => file);

it('tests with the words of a changed file come first, rare words before common ones', () => {
  expect(order('server/src/features/erasure/take-out.ts')[0]).toContain('erasures');
  expect(order('server/src/store/records/writer/log/log.ts')[0]).toContain('power-cut');
});

it('a changed test comes before all others', () => {
  const changed = ['server/src/features/erasure/take-out.ts', 'server/test/faults/faults.proof.test.ts'];
  expect(order(...changed)[0]).toContain('faults');
});

it('without changes the order stays', () => {
  expect(order()).toEqual(units.map(({ file }) => file));
});
