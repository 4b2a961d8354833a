// Calls a model with a concurrency limit, a budget reservation and retries.
import { AppError } from '#lib/app-error';
import { backoffMs } from '#lib/backoff';
import { uncoded } from '#lib/sentences';
import type { WatchedStep } from '#lib/watch';
import type { Context } from '#core/context';
import type { TokenUsage } from '#records';
import { callModel, type Finish, type ModelOrder, type ModelOutcome } from './call-model.ts';
import { embedTexts } from './embed-texts.ts';
import { billedAs } from './model-files.ts';
import { modelFailed, failedCall, type ModelFailure, type ModelRole } from './failure.ts';
import { throttleOf, waitFor, type ProviderThrottle } from './provider-throttle.ts';
import { addUsage, NO_USAGE, pricing, type Pricing } from './price.ts';
import { BudgetExhausted } from './budget/exhausted.ts';
import { say } from './sentences.ts';
import { sourceForRole, type ModelSource } from './source.ts';
import { hold } from './spending.ts';

export type LlmContext = Pick<
  Context,
  'config' | 'clock' | 'log' | 'metadata' | 'state' | 'watch' | 'account' | 'sealer'
> &
  Partial<Pick<Context, 'project'>>;

export interface ModelAnswer {
  ok: true;
  text: string;
  finish: Finish;
}

export interface Bill {
  usage: { inputTokens: number; outputTokens: number };
  /** The same usage in buckets that do not overlap, as records store it. */
  tokens: TokenUsage;
  costMicros: number;
  /** False if no price is known for the model; `costMicros` is then 0. */
  priceKnown: boolean;
  /** Number of HTTP calls. */
  attempts: number;
  provider: string;
  model: string;
}

const MAX_ATTEMPTS = 5;
/** Each time-out costs its full time, and perhaps money. */
const MAX_TIMEOUTS = 2;
const NEVER = new AbortController().signal;

export const CALLING_MODEL: WatchedStep<ModelOutcome> = {
  kind: 'outbound',
  name: 'model',
  outcome: ({ kind }) => (kind === 'answer' ? 'ok' : kind),
};

interface PaidOrder {
  /** The text that is billed as input, perhaps even without an answer. */
  texts: readonly string[];
  /** Other text of the request. */
  added: string;
  maxOutputTokens: number;
  call: () => Promise<ModelOutcome>;
}

type FailedArguments = [cause: Parameters<typeof failedCall>[1], detail?: Parameters<typeof failedCall>[3]];

/** All calls for one question, one after the other, in one slot of the throttle. */
export class ModelExchange {
  tokens: TokenUsage = NO_USAGE;
  costMicros = 0;
  attempts = 0;
  priceKnown = true;
  readonly signal: AbortSignal;
  readonly #ctx: LlmContext;
  readonly #role: ModelRole;
  readonly #source: ModelSource;
  readonly #throttle: ProviderThrottle;
  readonly #purpose: string;
  readonly #deadline: number;
  readonly #settling: Promise<void>[] = [];

  constructor(ctx: LlmContext, role: ModelRole, source: ModelSource, purpose: string, signal: AbortSignal) {
    this.#ctx = ctx;
    this.#role = role;
    this.#source = source;
    this.#throttle = throttleOf(ctx, source.config);
    this.#purpose = purpose;
    this.signal = signal;
    this.#deadline = performance.now() + source.config.retry.patienceMs;
  }

  /** The costs that are returned with an answer. */
  get bill(): Bill {
    const { tokens, costMicros, priceKnown, attempts } = this;
    const inputTokens = tokens.uncachedInput + tokens.cacheRead + tokens.cacheWrite;
    const usage = { inputTokens, outputTokens: tokens.outputText + tokens.reasoning };
    const { provider, model } = this.#source.priced;
    return { usage, tokens, costMicros, priceKnown, attempts, provider, model };
  }

