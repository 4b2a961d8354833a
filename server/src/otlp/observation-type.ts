// The type of a span that is no call: from its attributes where they tell, else from its name.
import type { ObservationType } from '#records';
import { operationKind } from '#semconv';
import type { Reading } from './reading.ts';
import type { Attributes, Span } from './span.ts';

const BY_ATTRIBUTE: readonly (readonly [string, ObservationType])[] = [
  ['db.system.name', 'db'],
  ['db.system', 'db'],
  ['messaging.system', 'messaging'],
  ['mcp.method.name', 'tool'],
  ['http.request.method', 'http'],
  ['http.method', 'http'],
  ['http.route', 'http'],
  ['rpc.system', 'function'],
  ['faas.trigger', 'function'],
  ['faas.name', 'function'],
];

// In this order: `POST /agent/answer` is http before it is an agent, `execute_tool search` a tool before a retriever.
const BY_NAME: readonly (readonly [RegExp, ObservationType])[] = [
  [/^(get|post|put|patch|delete|head|options)( |$)/, 'http'],
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

export function observationType(span: Span, reading: Reading): ObservationType {
  const operation = reading.text.operation;
  const kind =
    reading.kind ??
    (operation === undefined ? undefined : operationKind(operation)) ??
    reading.weakKind ??
    byAttribute(span.attributes);
  // There is no type for a model call that is not counted as one: it is a span like others.
  return kind === undefined ? byName(span.name) : kind === 'llm' ? 'span' : kind;
}

function byAttribute(attributes: Attributes): ObservationType | undefined {
  for (const [key, type] of BY_ATTRIBUTE) if (attributes.has(key)) return type;
  return undefined;
}

// A service has a few hundred names of spans; ids in names make them endless, then it starts over.
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
