// The record of a run: a call like one that an instrumented client sends.
import { usd } from '#lib/money';
import type { CallRecord, Json, JsonObject, TokenUsage } from '#records';
import { cutMiddle } from '#services/conversation';
import type {
  ModelChatMessage,
  ChatOrder,
  ChatToolCall,
  ModelEvent,
  ModelFault,
  ModelSource,
} from '#services/models';

export interface PlayedRun {
  runId: string;
  tags: Record<string, string>;
  startedAt: number;
  provider: string;
  model: string;
  gateway: string | undefined;
  promptId: number | null;
  order: ChatOrder;
  text: string;
  toolCalls: ChatToolCall[];
  tokens: TokenUsage | null;
  costMicros: number;
  priceKnown: boolean;
  latencyMs: number;
  ttftMs: number | null;
  finish: string | null;
  fault: ModelFault | null;
}

const NO_TOKENS: TokenUsage = {
  uncachedInput: 0,
  cacheRead: 0,
  cacheWrite: 0,
  outputText: 0,
  reasoning: 0,
  audio: 0,
};

type Begun = Pick<PlayedRun, 'runId' | 'tags' | 'startedAt' | 'promptId' | 'order'>;

export const beginRun = ({ priced: { provider, model, gateway } }: ModelSource, begun: Begun): PlayedRun => ({
  ...begun,
  provider,
  model,
  gateway,
  text: '',
  toolCalls: [],
  tokens: null,
  costMicros: 0,
  priceKnown: true,
  latencyMs: 0,
  ttftMs: null,
  finish: null,
  fault: null,
});

/** Adds an event of the model. `elapsedMs` counts from the request. */
export function noteEvent(run: PlayedRun, event: ModelEvent, elapsedMs: number): void {
  run.latencyMs = elapsedMs;
  switch (event.type) {
    case 'text':
      run.ttftMs ??= elapsedMs;
      run.text += event.text;
      return;
    case 'reasoning':
      run.ttftMs ??= elapsedMs;
      return;
    case 'tool_call': {
      run.ttftMs ??= elapsedMs;
      const { type: _type, ...call } = event;
      run.toolCalls.push(call);
      return;
    }
    case 'usage':
      run.tokens = event.tokens;
      run.costMicros += event.costMicros;
      run.priceKnown = event.priceKnown;
      return;
    case 'done':
      run.finish = event.finish;
      return;
    default:
      run.fault = event.fault;
  }
}

export function playedCall(run: PlayedRun): CallRecord {
  const usage = run.tokens ?? NO_TOKENS;
  const { inputTokens, outputTokens } = tokenSums(usage);
  const { order, fault } = run;
  const { stopSequences: _texts, ...numbers } = order.settings ?? {};
  const cut = cutTo(order.messages);
  const requestMeta: JsonObject = {
    operation: 'chat',
    stream: true,
    input: order.messages.map((message) => storedMessage(message, cut)),
    output: cutMiddle(run.text, MAX_CHARS),
    ...(cut < MAX_CHARS || run.text.length > MAX_CHARS ? { contentTruncated: true } : {}),
    ...numbers,
    ...(run.finish === null ? {} : { finishReasons: [run.finish] }),
    ...(run.ttftMs === null ? {} : { ttftMs: run.ttftMs }),
    ...(run.gateway === undefined ? {} : { gateway: run.gateway }),
    ...(run.promptId === null ? {} : { promptId: run.promptId }),
    ...(order.tools ? { tools: order.tools as unknown as Json } : {}),
    ...(order.outputSchema ? { outputSchema: order.outputSchema as Json } : {}),
  };
  return {
    kind: 'call',
    id: run.runId,
    provider: run.provider,
    model: run.model,
    timestampMs: run.startedAt,
    promptTokens: inputTokens,
    completionTokens: outputTokens,
    totalTokens: inputTokens + outputTokens,
    // Without a known price, the call is priced when one is set.
    costUsd: run.priceKnown ? usd(run.costMicros) : null,
    latencyMs: run.latencyMs,
    tags: run.tags,
    error: fault && fault.reason,
    errorDetails: fault && { message: fault.said.message, detail: fault.detail, status: fault.status },
    traceId: run.runId,
    spanId: null,
    parentSpanId: null,
    sessionId: null,
    toolCalls: run.toolCalls.length === 0 ? null : (run.toolCalls as unknown as Json),
    piiRedacted: false,
    redactionMetadata: null,
    requestMeta,
    usage,
  };
}

/** The answer as text. Each tool call is one line. */
export const playedOutput = ({ text, toolCalls }: Pick<PlayedRun, 'text' | 'toolCalls'>): string =>
  [text, ...toolCalls.map(({ name, arguments: given }) => `${name}(${JSON.stringify(given) ?? ''})`)]
    .filter((line) => line !== '')
    .join('\n');

/** A call in the form that evaluators score: tool calls are lines of its output. */
export function scoredCall(call: CallRecord): CallRecord {
  const toolCalls = Array.isArray(call.toolCalls) ? (call.toolCalls as unknown as ChatToolCall[]) : [];
  if (toolCalls.length === 0) return call;
  const text = call.requestMeta?.['output'];
  const output = playedOutput({ text: typeof text === 'string' ? text : '', toolCalls });
  return { ...call, requestMeta: { ...call.requestMeta, output } };
}

export const tokenSums = (usage: TokenUsage) => ({
  inputTokens: usage.uncachedInput + usage.cacheRead + usage.cacheWrite,
  outputTokens: usage.outputText + usage.reasoning,
});

/** The limit of all messages together, and of the answer: the same as for ingested calls. */
const MAX_CHARS = 128 * 1024;

const charsOf = ({ content }: ModelChatMessage): number =>
  typeof content === 'string'
    ? content.length
    : content.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0);

/** How long each message may be. Short ones leave their share to long ones. */
function cutTo(messages: readonly ModelChatMessage[]): number {
  const lengths = messages.map(charsOf).toSorted((a, b) => a - b);
  let left = MAX_CHARS;
  for (const [at, length] of lengths.entries()) {
    const share = Math.floor(left / (lengths.length - at));
    if (length > share) return share;
    left -= length;
  }
  return MAX_CHARS;
}

/** In the form of chat completions, which everything that shows a call can read. */
function storedMessage(
  { role, content, toolCalls = [], toolCallId }: ModelChatMessage,
  maxChars: number,
): JsonObject {
  return {
    role,
    content:
      typeof content === 'string'
        ? cutMiddle(content, maxChars)
        : content.map((part) =>
            part.type === 'text'
              ? { ...part, text: cutMiddle(part.text, maxChars) }
              : part.type === 'image'
                ? { type: 'image_url', image_url: { url: part.image } }
                : part.type === 'media'
                  ? part
                  : { type: 'file', mediaType: part.mediaType, data: part.data.toString('base64') },
          ),
    ...(toolCalls.length === 0
      ? {}
      : {
          tool_calls: toolCalls.map((call) => ({
            id: call.id,
            type: 'function',
            function: { name: call.name, arguments: JSON.stringify(call.arguments) ?? '' },
          })),
        }),
    ...(toolCallId === undefined ? {} : { tool_call_id: toolCallId }),
  };
}
