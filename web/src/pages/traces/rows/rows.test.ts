// Folding, keys, zoom and the minimap.
import { describe, expect, it } from 'vitest';
import { leastCpuMs } from '../../../../../server/test/support/cpu-time.ts';
import { findCriticalPath } from '../trace/critical-path.ts';
import { firstError } from '../trace/first-error.ts';
import { call, lay, span } from '../trace/nested-spans.fixture.ts';
import { selfTimes, slowestOf } from '../trace/self-time.ts';
import { sumSubtrees } from '../trace/sums.ts';
import type { Tree } from '../trace/tree.ts';
import { densityOf } from './density.ts';
import { foldRepeats, foldsAround } from './folds.ts';
import { actionOf, levelOf, type RowContext } from './row-keys.ts';
import {
  foldRowOf,
  isFoldRow,
  matchRows,
  placeAmong,
  spanOfRow,
  visiblePlaceOf,
  visibleRows,
} from './visible-rows.ts';
import { barIn, momentAt, readZoom, writeZoom, zoomBetween, zoomBy } from './zoom.ts';

const searches = (count: number, from = 10) =>
  Array.from({ length: count }, (_, at) =>
    span('web_search', from + at * 10, from + at * 10 + 8, {
      id: `search ${at}`,
      spanId: `search ${at}`,
      type: 'tool',
      error: at === 2 ? 'timeout' : null,
      children: [call(`rank ${at}`, from + at * 10, from + at * 10 + 5)],
    }),
  );
/** agent ( plan, web_search × 6 each with a call, answer ). */
const sample = (count = 6) =>
  lay(
    span('agent', 0, 100, {
      type: 'agent',
      children: [call('plan', 0, 10), ...searches(count), call('answer', 90, 100)],
    }),
  );

/** agent ( a span for each letter ). */
const loop = (names: string) =>
  lay(
    span('agent', 0, names.length, {
      children: Array.from(names, (name, at) =>
        span(name, at, at + 1, { id: `${name} ${at}`, spanId: `${name} ${at}` }),
      ),
    }),
  );

function contextOf(
  tree: Tree,
  unfolded: number[] = [],
  closed: number[] = [],
): RowContext & { rows: Int32Array } {
  const sums = sumSubtrees(tree);
  const path = findCriticalPath(tree);
  const folds = foldRepeats(tree, sums, path.on);
  const opened = { closed: new Set(closed), unfolded: new Set(unfolded) };
  return {
    tree,
    folds,
    matches: null,
    order: 'start',
    ...opened,
    rows: visibleRows(tree, folds, opened, null),
  };
}

const drawn = (tree: Tree, rows: Int32Array) =>
  Array.from(rows, (row) => `${tree.nodes[spanOfRow(row)]?.name ?? ''}${isFoldRow(row) ? ' ×' : ''}`);

