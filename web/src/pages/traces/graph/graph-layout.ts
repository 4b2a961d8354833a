// Layout of the agent graph: columns by distance from the start, most frequent node first. A tall column
// becomes several.
import { START, type AgentGraph, type GraphEdge, type GraphNode } from './agent-graph.ts';

export interface Placed {
  node: GraphNode;
  x: number;
  y: number;
}

export interface Layout {
  width: number;
  height: number;
  placed: readonly Placed[];
  /** Edges between two visible nodes; edges from a node to itself are in `again`. */
  edges: readonly { edge: GraphEdge; from: Placed; to: Placed }[];
  again: ReadonlyMap<string, number>;
  leftOut: number;
}

export const BOX = { width: 172, height: 48 } as const;
const GAP = { x: 64, y: 16 } as const;
const MOST = 40;
const MAX_ROWS = 8;

function distances({ nodes, edges }: AgentGraph): Map<string, number> {
  const ways = Map.groupBy(edges, ({ from }) => from);
  const far = new Map([[START, 0]]);
  for (const [key, distance] of far) {
    for (const { to } of ways.get(key) ?? []) if (!far.has(to)) far.set(to, distance + 1);
  }
  for (const { key } of nodes) if (!far.has(key)) far.set(key, 1);
  return far;
}

/** As few columns as possible, about equally tall. */
function inColumns(nodes: readonly GraphNode[]): GraphNode[][] {
  const rows = Math.ceil(nodes.length / Math.ceil(nodes.length / MAX_ROWS));
  return Array.from({ length: Math.ceil(nodes.length / rows) }, (_, at) =>
    nodes.slice(at * rows, (at + 1) * rows),
  );
}

export function layOutGraph(graph: AgentGraph): Layout {
  const far = distances(graph);
  const shown = [...graph.nodes]
    .sort((a, b) => Number(b.key === START) - Number(a.key === START) || b.count - a.count)
    .slice(0, MOST);
  const groups = Map.groupBy(shown, ({ key }) => far.get(key) ?? 0);
  const columns = [...groups].sort(([a], [b]) => a - b).flatMap(([, nodes]) => inColumns(nodes));
  const tallest = Math.max(...columns.map(({ length }) => length));
  const height = tallest * BOX.height + (tallest - 1) * GAP.y;
  const placed = columns.flatMap((nodes, column) => {
    const used = nodes.length * BOX.height + (nodes.length - 1) * GAP.y;
    return nodes.map((node, row) => ({
      node,
      x: column * (BOX.width + GAP.x),
      y: (height - used) / 2 + row * (BOX.height + GAP.y),
    }));
  });
  const places = new Map(placed.map((one) => [one.node.key, one]));
  return {
    width: columns.length * BOX.width + (columns.length - 1) * GAP.x,
    height,
    placed,
    edges: graph.edges.flatMap((edge) => {
      const from = places.get(edge.from);
      const to = places.get(edge.to);
      return from && to && from !== to ? [{ edge, from, to }] : [];
    }),
    again: new Map(graph.edges.filter(({ from, to }) => from === to).map(({ from, count }) => [from, count])),
    leftOut: graph.nodes.length - shown.length,
  };
}
