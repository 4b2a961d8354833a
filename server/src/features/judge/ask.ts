// A model asked within its limits: a place on the line, the budget around each call, and another try where one can help.
import { AppError } from '#lib/app-error';
import { backoffMs } from '#lib/backoff';
import type { LlmConfig } from '#config';
import type { Context } from '#core/context';
import type { TokenUsage } from '#records';
import { callModel, type Finish, type Order, type Outcome } from './call-model.ts';
import { failed, failedCall, type Failure, type Role } from './failure.ts';
import { lineOf, wait, type Line } from './line.ts';
import { addUsage, NO_USAGE, pricing, type Pricing } from './price.ts';
import { hold } from './spending.ts';

export type LlmContext = Pick<Context, 'config' | 'clock' | 'log' | 'metadata' | 'account'>;

export interface Answer {
  ok: true;
  text: string;
  finish: Finish;
}

export interface Bill {
  usage: { inputTokens: number; outputTokens: number };
  /** The same in buckets that do not overlap, as records have them. */
  tokens: TokenUsage;
  costMicros: number;
  /** False: nobody has a price for the model, and `costMicros` is 0 for want of one. */
  priceKnown: boolean;
  /** HTTP calls that it took. */
  attempts: number;
  provider: string;
  model: string;
}

const MAX_ATTEMPTS = 5;
/** Each costs a whole time-out, and perhaps money. */
const MAX_TIMEOUTS = 2;
const NEVER = new AbortController().signal;

/** All calls for one question, one after the other, on one place of the line. */
export class Exchange {
  tokens: TokenUsage = NO_USAGE;
  costMicros = 0;
  attempts = 0;
  priceKnown = true;
  readonly signal: AbortSignal;
  readonly #ctx: LlmContext;
  readonly #role: Role;
  readonly #config: LlmConfig;
  readonly #line: Line;
  readonly #purpose: string;
  readonly #deadline: number;
  readonly #settling: Promise<void>[] = [];

  constructor(ctx: LlmContext, role: Role, config: LlmConfig, purpose: string, signal: AbortSignal) {
    this.#ctx = ctx;
    this.#role = role;
    this.#config = config;
    this.#line = lineOf(config);
    this.#purpose = purpose;
    this.signal = signal;
    this.#deadline = performance.now() + config.retry.patienceMs;
  }

  /** For what is handed on with an answer. */
  get bill(): Bill {
    const { tokens, costMicros, priceKnown, attempts } = this;
    const inputTokens = tokens.uncachedInput + tokens.cacheRead + tokens.cacheWrite;
    const usage = { inputTokens, outputTokens: tokens.outputText + tokens.reasoning };
    const { provider, model } = this.#config;
    return { usage, tokens, costMicros, priceKnown, attempts, provider, model };
  }

  async ask(order: Order): Promise<Answer | Failure> {
    let timeouts = 0;
    for (let tries = 1; ;) {
      if (!(await this.#line.open(this.signal, this.#deadline)))
        return this.#failed(this.signal.aborted ? 'cancelled' : 'rate_limited');
      const outcome = await this.#paid(order);
      switch (outcome.kind) {
        case 'answer':
          this.#line.worked();
          return { ok: true, text: outcome.text, finish: outcome.finish };
        case 'no_budget':
          return outcome.failure;
        case 'cancelled':
          return this.#failed('cancelled');
        case 'turned_down':
          this.#ctx.log.warn(
            { role: this.#role, status: outcome.status, note: outcome.note },
            'a model turned a request down',
          );
          return this.#failed('turned_down', outcome.status);
        case 'limited':
          this.#line.close(outcome.askedMs);
          continue;
        case 'not_understood':
          continue;
        case 'timeout':
          timeouts += 1;
          if (timeouts >= MAX_TIMEOUTS) return this.#failed('timeout');
          continue;
        case 'failing':
        case 'unreachable': {
          const again = backoffMs(tries, this.#config.retry.firstMs, this.#config.retry.capMs);
          const asked = outcome.kind === 'failing' ? (outcome.askedMs ?? 0) : 0;
          const ms = Math.max(again, asked);
          tries += 1;
          if (tries > MAX_ATTEMPTS || performance.now() + ms > this.#deadline) {
            this.#ctx.log.warn({ role: this.#role, note: outcome.note }, 'a model could not be asked');
            return outcome.kind === 'failing'
              ? this.#failed('failing', outcome.status)
              : this.#failed('unreachable');
          }
          await wait(ms, this.signal);
        }
      }
    }
  }

  /** Until the budget knows what it all cost. Nobody needs a place on the line for that. */
  async settled(): Promise<void> {
    await Promise.all(this.#settling);
  }

  #failed(cause: Parameters<typeof failedCall>[1], status?: number): Failure {
    return failedCall(this.#role, cause, this, status);
  }

  async #paid(order: Order): Promise<Outcome | { kind: 'no_budget'; failure: Failure }> {
    const texts = [order.system ?? '', ...order.messages.map(({ content }) => content)];
    const prices = pricing(this.#ctx.config, this.#config, this.#ctx.clock.now());
    const most = prices.most([...texts, JSON.stringify(order.schema ?? '')], order.maxOutputTokens);
    if (!most.known) this.priceKnown = false;
    const held = await hold(this.#ctx, most.micros, this.#purpose, this.signal);
    if (held instanceof AppError)
      return this.signal.aborted ? { kind: 'cancelled' } : { kind: 'no_budget', failure: this.#broke(held) };
    // Should something happen that nobody thought of, it may have cost all of it.
    let micros = most.micros;
    try {
      if (this.signal.aborted) {
        micros = 0;
        return { kind: 'cancelled' };
      }
      this.attempts += 1;
      const outcome = await callModel(this.#config, order, this.signal);
      micros = this.#cost(outcome, prices, texts);
      return outcome;
    } finally {
      this.costMicros += micros;
      this.#settling.push(held.settle(micros));
    }
  }

  #broke({ message, retryAfterSeconds }: AppError): Failure {
    const failure = failed('budget_exhausted', message, this);
    return retryAfterSeconds === undefined ? failure : { ...failure, retryAfterSeconds };
  }

  #cost(outcome: Outcome, prices: Pricing, texts: readonly string[]): number {
    if (outcome.kind === 'answer') {
      if (!outcome.usage) return prices.likely([...texts, outcome.text]).micros;
      this.tokens = addUsage(this.tokens, outcome.usage);
      return prices.of(outcome.usage).micros;
    }
    // Broken off: the bill will come and cannot be seen from here. What is turned down is not billed.
    const mayBeBilled =
      outcome.kind === 'timeout' ||
      outcome.kind === 'cancelled' ||
      (outcome.kind === 'unreachable' && outcome.sent);
    return mayBeBilled ? prices.likely(texts).micros : 0;
  }
}

/** Runs `work` with a place on the line of the role's model. */
export async function exchange<T extends { ok: boolean }>(
  ctx: LlmContext,
  role: Role,
  purpose: string,
  signal: AbortSignal | undefined,
  work: (session: Exchange) => Promise<T>,
): Promise<T | Failure> {
  const config = ctx.config[role];
  if (!config) return failedCall(role, 'unconfigured');
  const until = signal ?? NEVER;
  let session: Exchange | undefined;
  try {
    const done = await lineOf(config).pass(ctx.account.id, until, () => {
      session = new Exchange(ctx, role, config, purpose, until);
      return work(session);
    });
    return done ?? failedCall(role, 'cancelled');
  } finally {
    await session?.settled();
  }
}
