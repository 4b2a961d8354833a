import { expect, it } from 'vitest';
import { buildTree } from './build-tree.ts';

interface Span {
  spanId: string;
  parentSpanId: string | null;
  children: Span[];
}

const span = (spanId: string, parentSpanId: string | null): Span => ({ spanId, parentSpanId, children: [] });

const drawn = ({ spanId, children }: Span): string =>
  children.length === 0 ? spanId : `${spanId}(${children.map(drawn).join(' ')})`;

it('nests spans in the given order, also below a cycle', () => {
  const spans = [
    span('child', 'root'),
    span('b', 'a'),
    span('a', 'b'),
    span('root', null),
    span('lost', 'gone'),
    span('leaf', 'child'),
    span('second', 'root'),
  ];
  expect(buildTree(spans).map(drawn)).toEqual(['b(a)', 'root(child(leaf) second)', 'lost']);
});
