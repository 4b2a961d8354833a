// Makes one HTTP call to an embedding model and returns the result as a value, as call-model.ts does.
import type { LlmConfig } from '#config';
import { outcomeOfError, type ModelOutcome } from './call-model.ts';
import { NO_USAGE } from './price.ts';
import { sdkFor, type SdkContext } from './sdk.ts';

interface Embedded {
  outcome: ModelOutcome;
  /** In the order of the texts; empty without an answer. */
  vectors: number[][];
}

export async function embedTexts(
  ctx: SdkContext,
  config: LlmConfig,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Embedded> {
  const sdk = await sdkFor(ctx, config);
  const without = (outcome: ModelOutcome): Embedded => ({ outcome, vectors: [] });
  if (!sdk.embedder) return without({ kind: 'rejected', status: 404, why: 'address', note: 'no embeddings' });
  const late = AbortSignal.timeout(config.timeoutMs);
  try {
    const { embeddings, usage } = await sdk.embedMany({
      model: sdk.embedder,
      values: [...texts],
      // Retries happen in ask.ts, where all users of the throttle wait together.
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, late]),
    });
    const isReported = Number.isSafeInteger(usage.tokens) && usage.tokens > 0;
    return {
      outcome: {
        kind: 'answer',
        text: '',
        finish: 'stop',
        usage: isReported ? { ...NO_USAGE, uncachedInput: usage.tokens } : null,
      },
      vectors: embeddings,
    };
  } catch (error) {
    if (signal.aborted) return without({ kind: 'cancelled' });
    if (late.aborted) return without({ kind: 'timeout' });
    return without(outcomeOfError(sdk, error, config));
  }
}
