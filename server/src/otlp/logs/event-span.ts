// The span that a log event of a coding agent becomes. No state is kept between requests: ids are hashes of
// what identifies an event, so an event that is sent again has the same id, and events of later requests find
// their parent.
import { hash } from 'node:crypto';
import { isObject } from '#lib/is-object';
import type { Json, JsonObject } from '#records';
import { type AgentEventKind, type AgentEvents, AGENTS, EVENT_KIND } from '#semconv';
import { parsed } from '../json-text.ts';
import { vendorOfModel } from '../provider/model-vendor.ts';
import { asNumber } from '../span-fields.ts';
import type { Attributes, InstrumentationScope, Span } from '../span.ts';
import { type AgentEvent, firstText } from './agent-event.ts';
import type { LogRecord } from './log-record.ts';
import { logSpanId, twinId } from './twin-id.ts';

export const OUTPUT = 'gen_ai.output.messages';

export interface EventSpan extends Span {
  /** Whether the event has its duration; otherwise it is a lower bound. */
  hasDuration: boolean;
}

/** The trace of a prompt, and the span that all its events are under. */
export interface PromptIds {
  trace: string;
  root: string;
}

export const promptIds = ({ agent, session, prompt }: AgentEvent): PromptIds => ({
  trace: hexOf([agent.prefix, session, prompt, 'trace'], 32),
  root: logSpanId(hexOf([agent.prefix, session, prompt, 'prompt'], 16)),
});

export function spanOf(
  record: LogRecord,
  event: AgentEvent,
  kind: AgentEventKind,
  ids: PromptIds,
): EventSpan {
  const { attributes: given, resource } = record;
  const { agent, name, meaning, session, prompt } = event;
  const endMs = timeOf(record);
  const duration = asNumber(given.get('duration_ms'));
  // The time to the first token is a lower bound.
  const durationMs = duration ?? asNumber(given.get('ttft_ms')) ?? 0;
  const error = errorOf(given, event, kind);
  const isRoot = kind === 'prompt' && prompt !== '';
  const distinct: Json[] = [agent.prefix, session, prompt, name, endMs];
  if (meaning) for (const key of meaning.id) distinct.push(given.get(key) ?? null);
  const own = logSpanId(hexOf(distinct, 16));
  const sharesTrace = agent.sharesTraces === true && record.traceId !== '';
  return {
    traceId: sharesTrace ? record.traceId : session + prompt === '' ? hexOf([own], 32) : ids.trace,
    spanId: isRoot ? ids.root : own,
    parentSpanId: sharesTrace ? record.spanId : isRoot || prompt === '' ? '' : ids.root,
    name: spanName(kind, name, given),
    kind: kind === 'call' ? 3 : 1,
    startMs: endMs === 0 ? 0 : Math.max(0, Math.round(endMs - durationMs)),
    endMs,
    durationMs,
    hasDuration: duration !== undefined,
    attributes: attributesOf(record, event, kind),
    events: [],
    statusCode: error === null ? 0 : 2,
    statusMessage: error ?? '',
    resource,
    scope: scopeOf(record.scope, agent),
  };
}

const OPERATIONS: Readonly<Partial<Record<AgentEventKind, string>>> = {
  call: 'chat',
  tool: 'execute_tool',
  prompt: 'invoke_agent',
};

function attributesOf(
  { attributes: given }: LogRecord,
  { agent, fullName, session }: AgentEvent,
  kind: AgentEventKind,
): Attributes {
  const attributes: Attributes = new Map();
  attributes.set(EVENT_KIND, kind);
  attributes.set('event.name', fullName);
  const operation = OPERATIONS[kind];
  if (operation !== undefined) attributes.set('gen_ai.operation.name', operation);
  if (kind === 'call') attributes.set('gen_ai.provider.name', providerOf(agent, given));
  const user = firstText(given, agent.user);
  if (user !== '') attributes.set('user.id', user);
  given.forEach((value, key) => {
    if (DROPPED.has(key)) return;
    const renamed = agent.rename[key];
    if (renamed === null || isHidden(value)) return;
    // Under its new name, a cost of 0 would be a fact. Agents report it for models without a price.
    if (renamed === 'gen_ai.usage.cost' && asNumber(value) === 0) return;
    attributes.set(renamed ?? key, value);
  });
  if (kind === 'call') addTwinId(attributes, given, agent, session);
  const output = attributes.get(OUTPUT);
  if (output !== undefined) attributes.set(OUTPUT, withoutCandidates(output));
  const ttftMs = asNumber(given.get('ttft_ms'));
  if (ttftMs !== undefined) attributes.set('gen_ai.response.time_to_first_chunk', ttftMs / 1_000);
  const more = agent.moreInput === undefined ? undefined : asNumber(given.get(agent.moreInput));
  if (more) {
    const input = asNumber(attributes.get('gen_ai.usage.input_tokens')) ?? 0;
    attributes.set('gen_ai.usage.input_tokens', input + more);
  }
  return attributes;
}

