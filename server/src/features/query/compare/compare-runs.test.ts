import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignRuns, type AlignedRow, type ComparedSpan } from './compare-runs.ts';

interface Node {
  name: string;
  content: string;
  children: Node[];
}

const plainSpan: ComparedSpan = {
  spanId: '',
  parentSpanId: '',
  kind: 'observation',
  type: 'tool',
  name: '',
  error: '',
  provider: '',
  model: '',
  promptTokens: 0,
  completionTokens: 0,
  totalTokens: 0,
  costUsd: 0,
  content: '',
};

const spanWith = (more: Partial<ComparedSpan>): ComparedSpan => ({ ...plainSpan, ...more });

/** Parents before children, with ids of their own. */
function spansOf(roots: readonly Node[], prefix = 's'): ComparedSpan[] {
  const spans: ComparedSpan[] = [];
  const add = (nodes: readonly Node[], parentSpanId: string): void => {
    for (const { name, content, children } of nodes) {
      const spanId = `${prefix}${spans.length}`;
      spans.push({ ...plainSpan, spanId, parentSpanId, name, content });
      add(children, spanId);
    }
  };
  add(roots, '');
  return spans;
}

const part = fc.record({
  name: fc.constantFrom('plan', 'search', 'chat'),
  content: fc.constantFrom('x', 'y', 'z'),
});
/** Each node is a root, or below one that came before it. */
const run = fc.array(fc.tuple(part, fc.nat()), { minLength: 1, maxLength: 20 }).map((parts): Node[] => {
  const [roots, nodes]: [Node[], Node[]] = [[], []];
  for (const [said, choice] of parts) {
    const node: Node = { ...said, children: [] };
    (nodes[(choice % (nodes.length + 1)) - 1]?.children ?? roots).push(node);
    nodes.push(node);
  }
  return roots;
});

const counted = (rows: readonly AlignedRow[]) => {
  const counts = { same: 0, changed: 0, onlyA: 0, onlyB: 0 };
  for (const { status } of rows) counts[status] += 1;
  return counts;
};
const sorted = (places: (number | null)[]) =>
  places.filter((at) => at !== null).toSorted((left, right) => left - right);
const range = (length: number) => Array.from({ length }, (_, at) => at);

