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
  readonly #calls = new Map<string, Span>();
  readonly #answers: { span: Span; key: string }[] = [];

  add(record: LogRecord): void {
    const event = eventOf(record);
    if (!event) {
      this.#found.other += 1;
      return;
    }
    const { agent, name, kind, session, prompt } = event;
    const span = kind === null ? null : spanOf(record, event, kind, this.#idsOf(event));
    if (span === null || kind === 'request') {
      this.#found.passed += 1;
      this.#found.example ||= agent.prefix + name;
      if (span) this.#requests.set(`${session} ${prompt}`, span);
      return;
    }
    const request = firstText(record.attributes, ['request_id']);
    const key = request === '' ? '' : `${session} ${request}`;
    if (kind === 'answer' && key !== '') this.#answers.push({ span, key });
    else this.#found.spans.push(span);
    if (kind !== 'call') return;
    if (key !== '') this.#calls.set(key, span);
    joinRequest(this.#requests.get(`${session} ${prompt}`), span);
    this.#requests.delete(`${session} ${prompt}`);
  }

  /** Most events of an export have the same prompt. */
  #idsOf(event: AgentEvent): PromptIds {
    const key = `${event.agent.prefix}${event.session} ${event.prompt}`;
    return this.#prompts.getOrInsertComputed(key, () => promptIds(event));
  }

  finish(): AgentSpans {
    for (const { span, key } of this.#answers) {
      if (!joinAnswer(this.#calls.get(key), span)) this.#found.spans.push(span);
    }
    return this.#found;
  }
}

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