function addTwinId(
  attributes: Attributes,
  given: Attributes,
  { prefix, twin }: AgentEvents,
  session: string,
): void {
  if (!twin) return;
  const counts = twin.counts.map((key) => asNumber(given.get(key)));
  if (!twin.session && counts[0] === undefined) return;
  attributes.set('gen_ai.response.id', twinId(prefix, twin.session ? session : '', counts));
}

/** Gemini CLI sends the parts of a stream as the API returned them. One message has the same content. */
function withoutCandidates(output: Json): Json {
  const responses = parsed(output);
  if (!Array.isArray(responses)) return output;
  const contents = responses.map((response) => contentOf(response));
  if (!contents.some((content) => content !== undefined)) return output;
  const parts = contents.flatMap((content) => (Array.isArray(content?.['parts']) ? content['parts'] : []));
  return [{ role: 'assistant', parts }];
}

function contentOf(response: Json): JsonObject | undefined {
  const candidates = isObject(response) ? response['candidates'] : undefined;
  const first = Array.isArray(candidates) ? candidates[0] : undefined;
  const content = isObject(first) ? first['content'] : undefined;
  return isObject(content) ? content : undefined;
}

/** The span has them elsewhere. */
const DROPPED: ReadonlySet<string> = new Set(['event.name', 'event.timestamp', 'duration_ms', 'ttft_ms']);

/** In place of a prompt, unless the user switched its logging on. */
const isHidden = (value: Json): boolean => value === '<REDACTED>' || value === '[REDACTED]';

/** Codex does not name the provider of a request, and most of its models are OpenAI's. */
function providerOf({ provider }: AgentEvents, given: Attributes): string {
  if (provider !== undefined) return provider;
  const model = given.get('model');
  return (typeof model === 'string' ? vendorOfModel(model)?.id : undefined) ?? 'openai';
}

function spanName(kind: AgentEventKind, event: string, given: Attributes): string {
  if (kind === 'call') {
    const model = firstText(given, MODEL);
    return model === '' ? 'chat' : `chat ${model}`;
  }
  if (kind !== 'tool' && kind !== 'decision') return event;
  const tool = firstText(given, TOOL);
  if (kind === 'tool') return tool === '' ? 'execute_tool' : `execute_tool ${tool}`;
  return tool === '' ? event : `${event} ${tool}`;
}

const MODEL = ['model'] as const;
const TOOL = ['tool_name', 'function_name'] as const;

/** The end of what the event reports. */
function timeOf({ timeMs, observedMs, attributes }: LogRecord): number {
  if (timeMs > 0) return timeMs;
  const text = attributes.get('event.timestamp');
  const parsed = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(parsed) ? observedMs : Math.max(0, parsed);
}

function errorOf(given: Attributes, { agent, meaning }: AgentEvent, kind: AgentEventKind): string | null {
  const success = given.get('success');
  const message = firstText(given, agent.error);
  const hasFailed =
    meaning?.failed === true ||
    success === false ||
    success === 'false' ||
    (kind === 'call' && message !== '');
  return hasFailed ? message || 'error' : null;
}

/** One object per agent, because what is known about a scope is kept by its object. */
const SCOPES: ReadonlyMap<AgentEvents, InstrumentationScope> = new Map(
  AGENTS.map((agent) => [agent, { name: agent.scope, version: '' }]),
);

const scopeOf = (scope: InstrumentationScope, agent: AgentEvents): InstrumentationScope =>
  scope.name.startsWith(agent.scope) ? scope : (SCOPES.get(agent) ?? scope);

/** JSON, so that no two lists of parts have the same text. */
const hexOf = (parts: readonly Json[], length: 16 | 32): string =>
  hash('sha256', JSON.stringify(parts), 'hex').slice(0, length);
