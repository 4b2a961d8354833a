// Runs one column of the playground: streams the answer to the person, and stores it as a call. A person who
// closes the request ends the run; what has arrived until then is stored and paid for.
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { AppError } from '#lib/app-error';
import { newId } from '#lib/ids';
import { Limiter, type Release } from '#lib/limiter';
import { usd } from '#lib/money';
import { SECOND_MS } from '#lib/clock';
import { PLAYGROUND_TAG } from '#semconv';
import { Reply } from '#core/endpoint';
import type { Context, Services } from '#core/context';
import { perProcess } from '#core/process-state';
import { storeOwnRecords } from '#features/ingest';
import { withStoredFiles } from '#services/media';
import {
  likelyCostMicros,
  shownFault,
  sourceById,
  streamModel,
  type ChatOrder,
  type ModelEvent,
  type ModelSource,
} from '#services/models';
import {
  beginRun,
  checkOutput,
  noteEvent,
  playedCall,
  tokenSums,
  type PlayedRun,
} from '#services/model-runs';
import { playgroundOrder, withIncludedPrompts } from './prepare.ts';
import type { PlaygroundRun } from './schemas.ts';

/** Two people with four columns each. */
const AT_ONCE = 8;
const PROGRESS_MS = SECOND_MS;

const runsOf = perProcess(() => ({
  limiter: new Limiter({ perKey: AT_ONCE }),
  stopping: new AbortController(),
}));

/** Ends runs under way, so that the process can stop. What has arrived is stored. */
export const stopPlaygroundRuns = (services: Services): void => runsOf(services).stopping.abort();

export async function playColumn(ctx: Context, input: PlaygroundRun, signal: AbortSignal): Promise<Reply> {
  const order = playgroundOrder(await withIncludedPrompts(ctx, input));
  const source = await sourceById(ctx, input.connectionId, input.model);
  const { limiter, stopping } = runsOf(ctx);
  const release = limiter.takeNow(ctx.account.id);
  if (!release)
    throw new AppError(
      'too_many_requests',
      'too_many_runs',
      `At most ${AT_ONCE} playground runs of an account may be under way. Wait for one of them to end.`,
      { retryAfterSeconds: 5 },
    );
  const out = new PassThrough();
  const until = AbortSignal.any([signal, stopping.signal, closed(out)]);
  void new Column(ctx, source, order, input.promptId ?? null, out).play(until, release);
  return new Reply(200, out, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
}

function closed(out: PassThrough): AbortSignal {
  const controller = new AbortController();
  out.once('close', () => controller.abort());
  return controller.signal;
}

class Column {
  readonly #ctx: Context;
  readonly #out: PassThrough;
  readonly #source: ModelSource;
  readonly #run: PlayedRun;
  readonly #started = performance.now();

  constructor(
    ctx: Context,
    source: ModelSource,
    order: ChatOrder,
    promptId: number | null,
    out: PassThrough,
  ) {
    this.#ctx = ctx;
    this.#out = out;
    this.#source = source;
    const runId = newId('playgroundRun');
    const tags = { [PLAYGROUND_TAG]: runId };
    this.#run = beginRun(source, { runId, tags, startedAt: ctx.clock.now(), promptId, order });
  }

  async play(signal: AbortSignal, release: Release): Promise<void> {
    const run = this.#run;
    const progress = setInterval(() => this.#progress(), PROGRESS_MS);
    try {
      const { runId, provider, model } = run;
      await this.#send('start', { runId, callId: runId, provider, model });
      const order = await withStoredFiles(this.#ctx, run.order);
      const events = streamModel(this.#ctx, this.#source, order, { purpose: 'playground', signal });
      for await (const event of events) await this.#took(event);
      clearInterval(progress);
      const check = await checkOutput(this.#ctx, run);
      if (check) await this.#send('output', check);
      const callId = (await this.#store()) ? runId : null;
      if (run.fault) await this.#send('error', { ...shownFault(run.fault), callId });
      else await this.#send('done', { finish: run.finish, callId });
    } catch (error) {
      this.#ctx.log.error({ err: error, runId: run.runId }, 'playground run failed');
      const fault = { reason: 'internal', message: 'The run failed. The log of the service says why.' };
      await this.#send('error', {
        ...fault,
        status: null,
        detail: null,
        retryAfterSeconds: null,
        callId: null,
      });
    } finally {
      clearInterval(progress);
      release();
      this.#out.end();
    }
  }

  async #took(event: ModelEvent): Promise<void> {
    noteEvent(this.#run, event, this.#elapsed());
    switch (event.type) {
      case 'text':
        return this.#send('delta', { text: event.text });
      case 'reasoning':
        return this.#send('reasoning', { text: event.text });
      case 'tool_call': {
        const { type: _type, ...call } = event;
        return this.#send('tool_call', call);
      }
      case 'usage':
        return this.#send('usage', this.#usage());
      default:
    }
  }

  #usage() {
    const { tokens, costMicros, priceKnown, latencyMs, ttftMs } = this.#run;
    return {
      ...(tokens ? tokenSums(tokens) : { inputTokens: null, outputTokens: null }),
      cachedTokens: tokens && tokens.cacheRead,
      reasoningTokens: tokens && tokens.reasoning,
      costUsd: priceKnown ? usd(costMicros) : null,
      priceKnown,
      latencyMs,
      ttftMs,
    };
  }

  /** False if the call could not be stored, such as beyond the quota. The person still has the answer. */
  async #store(): Promise<boolean> {
    try {
      await storeOwnRecords(this.#ctx, [playedCall(this.#run)]);
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#ctx.log.warn({ err: error }, 'playground run could not be stored');
      return false;
    }
  }

  #elapsed(): number {
    return Math.round(performance.now() - this.#started);
  }

  #progress(): void {
    const { order, text } = this.#run;
    const costMicros = likelyCostMicros(this.#source, order, text, this.#ctx.clock.now());
    void this.#send('progress', {
      latencyMs: this.#elapsed(),
      costUsd: costMicros === null ? null : usd(costMicros),
    });
  }

  /** Waits for a slow reader; does nothing once the reader is gone. */
  async #send(name: string, data: object): Promise<void> {
    if (this.#out.destroyed || this.#out.writableEnded) return;
    const hasRoom = this.#out.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    if (hasRoom) return;
    const gone = new AbortController();
    await Promise.race([
      once(this.#out, 'drain', { signal: gone.signal }),
      once(this.#out, 'close', { signal: gone.signal }),
    ]).catch(() => undefined);
    gone.abort();
  }
}
