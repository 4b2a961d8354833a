// Streams one answer of a model as events of one form for all vendors. It reserves the budget before the
// request, records the cost after it, and does not retry: a person is watching, and can retry.
import type { TokenUsage } from '#records';
import type { LlmContext } from './ask.ts';
import { BudgetExhausted } from './budget/exhausted.ts';
import { outcomeOfError, type ModelOutcome } from './call-model.ts';
import { billedTexts, hasImages, sdkMessages, sdkTools, type ChatOrder, type ChatToolCall } from './chat.ts';
import { modelFaultOf, withImagesRefused, type ModelFault } from './fault.ts';
import { modelUsageOf, pricing, type Pricing } from './price.ts';
import { throttleOf } from './provider-throttle.ts';
import { sdkFor, type Sdk } from './sdk.ts';
import { say } from './sentences.ts';
import type { ModelSource } from './source.ts';
import { hold } from './spending.ts';

type StreamFinish = 'stop' | 'length' | 'tool_calls' | 'refused' | 'other';

export type ModelEvent =
  | { type: 'text' | 'reasoning'; text: string }
  | ({ type: 'tool_call' } & ChatToolCall)
  /** The cost. It comes before the last event, also after a failure. */
  | { type: 'usage'; tokens: TokenUsage | null; costMicros: number; priceKnown: boolean }
  | { type: 'done'; finish: StreamFinish }
  | { type: 'error'; fault: ModelFault };

interface StreamOptions {
  purpose: string;
  signal: AbortSignal;
}

/** If a request does not set one. Vendors need a limit, and so does the budget. */
const USUAL_OUTPUT_TOKENS = 4_096;
/** More than any model writes at once. */
const MAX_WRITTEN = 4 * 1_048_576;

/** The limit of the answer's length. */
export const outputTokensOf = ({ settings }: Pick<ChatOrder, 'settings'>): number =>
  settings?.maxOutputTokens ?? USUAL_OUTPUT_TOKENS;

export async function* streamModel(
  ctx: LlmContext,
  source: ModelSource,
  order: ChatOrder,
  { purpose, signal }: StreamOptions,
): AsyncGenerator<ModelEvent, void> {
  const { config, priced, purse } = source;
  const prices = pricing(priced, ctx.clock.now());
  const texts = billedTexts(order);
  const max = prices.max(texts, outputTokensOf(order));
  if (!max.known && purse.needsPrice) {
    yield { type: 'error', fault: unpriced(source) };
    return;
  }
  const throttle = throttleOf(ctx, config);
  const release = await throttle.take(ctx.account.id, signal);
  if (!release) {
    yield cancelled(source);
    return;
  }
  try {
    const held = await hold(ctx, max.micros, purpose, signal, purse);
    if (held instanceof BudgetExhausted) {
      yield signal.aborted ? cancelled(source) : { type: 'error', fault: broke(held) };
      return;
    }
    const answer = new Arriving(texts, prices);
    try {
      yield* answer.events(ctx, source, order, signal);
    } finally {
      await held.settle(answer.micros);
    }
    if (answer.outcome.kind === 'limited') throttle.close(answer.outcome.askedMs);
    yield { type: 'usage', tokens: answer.tokens, costMicros: answer.micros, priceKnown: max.known };
    const { outcome } = answer;
    if (outcome.kind === 'answer') {
      yield { type: 'done', finish: answer.finish };
      return;
    }
    const fault = modelFaultOf(outcome, config);
    const isAboutImages = outcome.kind === 'rejected' && hasImages(order);
    yield { type: 'error', fault: isAboutImages ? withImagesRefused(fault, outcome.note) : fault };
  } finally {
    release();
  }
}

/** The estimated cost of a stream so far; null if the price is not known. */
export function likelyCostMicros(source: ModelSource, order: ChatOrder, written: string, atMs: number) {
  const { micros, known } = pricing(source.priced, atMs).likely(billedTexts(order), written);
  return known ? micros : null;
}

const ANSWERED = { kind: 'answer', text: '', finish: 'stop', usage: null } as const;

const endedEarly: ModelOutcome = {
  kind: 'failing',
  status: undefined,
  askedMs: null,
  note: 'The answer ended before it was complete.',
};
const tooLong: ModelOutcome = { ...endedEarly, note: 'The answer is too long.' };

/** The part of an answer that has arrived, and its cost. */
class Arriving {
  tokens: TokenUsage | null = null;
  finish: StreamFinish = 'other';
  outcome: ModelOutcome = endedEarly;
  #written = '';
  readonly #texts: readonly string[];
  readonly #prices: Pricing;

