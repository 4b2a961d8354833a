// What each of some calls adds to the conversation of its run or session. Only the contents that this takes are opened: a call
// repeats the messages of one call shortly before it.
import { conversationOf, type Conversation, type Message } from '@tracewell/sdk/reading';
import { DAY_MS } from '#lib/clock';
import type { Content } from '#core/content/content';
import type { Context } from '#core/context';
import { selectCalls, type CallFilter, type CallRef } from '#records';
import { ConversationSoFar, hasHistory, marksOf, type ConversationMarks } from '#services/conversation';
import { readContents, scopeOf } from '#services/record-access';
import type { ConversationStep } from '../schemas/steps.ts';

/** A call, as far as it says which calls are before it. */
export interface PlacedCall extends CallRef {
  traceId: string | null;
  sessionId: string | null;
  parentSpanId: string | null;
}

type Messages = Pick<ConversationStep, 'input' | 'output'>;

export const conversationOfContent = (content: Content): Conversation =>
  conversationOf({ requestMeta: content, toolCalls: content.toolCalls ?? null });

/** How far the calls of a run and of a session are looked for. Those of a longer time ago are shown as new. */
const RUN_MS = DAY_MS;
const SESSION_MS = 7 * DAY_MS;
/** Calls before one that are looked at: agents interleave, and calls without content are between them. */
const LOOKED_AT = 100;
/** Of these, contents that are opened: first a few, then the others if none of the few is continued. */
const OPENED = [4, 20] as const;
/** How often one answer looks back. Its calls mostly continue each other. */
const MOST_LOOKS = 6;

export class StepReader {
  readonly #ctx: Context;
  readonly #soFar = new ConversationSoFar();
  readonly #opened = new Set<string>();
  #looks = 0;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  /** Calls have to be read in the order of time. */
  async read(call: PlacedCall, conversation: Conversation): Promise<Messages> {
    if (hasHistory(conversation) && !this.#soFar.continues(conversation))
      await this.#lookBack(call, conversation);
    this.#opened.add(call.id);
    const names = toolNames(conversation);
    const input = this.#soFar.add(conversation).map(({ at, count, messages }) => ({
      at,
      count,
      messages: messages && messages.map((message) => withToolNames(message, names)),
    }));
    return { input, output: conversation.output };
  }

  async #lookBack(call: PlacedCall, conversation: Conversation): Promise<void> {
    const { traceId, sessionId } = call;
    const groups: CallFilter[] = [
      ...(traceId === null ? [] : [{ traceId, startMs: call.timestampMs - RUN_MS }]),
      ...(sessionId === null ? [] : [{ sessionId, startMs: call.timestampMs - SESSION_MS }]),
    ];
    for (const group of groups) {
      if (this.#looks === MOST_LOOKS) return;
      this.#looks += 1;
      const before = await this.#callsBefore(call, group);
      for (const most of OPENED) {
        await this.#remember(before.splice(0, most));
        if (this.#soFar.continues(conversation)) return;
      }
    }
  }

  /** Nearest first, those of the same parent before all others. */
  async #callsBefore({ parentSpanId, id, timestampMs }: PlacedCall, group: CallFilter): Promise<CallRef[]> {
    const found = await this.#ctx.records.ask(
      scopeOf(this.#ctx),
      selectCalls(
        { ...group, includeEvalRuns: true },
        {
          order: { by: 'timestamp', descending: true },
          after: { value: timestampMs, timestampMs, id },
          limit: LOOKED_AT,
        },
      ),
    );
    const calls = found
      .filter(({ call, hasContent }) => hasContent && !this.#opened.has(call.id))
      .map(({ call }) => call);
    const isNear = (call: (typeof calls)[number]): boolean => call.parentSpanId === parentSpanId;
    return [...calls.filter(isNear), ...calls.filter((call) => !isNear(call))];
  }

  async #remember(calls: readonly CallRef[]): Promise<void> {
    const marks = await readContents<ConversationMarks>(
      this.#ctx,
      calls.map((ref) => ({ ref, hasContent: true })),
      (content) => marksOf(conversationOfContent(content)),
    );
    for (const { id } of calls.toSorted((left, right) => left.timestampMs - right.timestampMs)) {
      this.#opened.add(id);
      const said = marks.get(id);
      if (said) this.#soFar.remember(said);
    }
  }
}

/** Results that are sent with the id of the tool call only. */
function toolNames({ input }: Conversation): Map<string, string> {
  const names = new Map<string, string>();
  for (const part of input.flatMap(({ parts }) => parts))
    if (part.kind === 'toolCall' && part.id !== null && part.name !== null) names.set(part.id, part.name);
  return names;
}

const withToolNames = ({ role, parts }: Message, names: ReadonlyMap<string, string>): Message => ({
  role,
  parts: parts.map((part) =>
    part.kind === 'toolResult' && part.name === null && part.id !== null
      ? { ...part, name: names.get(part.id) ?? null }
      : part,
  ),
});
