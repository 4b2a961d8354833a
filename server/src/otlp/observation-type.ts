// The type of a span that is not a call: from its attributes, else from its name.
import type { Json, ObservationType } from '#records';
import { operationKind } from '#semconv';
import type { SpanFields } from './span-fields.ts';
import type { Attributes, Span } from './span.ts';

const BY_ATTRIBUTE: readonly (readonly [string, ObservationType])[] = [
  ['db.system.name', 'db'],
  ['db.system', 'db'],
  ['messaging.system', 'messaging'],
  ['mcp.method.name', 'tool'],
  ['a2a.task.state', 'task'],
  ['a2a.task.id', 'task'],
  ['a2a.method.name', 'task'],
  ['http.request.method', 'http'],
  ['http.method', 'http'],
  ['http.route', 'http'],
  ['rpc.system', 'function'],
  ['faas.trigger', 'function'],
  ['faas.name', 'function'],
];

// The first match wins: `POST /agent/answer` is http, not agent; `execute_tool search` is a tool, not a
// retriever.
const BY_NAME: readonly (readonly [RegExp, ObservationType])[] = [
  [/^(get|post|put|patch|delete|head|options)( |$)/, 'http'],
  [/^load_skill\b/, 'skill'],
  [/^(execute_command|command_execution|run_command)\b/, 'command'],
  [/^execute_tool\b/, 'tool'],
  [/^(invoke|create)_agent\b/, 'agent'],
  [/guard|moderation|pii/, 'guardrail'],
  [/evaluat|\bjudge|scorer/, 'evaluator'],
  [/embed/, 'embedding'],
  [/retriev|vector|rerank|similarity|knowledge|\bkb\b|\brag\b|search/, 'retriever'],
  [/tool|mcp|handoff/, 'tool'],
  [/agent/, 'agent'],
  [/middleware|request handler|^tcp\.|^dns\.|^tls\.|^http/, 'http'],
  [
    /^(select|insert|update|delete|create) |^pg\.|^pg-|redis|mongo|mysql|postgres|sqlite|query db|database/,
    'db',
  ],
  [/kafka|rabbitmq|\bsqs\b|queue|publish|consume/, 'messaging'],
  [/\b(llm|chat|completion|generate|openai|anthropic|claude|gemini|gpt)/, 'span'],
  [/chain|workflow|pipeline|graph|flow|step|task|turn/, 'chain'],
  [/^(fs|function|lambda)\b|\bfunction\b/, 'function'],
];

// The types of n8n's nodes, without their package: `@n8n/n8n-nodes-langchain.agent`,
// `n8n-nodes-base.httpRequest`.
const BY_NODE: readonly (readonly [RegExp, ObservationType])[] = [
  [/^guardrails/, 'guardrail'],
  [/^evaluation/, 'evaluator'],
  [/^embeddings/, 'embedding'],
  [/^(vectorstore|retriever|reranker)/, 'retriever'],
  [/^(tool|mcp)|tool$/, 'tool'],
  [/^agent/, 'agent'],
  [/^(chain|executeworkflow|informationextractor|textclassifier|sentimentanalysis)/, 'chain'],
  [/^(httprequest|webhook|respondtowebhook|graphql)/, 'http'],
  [/^(postgres|mysql|microsoftsql|mongodb|redis|supabase|snowflake|questdb|cratedb|timescaledb)/, 'db'],
  [/^(kafka|rabbitmq|amqp|mqtt|awssqs|awssns)/, 'messaging'],
  [/^(code|function|aitransform)/, 'function'],
];

export function observationType(span: Span, fields: SpanFields): ObservationType {
  const operation = fields.text.operation;
  const kind =
    fields.kind ??
    (operation === undefined ? undefined : operationKind(operation)) ??
    fields.weakKind ??
    byNode(span.attributes.get('n8n.node.type')) ??
    byAttribute(span.attributes);
  if (kind === 'tool') return toolType(span.attributes);
  // A model call that does not count as a call has no type of its own: it is a `span`.
  return kind === undefined ? byName(span.name) : kind === 'llm' ? 'span' : kind;
}

/** Loading a skill is a tool with more attributes in the conventions. A tool with a name stays one. */
function toolType(attributes: Attributes): ObservationType {
  if (!attributes.has('gen_ai.tool.name') && attributes.has('process.executable.name')) return 'command';
  const isLoad = attributes.has('gen_ai.skill.name') && !attributes.has('gen_ai.skill.resource.name');
  return isLoad || attributes.get('gen_ai.tool.name') === 'load_skill' ? 'skill' : 'tool';
}

/** Undefined for other clients. Nodes without a rule only pass data on. */
function byNode(node: Json | undefined): ObservationType | undefined {
  if (typeof node !== 'string' || node === '') return undefined;
  const type = node.slice(node.lastIndexOf('.') + 1).toLowerCase();
  return BY_NODE.find(([pattern]) => pattern.test(type))?.[1] ?? 'span';
}

function byAttribute(attributes: Attributes): ObservationType | undefined {
  for (const [key, type] of BY_ATTRIBUTE) if (attributes.has(key)) return type;
  return undefined;
}

// A service has a few hundred span names. If names contain ids, the cache fills up and is cleared.
const KNOWN_NAMES = 4_096;
const known = new Map<string, ObservationType>();

function byName(name: string): ObservationType {
  const before = known.get(name);
  if (before !== undefined) return before;
  const lower = name.slice(0, 256).toLowerCase();
  const type = BY_NAME.find(([pattern]) => pattern.test(lower))?.[1] ?? 'span';
  if (name.length <= 256) {
    if (known.size >= KNOWN_NAMES) known.clear();
    known.set(name, type);
  }
  return type;
}
