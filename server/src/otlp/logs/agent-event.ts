// Which event of which coding agent a log record is.
import { type AgentEventKind, type AgentEventMeaning, type AgentEvents, AGENTS } from '#semconv';
import type { Attributes } from '../span.ts';
import type { LogRecord } from './log-record.ts';

export interface AgentEvent {
  agent: AgentEvents;
  name: string;
  meaning: AgentEventMeaning | undefined;
  kind: AgentEventKind | null;
  session: string;
  /** '' if the agent does not send it. */
  prompt: string;
}

export function eventOf(record: LogRecord): AgentEvent | null {
  const named = nameOf(record);
  if (!named) return null;
  const [agent, name] = named;
  const { attributes } = record;
  const meaning = Object.hasOwn(agent.events, name) ? agent.events[name] : undefined;
  const kind = typeof meaning?.kind === 'function' ? meaning.kind(attributes) : (meaning?.kind ?? null);
  const session = firstText(attributes, agent.session);
  return { agent, name, meaning, kind, session, prompt: firstText(attributes, agent.prompt) };
}

/** By the full name, wherever it is, else by the scope. */
function nameOf({ attributes, eventName, body, scope }: LogRecord): [AgentEvents, string] | null {
  const named = attributes.get('event.name');
  for (const text of [named, eventName, body]) {
    if (typeof text !== 'string') continue;
    const agent = AGENTS.find(({ prefix }) => text.startsWith(prefix));
    if (agent) return [agent, text.slice(agent.prefix.length)];
  }
  const agent = AGENTS.find((each) => scope.name.startsWith(each.scope));
  return agent && typeof named === 'string' ? [agent, named] : null;
}

export function firstText(attributes: Attributes, keys: readonly string[]): string {
  for (const key of keys) {
    const value = attributes.get(key);
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}
