import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inherit, MOST_TAGS, type LineageSpan } from './inherit.ts';

const NONE = ['', '', '', '', ''];
const OPEN = { takesTags: true };

const span = (
  spanId: string,
  parentSpanId: string,
  own: Partial<Record<0 | 1 | 2 | 3 | 4, string>> = {},
  ownTags: Record<string, string> = {},
  takes: LineageSpan['takes'] | null = OPEN,
): LineageSpan => ({
  spanId,
  parentSpanId,
  own: NONE.map((none, at) => own[at as 0] ?? none),
  ownTags,
  takes: takes ?? undefined,
});

const valuesOf = (spans: readonly LineageSpan[]) => inherit(spans).map((taken) => taken?.values);

describe('what a span takes from the spans above it', () => {
  it('is the value of the nearest ancestor that has one, whatever the order of the spans', () => {
    const spans = [
      span('leaf', 'step'),
      span('step', 'agent', { 1: 'u2' }),
      span('agent', 'root', { 2: 'planner' }),
      span('root', '', { 0: 's', 1: 'u1' }),
    ];
    const expected = [
      ['s', 'u2', 'planner', '', ''],
      ['s', 'u2', 'planner', '', ''],
      ['s', 'u1', 'planner', '', ''],
      ['s', 'u1', '', '', ''],
    ];
    expect(valuesOf(spans)).toEqual(expected);
    expect(valuesOf(spans.toReversed())).toEqual(expected.toReversed());
  });

  it('never replaces its own', () => {
    const [, child] = inherit([span('a', '', { 0: 'above' }), span('b', 'a', { 0: 'own' })]);
    expect(child).toMatchObject({ values: ['own', '', '', '', ''], inherited: 0 });
  });

  it('is that of the root if an ancestor is missing and the run has one root', () => {
    const orphan = span('c', 'not here');
    expect(valuesOf([orphan, span('a', '', { 0: 's' })])[0]?.[0]).toBe('s');
    expect(valuesOf([orphan, span('a', '', { 0: 's' }), span('b', '', { 0: 't' })])[0]?.[0]).toBe('');
  });

  it('is nothing for a record that is no span, which gives all the same', () => {
    const [parent, child] = inherit([
      span('a', 'r', { 0: 'json' }, {}, null),
      span('b', 'a'),
      span('r', '', { 0: 'root', 1: 'user' }),
    ]);
    expect(parent).toBeUndefined();
    expect(child?.values).toEqual(['json', 'user', '', '', '']);
  });

  it('has tags key by key, nearest first, up to the limit', () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`far${at}`, 'x']));
    const near = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`near${at}`, 'y']));
    const [, , leaf] = inherit([
      span('a', '', {}, { ...many, team: 'a', 'service.name': 'api', 'tracewell.eval_run': '7' }),
      span('b', 'a', {}, { ...near, team: 'b' }),
      span('c', 'b', {}, { own: 'o' }),
    ]);
    expect(Object.keys(leaf?.tags ?? {})).toHaveLength(MOST_TAGS);
    expect(leaf?.tags).toMatchObject({ own: 'o', team: 'b', ...near });
    expect(leaf?.tags).not.toHaveProperty('service.name');
    expect(leaf?.tags).not.toHaveProperty(['tracewell.eval_run']);
    expect(leaf?.leftOut).toBe(32);
  });

  it('has no tags at the strict door', () => {
    const [, child] = inherit([
      span('a', '', { 0: 's' }, { team: 'a' }),
      span('b', 'a', {}, {}, { takesTags: false }),
    ]);
    expect(child).toMatchObject({ tags: {}, inheritedTags: [], values: ['s', '', '', '', ''] });
  });

  it('ends for spans that are each other’s parents', () => {
    expect(valuesOf([span('a', 'b', { 0: 's' }), span('b', 'a', { 1: 'u' })])).toEqual([
      ['s', 'u', '', '', ''],
      ['s', 'u', '', '', ''],
    ]);
  });

  it('reaches the end of a long chain', () => {
    const chain = Array.from({ length: 30_000 }, (_, at) => span(`${at}`, at === 0 ? '' : `${at - 1}`));
    chain[0] = span('0', '', { 0: 's' });
    expect(valuesOf(chain.toReversed())[0]?.[0]).toBe('s');
  });

  it('is what a walk to the root finds, on random trees', () => {
    const node = fc.record({
      parent: fc.integer({ min: -2, max: 11 }),
      session: fc.constantFrom('', '', 's1', 's2'),
      tag: fc.constantFrom('', '', 't1', 't2'),
    });
    fc.assert(
      fc.property(fc.array(node, { minLength: 1, maxLength: 12 }), (nodes) => {
        const spans = nodes.map(({ parent, session, tag }, at) =>
          span(
            `${at}`,
            parent === -2 || parent === at ? '' : parent === -1 ? 'missing' : `${parent}`,
            { 0: session },
            tag === '' ? {} : { tag },
          ),
        );
        const roots = spans.filter(({ parentSpanId }) => parentSpanId === '');
        const parentOf = (one: LineageSpan) =>
          one.parentSpanId === ''
            ? undefined
            : (spans.find(({ spanId }) => spanId === one.parentSpanId) ??
              (roots.length === 1 ? roots[0] : undefined));
        const taken = inherit(spans);
        spans.forEach((one, at) => {
          // A circle has no root; what is in it is in no promise.
          const seen = new Set<LineageSpan>();
          let above: LineageSpan | undefined = one;
          let [session, tag] = ['', undefined as string | undefined];
          while (above && !seen.has(above)) {
            seen.add(above);
            session ||= above.own[0] ?? '';
            tag ??= above.ownTags['tag'];
            above = parentOf(above);
          }
          if (above) return;
          expect(taken[at]?.values[0]).toBe(session);
          expect(taken[at]?.tags['tag']).toBe(tag);
        });
      }),
    );
  });
});
