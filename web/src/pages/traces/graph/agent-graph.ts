// The agent graph: agents, tools, models and similar spans are nodes, and calls between them are edges. Other
// spans (chains, functions, requests) are skipped, so an edge may pass through them.
import type { Span } from '../trace/spans.ts';
import { selfTimes } from '../trace/self-time.ts';
import { NONE, valueAt, type Tree } from '../trace/tree.ts';

const PARTS = [
  'agent',
  'task',
  'tool',
  'skill',
  'command',
  'decision',
  'retriever',
  'guardrail',
  'evaluator',
  'embedding',
  'llm',
] as const;
const ALL_PARTS: ReadonlySet<string> = new Set(PARTS);

type Part = 'start' | (typeof PARTS)[number];

export interface GraphNode {
  key: string;
  part: Part;
  name: string;
  count: number;
  errors: number;
  /** The time of its spans; one directly inside another of the same node counts once. */
  totalMs: number;
  /** Their time without the spans below them. */
  selfMs: number;
  /** Totals of the calls that the node made itself. */
  costUsd: number;
  tokens: number;
}

export interface GraphEdge {
  from: string;
  to: string;
  count: number;
}

export interface AgentGraph {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
}

export const START = 'start';

function nameOf({ call, type, name, agent, tool }: Span): string {
  if (call) return call.model;
  if (type === 'agent') return agent ?? name.replace(/^(?:invoke|create)_agent\s+/, '');
  if (type === 'tool') return tool ?? name.replace(/^execute_tool\s+/, '');
  return name;
}

/**
 * A number that stands on its own in a name, such as in `step 12` or `batch_3`, but not in `gpt-4o` or `s3`.
 */
const NUMBER = /(^|[\s_.:#/()[\]-])\d+(?=$|[\s_.:#/()[\]-])/g;
/** Two agents may be named `worker 1` and `worker 2` on purpose. */
const MIN_NUMBERED = 3;

/**
 * `step *` for `step 1`, `step 2` and so on, where enough names differ only by a number. Models keep their
 * names.
 */
function groupNames(nodes: readonly Span[]): (span: Span) => string {
  const names = new Map<string, Set<string>>();
  const patternOf = (span: Span) => nameOf(span).replace(NUMBER, '$1*');
  for (const span of nodes) {
    if (span.call || !ALL_PARTS.has(span.type)) continue;
    const key = `${span.type} ${patternOf(span)}`;
    const known = names.get(key);
    if (known) known.add(nameOf(span));
    else names.set(key, new Set([nameOf(span)]));
  }
  return (span) => {
    if (span.call) return nameOf(span);
    const pattern = patternOf(span);
    return (names.get(`${span.type} ${pattern}`)?.size ?? 0) >= MIN_NUMBERED ? pattern : nameOf(span);
  };
}

export function buildGraph(tree: Tree): AgentGraph {
  const { nodes, parent } = tree;
  const self = selfTimes(tree);
  const found = new Map<string, GraphNode>();
  const edges = new Map<string, GraphEdge>();
  const touch = (part: Part, name: string): GraphNode => {
    const key = part === 'start' ? START : `${part} ${name}`;
    const none = { count: 0, errors: 0, totalMs: 0, selfMs: 0, costUsd: 0, tokens: 0 };
    const node = found.get(key) ?? { key, part, name, ...none };
    found.set(key, node);
    return node;
  };
  const link = (from: GraphNode, to: GraphNode) => {
    const key = JSON.stringify([from.key, to.key]);
    const edge = edges.get(key) ?? { from: from.key, to: to.key, count: 0 };
    edge.count++;
    edges.set(key, edge);
  };

  const groupName = groupNames(nodes);
  const start = touch('start', '');
  start.count = 1;
  const spanTools = new Set(nodes.flatMap((node) => (node.type === 'tool' ? [nameOf(node)] : [])));
  /** The nearest graph node at or above each span. */
  const nearest: GraphNode[] = [];
  nodes.forEach((span, at) => {
    const above = valueAt(parent, at);
    let caller = above === NONE ? start : (nearest[above] ?? start);
    if (!ALL_PARTS.has(span.type)) {
      nearest.push(caller);
      return;
    }
    const { agent } = span;
    if (agent !== null && caller === start) {
      const named = touch('agent', agent);
      if (named.count++ === 0) link(start, named);
      caller = named;
    }
    const node = touch(span.type as Part, groupName(span));
    node.count++;
    if (span.error !== null) node.errors++;
    if (caller !== node) node.totalMs += span.durationMs;
    node.selfMs += valueAt(self, at);
    link(caller, node);
    nearest.push(node);
    if (span.call) {
      for (const one of caller === start ? [node] : [node, caller]) {
        one.costUsd += span.call.costUsd;
        one.tokens += span.call.totalTokens;
      }
    }
    // Of a call that was sent as JSON, where tools have no spans.
    for (const name of span.tools) {
      if (spanTools.has(name)) continue;
      const tool = touch('tool', name);
      tool.count++;
      link(node, tool);
    }
  });
  return { nodes: [...found.values()], edges: [...edges.values()] };
}
