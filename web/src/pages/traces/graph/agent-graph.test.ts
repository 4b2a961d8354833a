import { describe, expect, it } from 'vitest';
import { buildGraph } from './agent-graph.ts';
import { layOutGraph } from './graph-layout.ts';
import { fitInto, panBy, zoomAt } from './pan-zoom.ts';
import { nestedSpans, span as plainSpan, type NestedSpan } from '../trace/nested-spans.fixture.ts';
import { layOutTree } from '../trace/tree.ts';

let count = 0;
const span = (type: string, name: string, more: Partial<NestedSpan> = {}): NestedSpan =>
  plainSpan(name, 0, 10, { id: `${count++}`, spanId: null, type, ...more });
const call = (model: string, more: Partial<NestedSpan> = {}): NestedSpan =>
  span('llm', `chat ${model}`, {
    call: { provider: 'openai', model, costUsd: 0.25, totalTokens: 10 },
    ...more,
  });

const graphOf = (...top: NestedSpan[]) => buildGraph(layOutTree(nestedSpans(top)));

describe('the agent graph', () => {
  it('counts who called whom, and skips the spans in between', () => {
    const { nodes, edges } = graphOf(
      span('agent', 'invoke_agent Planner', {
        children: [
          span('chain', 'step', { children: [call('gpt-4o'), call('gpt-4o')] }),
          span('tool', 'execute_tool search', {
            error: 'timeout',
            children: [span('agent', 'x', { agent: 'Reader' })],
          }),
        ],
      }),
    );
    expect(edges).toEqual([
      { from: 'start', to: 'agent Planner', count: 1 },
      { from: 'agent Planner', to: 'llm gpt-4o', count: 2 },
      { from: 'agent Planner', to: 'tool search', count: 1 },
      { from: 'tool search', to: 'agent Reader', count: 1 },
    ]);
    expect(nodes.find(({ name }) => name === 'Planner')).toMatchObject({ costUsd: 0.5, tokens: 20 });
    expect(nodes.find(({ name }) => name === 'search')).toMatchObject({ count: 1, errors: 1 });
  });

  it('includes agents and tools of calls that were sent without spans', () => {
    const { edges } = graphOf(call('gpt-4o', { tools: ['lookup'], agent: 'Support' }));
    expect(edges.map(({ from, to }) => `${from} > ${to}`)).toEqual([
      'start > agent Support',
      'agent Support > llm gpt-4o',
      'llm gpt-4o > tool lookup',
    ]);
  });

  it('merges names that differ only by a number', () => {
    const steps = Array.from({ length: 4 }, (_, at) =>
      span('agent', `step ${at}`, { children: [span('tool', `fetch_${at}`), call(`gpt-${at}`)] }),
    );
    const { nodes } = graphOf(...steps, span('agent', 'worker 1'), span('agent', 'worker 2'));
    const counted = nodes.map(({ name, count }) => `${name} ${count}`);
    expect(counted).toEqual(
      expect.arrayContaining(['step * 4', 'fetch_* 4', 'worker 1 1', 'worker 2 1', 'gpt-0 1', 'gpt-3 1']),
    );
    expect(nodes).toHaveLength(9);
  });

  it('is laid out in columns without overlaps, with edges back and edges to the same node', () => {
    const again = span('agent', 'A', { children: [span('agent', 'A'), span('tool', 'T')] });
    const layout = layOutGraph(graphOf(again, span('agent', 'B')));
    expect(layout.again.get('agent A')).toBe(1);
    expect(new Set(layout.placed.map(({ x, y }) => `${x} ${y}`)).size).toBe(4);
    expect(layout.leftOut).toBe(0);
    const many = layOutGraph(graphOf(...Array.from({ length: 60 }, (_, at) => span('tool', `t${at}`))));
    // No column is so tall that the picture becomes unreadable when it fits the screen.
    expect(many.height).toBeLessThan(600);
    expect(many.leftOut).toBe(21);
    expect(many.edges).toHaveLength(39);
  });
});

describe('the picture', () => {
  it('is centred and fits the screen, but is never enlarged', () => {
    expect(fitInto({ width: 968, height: 100 }, { width: 516, height: 400 })).toEqual({
      x: 16,
      y: 175,
      scale: 0.5,
    });
    expect(fitInto({ width: 100, height: 50 }, { width: 500, height: 400 })).toEqual({
      x: 200,
      y: 175,
      scale: 1,
    });
  });

  it('zooms around the pointer, within bounds', () => {
    const camera = { x: 10, y: 20, scale: 1 };
    const zoomed = zoomAt(camera, 2, { x: 110, y: 220 });
    expect(zoomed).toEqual({ x: -90, y: -180, scale: 2 });
    expect(zoomAt(zoomed, 0.5, { x: 110, y: 220 })).toEqual(camera);
    expect(zoomAt(camera, 100, { x: 0, y: 0 }).scale).toBe(2.5);
    expect(panBy(camera, 5, -5)).toEqual({ x: 15, y: 15, scale: 1 });
  });
});