describe('repeated siblings', () => {
  it('are one row with the sums of all of them', () => {
    const tree = sample();
    const { folds, rows } = contextOf(tree);
    expect(drawn(tree, rows)).toEqual(['agent', 'plan', 'web_search ×', 'answer']);
    expect(folds.by.get(2)).toMatchObject({
      first: 2,
      count: 6,
      end: 14,
      from: 10,
      to: 68,
      calls: 6,
      errors: 1,
    });
    expect(folds.by.get(2)?.cost).toBeCloseTo(3);
  });

  it('open into their own level', () => {
    const tree = sample();
    const open = contextOf(tree, [2]);
    expect(drawn(tree, open.rows).slice(0, 5)).toEqual([
      'agent',
      'plan',
      'web_search ×',
      'web_search',
      'rank 0',
    ]);
    expect(open.rows).toHaveLength(1 + 1 + 1 + 12 + 1);
    expect([foldRowOf(2), 2, 3, 14].map((row) => levelOf(open, row))).toEqual([1, 2, 3, 1]);
  });

  it('stay as they are when they are few, differ, or are interrupted', () => {
    expect(contextOf(sample(4)).folds.by.size).toBe(0);
    const foldsOf = (names: string) => contextOf(loop(names)).folds.by.size;
    // Five rounds of two are ten rows; no round of up to four explains the others.
    for (const names of [
      'ababababab',
      'abbabbabb',
      'abcabdabcabdab',
      'abcdeabcdeabcdeabcde',
      'abacabadabacab',
    ])
      expect([names, foldsOf(names)]).toEqual([names, 0]);
  });

  it('are loops too: one row for rounds of the same few spans, and what follows stays visible', () => {
    const tree = loop(`x${'ab'.repeat(20)}a`);
    const { folds, rows } = contextOf(tree);
    expect(drawn(tree, rows)).toEqual(['agent', 'x', 'a ×', 'a']);
    expect(folds.by.get(2)).toMatchObject({ names: ['a', 'b'], count: 20, first: 2, end: 42 });
    const open = contextOf(tree, [2]);
    expect(drawn(tree, open.rows)).toHaveLength(tree.nodes.length + 1);
    expect([foldRowOf(2), 2, 3, 41, 42].map((row) => levelOf(open, row))).toEqual([1, 2, 2, 2, 1]);
    expect(foldsAround(folds, 41)).toEqual([2]);
    const named = (names: string) =>
      [...contextOf(loop(names)).folds.by.values()].map((fold) => `${fold.names.join('')}×${fold.count}`);
    // The shortest round counts, and each run is folded separately.
    expect(named(`${'aab'.repeat(4)}aa`)).toEqual(['aab×4']);
    expect(named(`${'ab'.repeat(6)}${'c'.repeat(5)}${'abcd'.repeat(4)}`)).toEqual(['ab×6', 'c×5', 'abcd×4']);
    expect(named('aaaaaabababababababab')).toEqual(['a×6', 'ba×7']);
  });

  it('are found in linear time', () => {
    const tree = loop('abc'.repeat(3).concat('d').repeat(3_000));
    const sums = sumSubtrees(tree);
    const onPath = new Uint8Array(tree.nodes.length);
    expect(leastCpuMs(() => foldRepeats(tree, sums, onPath), 500)).toBeLessThan(500);
  });

  it('are all shown where a filter matches, and opened around a chosen span', () => {
    const tree = sample();
    const { folds } = contextOf(tree);
    const matches = new Uint8Array(tree.nodes.length).fill(1);
    const opened = { closed: new Set<number>(), unfolded: new Set<number>() };
    expect(visibleRows(tree, folds, opened, matches)).toHaveLength(tree.nodes.length);
    expect(foldsAround(folds, 5)).toEqual([2]);
    expect(foldsAround(folds, 2)).toEqual([]);
    expect(foldsAround(folds, 14)).toEqual([]);
  });

  it('each have a position, open or not', () => {
    const closed = contextOf(sample());
    expect([foldRowOf(2), 2, 9, 14].map((row) => visiblePlaceOf(closed.rows, row))).toEqual([2, 2, 2, 3]);
    const open = contextOf(sample(), [2]);
    expect([foldRowOf(2), 2, 3, 14].map((row) => visiblePlaceOf(open.rows, row))).toEqual([2, 3, 4, 15]);
  });
});

describe('the order', () => {
  const opened = { closed: new Set<number>(), unfolded: new Set<number>() };
  /** agent ( quick, slow ( inner ), middle ). */
  const tree = lay(
    span('agent', 0, 100, {
      children: [
        span('quick', 0, 10),
        span('slow', 10, 70, { children: [span('inner', 12, 20), span('longest', 20, 65)] }),
        span('middle', 70, 100),
      ],
    }),
  );
  const { folds } = contextOf(tree);

  it('by duration keeps the levels, and shows what folds hide', () => {
    const rows = visibleRows(tree, folds, opened, null, true);
    expect(drawn(tree, rows)).toEqual(['agent', 'slow', 'longest', 'inner', 'middle', 'quick']);
    const closed = { ...opened, closed: new Set([2]) };
    expect(drawn(tree, visibleRows(tree, folds, closed, null, true))).toEqual([
      'agent',
      'slow',
      'middle',
      'quick',
    ]);
    const many = contextOf(sample());
    expect(visibleRows(many.tree, many.folds, opened, null, true)).toHaveLength(many.tree.nodes.length);
    const matches = new Uint8Array(tree.nodes.length);
    matches[4] = 1;
    expect(drawn(tree, visibleRows(tree, folds, opened, matches, true))).toEqual([
      'agent',
      'slow',
      'longest',
    ]);
  });

  it('by duration finds the place of a span, or of the nearest visible one above it', () => {
    const rows = visibleRows(tree, folds, { ...opened, closed: new Set([2]) }, null, true);
    expect([0, 1, 2, 4, 5].map((at) => placeAmong(rows, tree.parent, at))).toEqual([0, 3, 1, 1, 2]);
  });

  it('by self time is flat', () => {
    const self = selfTimes(tree);
    expect([...self]).toEqual([0, 10, 7, 8, 45, 30]);
    const rows = slowestOf(self, () => true);
    expect(drawn(tree, rows)).toEqual(['longest', 'middle', 'quick', 'inner', 'slow']);
    const matches = matchRows(tree, { text: 'l', show: 'slowest' }, new Uint8Array(6), self);
    expect(
      drawn(
        tree,
        slowestOf(self, (at) => matches?.[at] === 1),
      ),
    ).toEqual(['longest', 'middle', 'slow']);
    const context = { ...contextOf(tree), order: 'slowest' as const, rows };
    expect(levelOf(context, 4)).toBe(0);
    expect(actionOf('ArrowLeft', rows, 0, context)).toBeNull();
    expect(actionOf('ArrowRight', rows, 4, context)).toBeNull();
    expect(actionOf('ArrowDown', rows, 0, context)).toEqual({ do: 'go', place: 1 });
  });

  it('counts time once that children share', () => {
    const parallel = lay(
      span('agent', 0, 100, { children: [span('a', 10, 60), span('b', 20, 50), span('c', 55, 130)] }),
    );
    expect([...selfTimes(parallel)]).toEqual([10, 50, 30, 75]);
  });
});

