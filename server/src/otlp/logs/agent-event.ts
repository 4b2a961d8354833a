// Which event of which coding agent a log record is.
import type { Json } from '#records';
import { type AgentEventKind, type AgentEventMeaning, type AgentEvents, AGENTS } from '#semconv';
import type { Attributes } from '../span.ts';
import type { LogRecord } from './log-record.ts';

interface NamedEvent {
  agent: AgentEvents;
  name: string;
  /** With the agent's prefix. */
  fullName: string;
  meaning: AgentEventMeaning | undefined;
}

export interface AgentEvent extends NamedEvent {
  kind: AgentEventKind | null;
  session: string;
  /** '' if the agent does not send it. */
  prompt: string;
}

export function eventOf(record: LogRecord): AgentEvent | null {
  const named = nameOf(record);
  if (!named) return null;
  const { agent, name, fullName, meaning } = named;
  const { attributes } = record;
  const kind = typeof meaning?.kind === 'function' ? meaning.kind(attributes) : (meaning?.kind ?? null);
  const session = firstText(attributes, agent.session);
  return { agent, name, fullName, meaning, kind, session, prompt: firstText(attributes, agent.prompt) };
}

/** By the full name, wherever it is, else by the scope. */
function nameOf({ attributes, eventName, body, scope }: LogRecord): NamedEvent | null {
  const named = attributes.get('event.name');
  const found = byFullName(named) ?? byFullName(eventName) ?? byFullName(body);
  if (found) return found;
  const agent = AGENTS.find((each) => scope.name.startsWith(each.scope));
  return agent && typeof named === 'string' ? eventNamed(agent, named) : null;
}

function eventNamed(agent: AgentEvents, name: string): NamedEvent {
  const meaning = Object.hasOwn(agent.events, name) ? agent.events[name] : undefined;
  return { agent, name, fullName: agent.prefix + name, meaning };
}

/** The events that are listed. */
const KNOWN: ReadonlyMap<string, NamedEvent> = new Map(
  AGENTS.flatMap((agent) => Object.keys(agent.events).map((name) => eventNamed(agent, name))).map((event) => [
    event.fullName,
    event,
  ]),
);

const LONGEST_KNOWN = 128;

function byFullName(text: Json | undefined): NamedEvent | null {
  if (typeof text !== 'string') return null;
  const known = text.length > LONGEST_KNOWN ? undefined : KNOWN.get(text);
  if (known) return known;
  for (const agent of AGENTS)
    if (text.startsWith(agent.prefix)) return eventNamed(agent, text.slice(agent.prefix.length));
  return null;
}

export function firstText(attributes: Attributes, keys: readonly string[]): string {
  for (const key of keys) {
    const value = attributes.get(key);
    if (typeof value === 'string' && value !== '') return value;
  }
  return '';
}