  constructor(texts: readonly string[], prices: Pricing) {
    this.#texts = texts;
    this.#prices = prices;
  }

  get micros(): number {
    const { outcome } = this;
    if (this.tokens) return this.#prices.of(this.tokens).micros;
    if (outcome.kind === 'limited' || outcome.kind === 'rejected') return 0;
    if (outcome.kind === 'unreachable' && !outcome.sent) return 0;
    if (outcome.kind === 'failing' && this.#written === '' && outcome.status !== undefined) return 0;
    return this.#prices.likely(this.#texts, this.#written).micros;
  }

  async *events(
    ctx: LlmContext,
    { config }: ModelSource,
    order: ChatOrder,
    signal: AbortSignal,
  ): AsyncGenerator<ModelEvent, void> {
    const sdk = await sdkFor(ctx, config);
    const late = AbortSignal.timeout(config.timeoutMs);
    // Aborted at the end: if the reader disconnects, the request must not continue.
    const over = new AbortController();
    const result = sdk.streamText({
      model: sdk.model,
      ...requestOf(sdk, order),
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, late, over.signal]),
      // Errors arrive in the stream; the default writes them to the console.
      onError: () => {},
    });
    try {
      for await (const part of result.stream) {
        if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
          this.#written += part.text;
          if (this.#written.length > MAX_WRITTEN) {
            this.outcome = tooLong;
            return;
          }
          yield { type: part.type === 'text-delta' ? 'text' : 'reasoning', text: part.text };
        } else if (part.type === 'tool-call') {
          this.#written += JSON.stringify(part.input) ?? '';
          yield { type: 'tool_call', id: part.toolCallId, name: part.toolName, arguments: part.input };
        } else if (part.type === 'finish') {
          this.tokens = modelUsageOf(part.totalUsage);
          this.finish = FINISHES[part.finishReason] ?? 'other';
          // A stream that ends early has no finish reason of its vendor.
          const isWhole = this.finish !== 'other' || part.rawFinishReason !== undefined;
          if (this.outcome === endedEarly && isWhole) this.outcome = ANSWERED;
        } else if (part.type === 'error') {
          this.outcome = this.#failed(sdk, part.error, signal, late, config);
        } else if (part.type === 'abort') {
          this.outcome = late.aborted && !signal.aborted ? { kind: 'timeout' } : { kind: 'cancelled' };
        }
      }
    } catch (error) {
      this.outcome = this.#failed(sdk, error, signal, late, config);
    } finally {
      over.abort();
    }
  }

  #failed(
    sdk: Sdk,
    error: unknown,
    signal: AbortSignal,
    late: AbortSignal,
    config: ModelSource['config'],
  ): ModelOutcome {
    if (signal.aborted) return { kind: 'cancelled' };
    return late.aborted ? { kind: 'timeout' } : outcomeOfError(sdk, error, config);
  }
}

const FINISHES: Readonly<Record<string, StreamFinish>> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool_calls',
  'content-filter': 'refused',
};

function requestOf(sdk: Sdk, { messages, tools = [], toolChoice, outputSchema, settings = {} }: ChatOrder) {
  return {
    messages: sdkMessages(messages),
    // The position of system messages matters when prompts are compared.
    allowSystemInMessages: true,
    ...(tools.length === 0 ? {} : { tools: sdkTools(sdk, tools), ...(toolChoice ? { toolChoice } : {}) }),
    ...(outputSchema
      ? { output: sdk.Output.object({ schema: sdk.jsonSchema(outputSchema), name: 'answer' }) }
      : {}),
    maxOutputTokens: USUAL_OUTPUT_TOKENS,
    ...settings,
  };
}

const cancelled = ({ config }: ModelSource): ModelEvent => ({
  type: 'error',
  fault: modelFaultOf({ kind: 'cancelled' }, config),
});

const ownFault = (
  reason: ModelFault['reason'],
  said: ModelFault['said'],
  retryAfterSeconds: number | null,
): ModelFault => ({
  reason,
  said,
  status: null,
  detail: null,
  retryAfterSeconds,
});

const broke = ({ said, retryAfterSeconds }: BudgetExhausted): ModelFault =>
  ownFault('budget_exhausted', said, retryAfterSeconds ?? null);

const unpriced = ({ priced, connection }: ModelSource): ModelFault => {
  const values = { model: priced.model, name: connection ?? '' };
  return ownFault('no_price', say('connection_without_price', values), null);
};