  ask(order: ModelOrder): Promise<ModelAnswer | ModelFailure> {
    const { files } = order;
    const said = [order.system ?? '', ...order.messages.map(({ content }) => content)];
    const texts = files && !files.refused ? [...said, ...billedAs(files)] : said;
    return this.#tried({
      texts,
      added: JSON.stringify(order.schema ?? ''),
      maxOutputTokens: order.maxOutputTokens,
      call: () => callModel(this.#ctx, this.#source.config, order, this.signal),
    });
  }

  /** One vector for each text, unchecked. */
  async embed(texts: readonly string[]): Promise<{ ok: true; vectors: number[][] } | ModelFailure> {
    let vectors: number[][] = [];
    const answer = await this.#tried({
      texts,
      added: '',
      maxOutputTokens: 0,
      call: async () => {
        const embedded = await embedTexts(this.#ctx, this.#source.config, texts, this.signal);
        vectors = embedded.vectors;
        return embedded.outcome;
      },
    });
    return answer.ok ? { ok: true, vectors } : answer;
  }

  async #tried(order: PaidOrder): Promise<ModelAnswer | ModelFailure> {
    const { retry } = this.#source.config;
    let timeouts = 0;
    for (let tries = 1; ;) {
      if (!(await this.#throttle.open(this.signal, this.#deadline)))
        return this.#failed(this.signal.aborted ? 'cancelled' : 'rate_limited');
      const outcome = await this.#paid(order);
      switch (outcome.kind) {
        case 'answer':
          this.#throttle.worked();
          return { ok: true, text: outcome.text, finish: outcome.finish };
        case 'no_budget':
          return outcome.failure;
        case 'cancelled':
          return this.#failed('cancelled');
        case 'rejected':
          this.#ctx.log.warn(
            { role: this.#role, status: outcome.status, note: outcome.note },
            'model rejected a request',
          );
          return this.#failed('rejected', outcome);
        case 'limited':
          this.#throttle.close(outcome.askedMs);
          continue;
        case 'not_understood':
          continue;
        case 'timeout':
          timeouts += 1;
          if (timeouts >= MAX_TIMEOUTS) return this.#failed('timeout');
          continue;
        case 'failing':
        case 'unreachable': {
          const again = backoffMs(tries, retry.firstMs, retry.capMs);
          const asked = outcome.kind === 'failing' ? (outcome.askedMs ?? 0) : 0;
          const ms = Math.max(again, asked);
          tries += 1;
          if (tries > MAX_ATTEMPTS || performance.now() + ms > this.#deadline) {
            this.#ctx.log.warn({ role: this.#role, note: outcome.note }, 'model could not be called');
            return outcome.kind === 'failing'
              ? this.#failed('failing', outcome)
              : this.#failed('unreachable');
          }
          await waitFor(ms, this.signal);
        }
      }
    }
  }

  /** Waits until the budget has recorded all costs. This needs no slot of the throttle. */
  async settled(): Promise<void> {
    await Promise.all(this.#settling);
  }

  #failed(...[cause, detail]: FailedArguments): ModelFailure {
    return failedCall(this.#role, cause, this, detail);
  }

  async #paid(order: PaidOrder): Promise<ModelOutcome | { kind: 'no_budget'; failure: ModelFailure }> {
    const { texts, added, maxOutputTokens } = order;
    const { priced, purse } = this.#source;
    const prices = pricing(priced, this.#ctx.clock.now());
    const max = prices.max([...texts, added], maxOutputTokens);
    if (!max.known) this.priceKnown = false;
    if (!max.known && purse.needsPrice) return { kind: 'no_budget', failure: this.#unpriced() };
    const held = await hold(this.#ctx, max.micros, this.#purpose, this.signal, purse);
    if (held instanceof BudgetExhausted)
      return this.signal.aborted ? { kind: 'cancelled' } : { kind: 'no_budget', failure: this.#broke(held) };
    // After an unexpected error the call may have cost the full amount.
    let micros = max.micros;
    try {
      if (this.signal.aborted) {
        micros = 0;
        return { kind: 'cancelled' };
      }
      this.attempts += 1;
      const outcome = await this.#ctx.watch.run(CALLING_MODEL, order.call);
      micros = this.#cost(outcome, prices, texts);
      return outcome;
    } finally {
      this.costMicros += micros;
      this.#settling.push(held.settle(micros));
    }
  }

  #unpriced(): ModelFailure {
    const { priced, connection } = this.#source;
    const values = { model: priced.model, name: connection ?? '' };
    return modelFailed(`${this.#role}_unavailable`, say('connection_without_price', values), this);
  }

  #broke({ said, retryAfterSeconds }: BudgetExhausted): ModelFailure {
    const failure = modelFailed('budget_exhausted', said, this);
    return retryAfterSeconds === undefined ? failure : { ...failure, retryAfterSeconds };
  }

  #cost(outcome: ModelOutcome, prices: Pricing, texts: readonly string[]): number {
    if (outcome.kind === 'answer') {
      if (!outcome.usage) return prices.likely([...texts, outcome.text]).micros;
      this.tokens = addUsage(this.tokens, outcome.usage);
      return prices.of(outcome.usage).micros;
    }
    // An aborted call may be billed, and its bill cannot be seen from here. A rejected call is not billed.
    const mayBeBilled =
      outcome.kind === 'timeout' ||
      outcome.kind === 'cancelled' ||
      (outcome.kind === 'unreachable' && outcome.sent);
    return mayBeBilled ? prices.likely(texts).micros : 0;
  }
}

/** Runs `work` in a slot of the throttle for the role's model. */
export async function exchangeWithModel<T extends { ok: boolean }>(
  ctx: LlmContext,
  role: ModelRole,
  purpose: string,
  signal: AbortSignal | undefined,
  work: (session: ModelExchange) => Promise<T>,
): Promise<T | ModelFailure> {
  const source = await sourceOrFailure(ctx, role);
  if (!source) return failedCall(role, 'unconfigured');
  if ('ok' in source) return source;
  const until = signal ?? NEVER;
  let session: ModelExchange | undefined;
  try {
    const done = await throttleOf(ctx, source.config).pass(ctx.account.id, until, () => {
      session = new ModelExchange(ctx, role, source, purpose, until);
      return work(session);
    });
    return done ?? failedCall(role, 'cancelled');
  } finally {
    await session?.settled();
  }
}

/** A default connection that cannot be used is a failure of the role, not of the request. */
async function sourceOrFailure(ctx: LlmContext, role: ModelRole): Promise<ModelSource | ModelFailure | null> {
  try {
    return await sourceForRole(ctx, role);
  } catch (error) {
    if (error instanceof AppError) return modelFailed(`${role}_unavailable`, uncoded(error.message));
    throw error;
  }
}

/** For outputs with tools, which are streamed (stream-model.ts). */
export const generatorSource = async (ctx: LlmContext): Promise<ModelSource | ModelFailure> =>
  (await sourceOrFailure(ctx, 'generator')) ?? failedCall('generator', 'unconfigured');