describe('comparing two runs', () => {
  it('has each span of both once, and only the same names together', async () => {
    await fc.assert(
      fc.asyncProperty(run, run, async (left, right) => {
        const [a, b] = [spansOf(left), spansOf(right, 't')];
        const rows = await alignRuns(a, b);
        expect(sorted(rows.map((row) => row.a))).toEqual(range(a.length));
        expect(sorted(rows.map((row) => row.b))).toEqual(range(b.length));
        const paired = rows.filter((row) => row.a !== null && row.b !== null);
        expect(paired.map((row) => a[row.a ?? 0]?.name)).toEqual(paired.map((row) => b[row.b ?? 0]?.name));
      }),
    );
  });

  it('is all the same for a run and its repetition, also if what ran at the same time is in another order', async () => {
    await fc.assert(
      fc.asyncProperty(run, async (roots) => {
        const turned = (nodes: readonly Node[]): Node[] =>
          nodes
            .toReversed()
            .map(({ name, content, children }) => ({ name, content, children: turned(children) }));
        const a = spansOf(roots);
        expect(counted(await alignRuns(a, spansOf(roots, 't')))).toEqual({
          same: a.length,
          changed: 0,
          onlyA: 0,
          onlyB: 0,
        });
        expect(counted(await alignRuns(a, spansOf(turned(roots), 't')))).toMatchObject({ same: a.length });
      }),
    );
  });

  it('has one more row, and nothing changed, for one span that was inserted anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(run, fc.nat(), fc.nat(), part, async (roots, where, place, { name, content }) => {
        const copy = structuredClone(roots);
        const lists = [copy];
        for (const list of lists) for (const each of list) lists.push(each.children);
        const list = lists[where % lists.length] ?? copy;
        list.splice(place % (list.length + 1), 0, { name, content, children: [] });
        const a = spansOf(roots);
        const counts = counted(await alignRuns(a, spansOf(copy, 't')));
        expect(counts).toMatchObject({ onlyA: 0, onlyB: 1 });
        const back = counted(await alignRuns(spansOf(copy, 't'), a));
        expect(back).toMatchObject({ onlyA: 1, onlyB: 0 });
      }),
    );
  });

  it('counts the same the other way round', async () => {
    await fc.assert(
      fc.asyncProperty(run, run, async (left, right) => {
        const [a, b] = [spansOf(left), spansOf(right, 't')];
        const there = counted(await alignRuns(a, b));
        const back = counted(await alignRuns(b, a));
        expect([back.onlyA, back.onlyB]).toEqual([there.onlyB, there.onlyA]);
        expect(back.same + back.changed).toBe(there.same + there.changed);
      }),
    );
  });

  const leaf = (name: string, content = 'x'): Node => ({ name, content, children: [] });

  it('pairs a loop around an inserted turn, so that the others stay the same', async () => {
    const turn = (at: number): Node => ({
      name: 'turn',
      content: `${at}`,
      children: [leaf('chat', `${at}`)],
    });
    const rows = await alignRuns(spansOf([1, 2, 3, 4].map(turn)), spansOf([1, 2, 9, 3, 4].map(turn), 't'));
    expect(counted(rows)).toEqual({ same: 8, changed: 0, onlyA: 0, onlyB: 2 });
    expect(rows.map(({ path, status }) => [path, status])).toEqual([
      ['turn', 'same'],
      ['turn/chat', 'same'],
      ['turn[2]', 'same'],
      ['turn[2]/chat', 'same'],
      ['turn[3]', 'onlyB'],
      ['turn[3]/chat', 'onlyB'],
      ['turn[4]', 'same'],
      ['turn[4]/chat', 'same'],
      ['turn[5]', 'same'],
      ['turn[5]/chat', 'same'],
    ]);
  });

  it('says what differs, and takes another model for a change', async () => {
    const call: ComparedSpan = {
      ...plainSpan,
      spanId: 'a',
      kind: 'llm',
      type: 'llm',
      name: 'chat gpt-5',
      provider: 'openai',
      model: 'gpt-5',
      promptTokens: 3,
      totalTokens: 5,
      costUsd: 0.5,
      content: 'said',
    };
    const differing = async (more: Partial<ComparedSpan>) =>
      (await alignRuns([call], [{ ...call, spanId: 'b', ...more }])).map(({ status, differs, path }) =>
        [path, status, differs].flat(),
      );
    expect(await differing({})).toEqual([['chat', 'same']]);
    expect(await differing({ name: 'chat gpt-5-mini', model: 'gpt-5-mini' })).toEqual([
      ['chat', 'changed', 'model'],
    ]);
    expect(await differing({ error: 'timeout' })).toEqual([['chat', 'changed', 'status']]);
    expect(await differing({ promptTokens: 4, costUsd: 0.6, content: 'other' })).toEqual([
      ['chat', 'changed', 'tokens', 'cost', 'content'],
    ]);
    expect(await differing({ content: '' })).toEqual([['chat', 'same']]);
  });

  it('bounds the path of a deep chain', async () => {
    const chain = (length: number, prefix: string) =>
      range(length).map((at) =>
        spanWith({
          spanId: `${prefix}${at}`,
          parentSpanId: at === 0 ? '' : `${prefix}${at - 1}`,
          name: `step ${at}`,
        }),
      );
    const rows = await alignRuns(chain(20_000, 's'), chain(20_001, 't'));
    expect(counted(rows)).toEqual({ same: 20_000, changed: 0, onlyA: 0, onlyB: 1 });
    expect(rows.at(-1)?.path).toMatch(/^….*\/step 20000$/u);
    expect(Math.max(...rows.map(({ path }) => path.length))).toBeLessThanOrEqual(500);
  });

  it('takes steps in proportion to the spans, also if nothing of 30,000 siblings is the same', async () => {
    const flat = (length: number, prefix: string) =>
      range(length).map((at) =>
        spanWith({
          spanId: `${prefix}${at}`,
          name: 'x',
          content: `${prefix}${at}`,
        }),
      );
    const rows = await alignRuns(flat(30_000, 's'), flat(29_000, 't'));
    expect(counted(rows)).toEqual({ same: 0, changed: 29_000, onlyA: 1_000, onlyB: 0 });
  });
});
