// The agent graph: agents, tools, models and similar spans are nodes, and calls between them are edges. Other spans (chains,
// functions, requests) are skipped, so an edge may pass through them.
import type { Span } from '../trace/spans.ts';
import { NONE, valueAt, type Tree } from '../trace/tree.ts';

type Part = 'start' | 'agent' | 'tool' | 'retriever' | 'guardrail' | 'evaluator' | 'embedding' | 'llm';

export interface GraphNode {
  key: string;
  part: Part;
  name: string;
  count: number;
  errors: number;
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
const PARTS = new Set<string>(['agent', 'tool', 'retriever', 'guardrail', 'evaluator', 'embedding', 'llm']);

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function nameOf({ call, type, name, whole }: Span): string {
  if (call) return call.model;
  const attributes = whole?.attributes ?? {};
  if (type === 'agent')
    return text(attributes['gen_ai.agent.name']) ?? name.replace(/^(?:invoke|create)_agent\s+/, '');
  if (type === 'tool') return text(attributes['gen_ai.tool.name']) ?? name.replace(/^execute_tool\s+/, '');
  return name;
}

/** Tool calls of a call that was sent as JSON, where tools have no spans. */
function askedTools({ whole }: Span): string[] {
  const call = whole?.call;
  if (!call || !Array.isArray(call.toolCalls)) return [];
  return (call.toolCalls as { name?: unknown }[]).flatMap((one) => text(one?.name) ?? []);
}

export function buildGraph({ nodes, parent }: Tree): AgentGraph {
  const found = new Map<string, GraphNode>();
  const edges = new Map<string, GraphEdge>();
  const touch = (part: Part, name: string): GraphNode => {
    const key = part === 'start' ? START : `${part} ${name}`;
    const node = found.get(key) ?? { key, part, name, count: 0, errors: 0, costUsd: 0, tokens: 0 };
    found.set(key, node);
    return node;
  };
  const link = (from: GraphNode, to: GraphNode) => {
    const key = JSON.stringify([from.key, to.key]);
    const edge = edges.get(key) ?? { from: from.key, to: to.key, count: 0 };
    edge.count++;
    edges.set(key, edge);
  };

  const start = touch('start', '');
  start.count = 1;
  const spanTools = new Set(nodes.flatMap((node) => (node.type === 'tool' ? [nameOf(node)] : [])));
  /** The nearest graph node at or above each span. */
  const nearest: GraphNode[] = [];
  nodes.forEach((span, at) => {
    const above = valueAt(parent, at);
    let caller = above === NONE ? start : (nearest[above] ?? start);
    if (!PARTS.has(span.type)) {
      nearest.push(caller);
      return;
    }
    const meta = span.whole?.call?.requestMeta as { agentName?: unknown } | null | undefined;
    const agent = text(meta?.agentName);
    if (agent !== null && caller === start) {
      const named = touch('agent', agent);
      if (named.count++ === 0) link(start, named);
      caller = named;
    }
    const node = touch(span.type as Part, nameOf(span));
    node.count++;
    if (span.error !== null) node.errors++;
    link(caller, node);
    nearest.push(node);
    if (span.call) {
      for (const one of caller === start ? [node] : [node, caller]) {
        one.costUsd += span.call.costUsd;
        one.tokens += span.call.totalTokens;
      }
    }
    for (const name of askedTools(span)) {
      if (spanTools.has(name)) continue;
      const tool = touch('tool', name);
      tool.count++;
      link(node, tool);
    }
  });
  return { nodes: [...found.values()], edges: [...edges.values()] };
}