describe('the first error', () => {
  it('is the span that failed by itself, not the agent above it', () => {
    const tree = lay(
      span('agent', 0, 100, {
        error: 'a tool failed',
        children: [span('late', 60, 70, { error: 'late' }), span('early', 10, 20, { error: 'early' })],
      }),
    );
    expect(tree.nodes[firstError(tree, sumSubtrees(tree)) ?? -1]?.name).toBe('early');
    const fine = lay(span('agent', 0, 100));
    expect(firstError(fine, sumSubtrees(fine))).toBeNull();
  });
});

describe('a key', () => {
  const context = contextOf(sample());
  const action = (key: string, place: number, given = context) => actionOf(key, given.rows, place, given);

  it('moves within the rows', () => {
    expect(action('ArrowDown', 0)).toEqual({ do: 'go', place: 1 });
    expect(action('ArrowUp', 0)).toEqual({ do: 'go', place: 0 });
    expect(action('End', 0)).toEqual({ do: 'go', place: 3 });
    expect(action('Home', 3)).toEqual({ do: 'go', place: 0 });
    expect(action('PageDown', 1)).toEqual({ do: 'go', place: 3 });
    expect(action('x', 1)).toBeNull();
  });

  it('folds and unfolds, and goes up where there is nothing to fold', () => {
    expect(action('ArrowRight', 2)).toEqual({ do: 'toggle' });
    expect(action('ArrowLeft', 2)).toEqual({ do: 'go', place: 0 });
    expect(action('ArrowLeft', 0)).toEqual({ do: 'toggle' });
    expect(action('ArrowRight', 1)).toBeNull();
    const open = contextOf(sample(), [2], [2]);
    // The first of the open fold is collapsed itself: its fold is above it.
    expect(action('ArrowLeft', 3, open)).toEqual({ do: 'go', place: 2 });
    expect(action('ArrowLeft', 2, open)).toEqual({ do: 'toggle' });
    expect(action('ArrowRight', 0, open)).toEqual({ do: 'go', place: 1 });
  });
});

describe('the zoom', () => {
  it('goes to the dragged range in either direction, but not to an empty range or the whole trace', () => {
    expect(zoomBetween(300, 100, 1_000)).toEqual({ from: 100, to: 300 });
    expect(zoomBetween(-50, 400, 1_000)).toEqual({ from: 0, to: 400 });
    expect(zoomBetween(100, 100.01, 1_000)).toBeNull();
    expect(zoomBetween(0, 1_000, 1_000)).toBeNull();
  });

  it('narrows and widens around a moment, inside the trace', () => {
    const view = { from: 0, to: 1_000 };
    expect(zoomBy(view, 0.5, 500, 1_000)).toEqual({ from: 250, to: 750 });
    expect(zoomBy(view, 0.5, 0, 1_000)).toEqual({ from: 0, to: 500 });
    expect(zoomBy({ from: 250, to: 750 }, 2, 500, 1_000)).toBeNull();
    expect(zoomBy({ from: 1, to: 1.06 }, 0.5, 1, 1_000)).toEqual({ from: 1, to: 1.06 });
  });

  it('shows the part of a bar that is inside', () => {
    const view = { from: 100, to: 300 };
    expect(barIn(view, 150, 200)).toEqual({ left: 0.25, width: 0.25 });
    expect(barIn(view, 0, 200)).toEqual({ left: 0, width: 0.5 });
    expect(barIn(view, 0, 99)).toBeNull();
    expect(barIn(view, 301, 400)).toBeNull();
    expect(momentAt(view, 0.5)).toBe(200);
    expect(momentAt(view, 7)).toBe(300);
  });

  it('is kept in the URL', () => {
    expect(writeZoom({ from: 100.126, to: 300 })).toBe('100.13-300');
    expect(writeZoom(null)).toBeUndefined();
    expect(readZoom('100.13-300', 1_000)).toEqual({ from: 100.13, to: 300 });
    for (const odd of [undefined, '', '5', 'a-b', '0-1000', '300-300'])
      expect(readZoom(odd, 1_000)).toBeNull();
  });
});

it('the minimap counts spans that ran at the same time, without those that only waited for them', () => {
  const both = [span('a', 0, 50, { error: 'no' }), span('b', 25, 50), span('c', 75, 100)];
  const { load, failed } = densityOf(lay(span('agent', 0, 100, { children: both })), 4);
  expect([...load]).toEqual([0.5, 1, 0, 0.5]);
  expect([...failed]).toEqual([1, 1, 0, 0]);
});
