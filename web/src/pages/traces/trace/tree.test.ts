import { describe, expect, it } from 'vitest';
import { leastCpuMs } from '../../../../../server/test/support/cpu-time.ts';
import { ticksOf } from '../rows/axis.ts';
import { foldRepeats } from '../rows/folds.ts';
import { matchRows, visibleRows, type RowFilter } from '../rows/visible-rows.ts';
import { findCriticalPath } from './critical-path.ts';
import { mainRoot } from './main-root.ts';
import { call, lay, nestedSpans, span } from './nested-spans.fixture.ts';
import type { Span } from './spans.ts';
import { selfTimes } from './self-time.ts';
import { sumSubtrees, totalsOf } from './sums.ts';
import { layOutTree } from './tree.ts';

const sample = () =>
  lay(
    span('agent', 0, 100, {
      type: 'agent',
      children: [
        call('plan', 0, 30),
        span('tools', 30, 70, {
          children: [
            span('search', 30, 50, { type: 'tool', error: 'timeout' }),
            span('fetch', 30, 70, { type: 'tool' }),
          ],
        }),
        call('answer', 70, 90),
      ],
    }),
  );
const names = (tree: ReturnType<typeof layOutTree>, rows: Iterable<number>) =>
  [...rows].map((at) => tree.nodes[at]?.name);

describe('the tree of a trace', () => {
  it('is flattened in depth-first order, with times from its start', () => {
    const tree = sample();
    expect(names(tree, tree.nodes.keys())).toEqual(['agent', 'plan', 'tools', 'search', 'fetch', 'answer']);
    expect([...tree.depth]).toEqual([0, 1, 1, 2, 2, 1]);
    expect([...tree.parent]).toEqual([-1, 0, 0, 2, 2, 0]);
    expect([...tree.after]).toEqual([6, 2, 5, 4, 5, 6]);
    expect([...tree.from]).toEqual([0, 0, 30, 30, 30, 70]);
    expect(tree.totalMs).toBe(100);
  });

  it('says why a span is at the top', () => {
    const tree = lay(
      span('a', 0, 1),
      span('b', 0, 1, { parentSpanId: 'lost' }),
      span('c', 0, 1, { parentSpanId: 'd', children: [span('d', 0, 1, { parentSpanId: 'c' })] }),
    );
    expect(tree.roots.map(({ at, cause }) => [tree.nodes[at]?.name, cause])).toEqual([
      ['a', 'root'],
      ['b', 'missing-parent'],
      ['c', 'cycle'],
    ]);
    expect(names(tree, tree.nodes.keys())).toEqual(['a', 'b', 'c', 'd']);
    expect(layOutTree([])).toMatchObject({ totalMs: 0, roots: [] });
  });

  it('is named after its root, even if a call without its parent came first', () => {
    const tree = lay(call('gpt-4o', 0, 1, { parentSpanId: 'lost' }), span('research', 5, 9));
    expect(mainRoot(tree, false)?.name).toBe('research');
    // As long as spans are missing, the root may be among them.
    const part = lay(call('gpt-4o', 0, 1, { parentSpanId: 'lost' }));
    expect(mainRoot(part, false)).toBeNull();
    expect(mainRoot(part, true)?.name).toBe('gpt-4o');
  });

  it('sums cost, tokens, calls and errors of everything under a span', () => {
    const tree = sample();
    const sums = sumSubtrees(tree);
    expect([...sums.cost]).toEqual([1, 0.5, 0, 0, 0, 0.5]);
    expect([...sums.errors]).toEqual([1, 0, 1, 1, 0, 0]);
    expect(totalsOf(tree, sums)).toEqual({ cost: 1, tokens: 200, calls: 2, errors: 1 });
  });
});

