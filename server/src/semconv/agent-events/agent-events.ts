// The log events by which coding agents report their work: one table per agent. `otlp/logs` turns the events
// that are listed into spans; all other log records are not stored.
import type { Json } from '#records/record';

/**
 * `request`: the beginning of a call, which is not stored. `call`: its end. `answer`: the text that a call
 * returned. `decision`: whether a tool may run.
 */
export type AgentEventKind = 'request' | 'call' | 'tool' | 'prompt' | 'answer' | 'decision' | 'step';

export type EventValues = ReadonlyMap<string, Json>;

export interface AgentEventMeaning {
  /** Null if the event has nothing to store. */
  kind: AgentEventKind | ((values: EventValues) => AgentEventKind | null);
  /** Attributes that distinguish the event from others of the same time in its session. */
  id: readonly string[];
  /** Whether every such event is a failure. */
  failed?: true;
}

export interface AgentEvents {
  /** The beginning of the full names of the events. */
  prefix: string;
  /** The instrumentation scope; its dialect and its way to count tokens apply. */
  scope: string;
  /** Undefined if the model determines it. */
  provider: string | undefined;
  session: readonly string[];
  /**
   * Attributes with the id of the user's prompt, of which the event is a consequence. None if the agent sends
   * no such id.
   */
  prompt: readonly string[];
  /**
   * Whether the trace and span ids of its log records lead to its spans. Other agents set them on some
   * records only, which would tear a prompt into several traces.
   */
  sharesTraces?: true;
  /**
   * For an agent whose spans and log records have no id in common: the counts that show that both belong to
   * one call.
   */
  twin?: { session: boolean; counts: readonly string[] };
  user: readonly string[];
  error: readonly string[];
  /** Attribute → its name in the conventions, or null to drop it. */
  rename: Readonly<Record<string, string | null>>;
  /** Added to the input tokens. */
  moreInput?: string;
  events: Readonly<Record<string, AgentEventMeaning>>;
}

/** The attribute with the kind of an event, as spans have it. */
export const EVENT_KIND = 'tracewell.event.kind';

export const has =
  (...keys: string[]) =>
  (values: EventValues): boolean =>
    keys.some((key) => {
      const value = values.get(key);
      return value !== undefined && value !== null && value !== '';
    });
