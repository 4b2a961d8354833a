// Turns the log events of coding agents into spans.
import { AGENTS } from '#semconv';
import type { Span } from '../span.ts';
import { type AgentEvent, eventOf, firstText } from './agent-event.ts';
import { type EventSpan, OUTPUT, promptIds, type PromptIds, spanOf } from './event-span.ts';
import type { LogRecord } from './log-record.ts';

export interface AgentSpans {
  spans: Span[];
  /** Log records of coding agents that have nothing to store. */
  passed: number;
  /** The name of one of them. */
  example: string;
  /** All other log records. */
  other: number;
}

/**
 * Whether a body can have events of a coding agent. Most exports of logs have none and need not be decoded.
 */
export const mayHaveAgentEvents = (body: Buffer): boolean =>
  AGENTS.some(({ prefix }) => body.indexOf(prefix) >= 0);

/** Takes the log records of one export, one by one, so that a large export can pause. */
export class AgentEventReader {
  readonly #found: AgentSpans = { spans: [], passed: 0, example: '', other: 0 };
  readonly #prompts = new Map<string, PromptIds>();
  readonly #requests = new Map<string, Span>();
  readonly #calls: OfRequest[] = [];
  readonly #answers: OfRequest[] = [];
  #latest: { event: AgentEvent; ids: PromptIds } | null = null;

  add(record: LogRecord): void {
    const event = eventOf(record);
    if (!event) {
      this.#found.other += 1;
      return;
    }
    const { kind, session, prompt } = event;
    const span = kind === null ? null : spanOf(record, event, kind, this.#idsOf(event));
    if (span === null || kind === 'request') {
      this.#found.passed += 1;
      this.#found.example ||= event.fullName;
      if (span) this.#requests.set(`${session} ${prompt}`, span);
      return;
    }
    const request = firstText(record.attributes, REQUEST_ID);
    if (kind === 'answer' && request !== '') this.#answers.push({ span, session, request });
    else this.#found.spans.push(span);
    if (kind !== 'call') return;
    if (request !== '') this.#calls.push({ span, session, request });
    if (this.#requests.size === 0) return;
    joinRequest(this.#requests.get(`${session} ${prompt}`), span);
    this.#requests.delete(`${session} ${prompt}`);
  }

  /** Most events of an export have the same prompt. */
  #idsOf(event: AgentEvent): PromptIds {
    const latest = this.#latest;
    if (latest && isSamePrompt(latest.event, event)) return latest.ids;
    const key = `${event.agent.prefix}${event.session} ${event.prompt}`;
    const ids = this.#prompts.getOrInsertComputed(key, () => promptIds(event));
    this.#latest = { event, ids };
    return ids;
  }

  finish(): AgentSpans {
    if (this.#answers.length === 0) return this.#found;
    const calls = new Map(this.#calls.map((call) => [keyOf(call), call.span]));
    for (const answer of this.#answers) {
      if (!joinAnswer(calls.get(keyOf(answer)), answer.span)) this.#found.spans.push(answer.span);
    }
    return this.#found;
  }
}

/** The span of an event that names the request to the model. */
interface OfRequest {
  span: Span;
  session: string;
  request: string;
}

const REQUEST_ID = ['request_id'] as const;

const keyOf = ({ session, request }: OfRequest): string => `${session} ${request}`;

const isSamePrompt = (one: AgentEvent, other: AgentEvent): boolean =>
  one.agent === other.agent && one.session === other.session && one.prompt === other.prompt;

const INPUT = 'gen_ai.input.messages';

/** The text of a call's answer, if both arrive together. Otherwise the answer is an observation. */
function joinAnswer(call: Span | undefined, answer: Span): boolean {
  const text = answer.attributes.get(OUTPUT);
  if (!call || text === undefined || call.attributes.has(OUTPUT)) return false;
  call.attributes.set(OUTPUT, text);
  return true;
}

/** The input of a call, if both arrive together; also its start time, if the event at its end lacks it. */
function joinRequest(request: Span | undefined, call: EventSpan): void {
  if (!request) return;
  const input = request.attributes.get(INPUT);
  if (input !== undefined && !call.attributes.has(INPUT)) call.attributes.set(INPUT, input);
  if (call.hasDuration || request.startMs === 0 || request.startMs > call.endMs) return;
  call.startMs = request.startMs;
  call.durationMs = call.endMs - request.startMs;
}