describe('the critical path', () => {
  const pathOf = (tree: ReturnType<typeof layOutTree>) => {
    const { on } = findCriticalPath(tree);
    return names(
      tree,
      [...tree.nodes.keys()].filter((at) => on[at] === 1),
    );
  };

  it('goes through the spans that ended last, not those beside them', () => {
    const tree = sample();
    const { segments } = findCriticalPath(tree);
    expect(pathOf(tree)).toEqual(['agent', 'plan', 'tools', 'fetch', 'answer']);
    expect(segments.get(0)).toEqual([{ from: 90, to: 100 }]);
    expect(segments.get(4)).toEqual([{ from: 30, to: 70 }]);
    expect(segments.has(2)).toBe(false);
  });

  it('covers the time of the trace exactly once', () => {
    const tree = sample();
    const all = [...findCriticalPath(tree).segments.values()].flat();
    expect(all.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(100);
  });

  it('leaves out siblings that overlap in part with the one that was waited for', () => {
    // The last span started at 40. The span that ran until 60 is not on the path; the one that ended at 40
    // is.
    const children = [span('first', 0, 40), span('beside', 20, 60), span('last', 40, 100)];
    const tree = lay(span('run', 0, 100, { children }));
    expect(pathOf(tree)).toEqual(['run', 'first', 'last']);
    const { segments } = findCriticalPath(tree);
    expect([...segments.values()].flat().reduce((sum, { from, to }) => sum + to - from, 0)).toBe(100);
    expect(segments.has(0)).toBe(false);
  });

  it('gives the time between two children to their parent', () => {
    const tree = lay(span('run', 0, 100, { children: [span('a', 10, 40), span('b', 60, 90)] }));
    expect(findCriticalPath(tree).segments.get(0)).toEqual([
      { from: 0, to: 10 },
      { from: 40, to: 60 },
      { from: 90, to: 100 },
    ]);
  });

  it('gives the time after a parent ended to the span that outlasts it, not to the grandparent', () => {
    const step = span('step', 0, 10, { children: [span('late', 5, 90)] });
    const { segments } = findCriticalPath(lay(span('run', 0, 100, { children: [step] })));
    expect([0, 1, 2].map((at) => segments.get(at))).toEqual([
      [{ from: 90, to: 100 }],
      [{ from: 0, to: 5 }],
      [{ from: 5, to: 90 }],
    ]);
  });

  it('follows spans that outlast their parent, and tolerates rounded starts', () => {
    expect(pathOf(lay(span('a', 0, 10, { children: [span('late', 5, 50)] })))).toEqual(['a', 'late']);
    expect(pathOf(lay(span('a', 0, 20, { children: [span('b', 0, 10.7), span('c', 10, 20)] })))).toEqual([
      'a',
      'b',
      'c',
    ]);
  });
});

describe('the rows', () => {
  const all: RowFilter = { text: '', show: 'all' };
  const rowsOf = (filter: RowFilter, closed: number[] = []) => {
    const tree = sample();
    const matches = matchRows(tree, filter, findCriticalPath(tree).on, selfTimes(tree));
    const folds = foldRepeats(tree, sumSubtrees(tree), new Uint8Array(tree.nodes.length));
    return names(tree, visibleRows(tree, folds, { closed: new Set(closed), unfolded: new Set() }, matches));
  };

  it('leave out what is below a collapsed span', () => {
    expect(rowsOf(all, [2])).toEqual(['agent', 'plan', 'tools', 'answer']);
    expect(rowsOf(all, [0])).toEqual(['agent']);
  });

  it('are the matches and their ancestors', () => {
    expect(rowsOf({ ...all, show: 'errors' })).toEqual(['agent', 'tools', 'search']);
    expect(rowsOf({ ...all, text: ' GPT-4o ' })).toEqual(['agent', 'plan', 'answer']);
    expect(rowsOf({ ...all, text: 'timeout' })).toEqual(['agent', 'tools', 'search']);
    expect(rowsOf({ ...all, show: 'critical' })).not.toContain('search');
    expect(rowsOf({ ...all, text: 'nowhere' })).toEqual([]);
  });
});

it('marks round moments', () => {
  expect(ticksOf(1_234, 5)).toEqual({ step: 500, at: [0, 500, 1_000] });
  expect(ticksOf(95_000, 5).at).toEqual([0, 20_000, 40_000, 60_000, 80_000]);
  expect(ticksOf(200_000, 4).at).toEqual([0, 60_000, 120_000, 180_000]);
  expect(ticksOf(0.9, 5).at).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
  expect(ticksOf(0, 5).at).toEqual([0]);
  expect(ticksOf(1_234, 5, 700).at).toEqual([1_000, 1_500]);
});

describe('thirty thousand spans', () => {
  const wide = () => {
    const steps = Array.from({ length: 300 }, (_, step) =>
      span(`step ${step}`, step * 100, step * 100 + 99, {
        children: Array.from({ length: 99 }, (_, one) =>
          call(`call ${step}.${one}`, step * 100 + one, step * 100 + one + 1),
        ),
      }),
    );
    return nestedSpans([span('run', 0, 30_000, { children: steps })]);
  };
  const compute = (spans: readonly Span[]) => {
    const tree = layOutTree(spans);
    const sums = sumSubtrees(tree);
    const { on } = findCriticalPath(tree);
    const folds = foldRepeats(tree, sums, on);
    const opened = { closed: new Set<number>(), unfolded: new Set<number>() };
    const rows = visibleRows(
      tree,
      folds,
      opened,
      matchRows(tree, { text: 'call', show: 'all' }, on, selfTimes(tree)),
    );
    return { tree, sums, rows };
  };

  it('are computed without a noticeable delay', () => {
    const spans = wide();
    const { tree, sums, rows } = compute(spans);
    expect(tree.nodes).toHaveLength(30_001);
    expect(sums.calls[0]).toBe(29_700);
    expect(rows).toHaveLength(30_001);
    // About 30 ms on an idle machine.
    expect(leastCpuMs(() => compute(spans), 100)).toBeLessThan(100);
  });

  it('may be siblings, each waited for, and come in any order', () => {
    const row = Array.from({ length: 30_000 }, (_, at) => call(`call ${at}`, at * 10, at * 10 + 8));
    const spans = nestedSpans([span('run', 0, 300_000, { children: row })]).toReversed();
    const { tree } = compute(spans);
    const { segments, on } = findCriticalPath(tree);
    const both = () => findCriticalPath(compute(spans).tree);
    expect(leastCpuMs(both, 1_000)).toBeLessThan(1_000);
    expect(tree.nodes[30_000]?.name).toBe('call 29999');
    expect(segments.get(0)).toHaveLength(30_000);
    expect(segments.get(0)?.[0]).toEqual({ from: 8, to: 10 });
    expect(on.every((one) => one === 1)).toBe(true);
  });

  it('may be nested one in the other', () => {
    let deep = span('end', 0, 1);
    for (let at = 0; at < 30_000; at++) deep = span(`${at}`, 0, 1, { children: [deep] });
    const { tree } = compute(nestedSpans([deep]));
    expect(tree.depth.at(-1)).toBe(30_000);
  });
});
