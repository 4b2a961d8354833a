// One small request, so that a wrong key or address is reported when it is saved.
import { SECOND_MS } from '#lib/clock';
import type { LlmConfig } from '#config';
import type { Services } from '#core/context';
import { CALLING_MODEL, type LlmContext } from './ask.ts';
import { BudgetExhausted } from './budget/exhausted.ts';
import { callModel, type ModelOrder } from './call-model.ts';
import { embedTexts } from './embed-texts.ts';
import { modelFaultOf, type ModelFault } from './fault.ts';
import { pricing } from './price.ts';
import type { SdkContext } from './sdk.ts';
import type { ModelSource } from './source.ts';
import { hold } from './spending.ts';

const TIMEOUT_MS = 20 * SECOND_MS;
/** The first attempt may show that the model accepts no temperature. */
const ATTEMPTS = 2;

const QUESTION = 'Answer with the word: ok';
const ORDER: ModelOrder = {
  system: null,
  messages: [{ role: 'user', content: QUESTION }],
  schema: null,
  // Some vendors accept no smaller limit.
  maxOutputTokens: 16,
};

interface ModelTest {
  fault: ModelFault | null;
  latencyMs: number;
}

export async function testModel(
  ctx: SdkContext & Pick<Services, 'watch'>,
  config: LlmConfig,
  signal: AbortSignal,
): Promise<ModelTest> {
  const started = performance.now();
  const short = { ...config, timeoutMs: TIMEOUT_MS };
  for (let left = ATTEMPTS; ; left -= 1) {
    const outcome = await ctx.watch.run(CALLING_MODEL, () => callModel(ctx, short, ORDER, signal));
    const latencyMs = Math.round(performance.now() - started);
    if (outcome.kind === 'answer') return { fault: null, latencyMs };
    if (outcome.kind !== 'not_understood' || left <= 1)
      return { fault: modelFaultOf(outcome, config), latencyMs };
  }
}

/** Embeds one small text; null if that succeeds. */
export async function testEmbedder(
  ctx: SdkContext & Pick<Services, 'watch'>,
  config: LlmConfig,
  signal: AbortSignal,
): Promise<ModelFault | null> {
  const short = { ...config, timeoutMs: TIMEOUT_MS };
  const outcome = await ctx.watch.run(CALLING_MODEL, async () => {
    const embedded = await embedTexts(ctx, short, ['ok'], signal);
    return embedded.outcome;
  });
  return outcome.kind === 'answer' ? null : modelFaultOf(outcome, config);
}

/** The same for a stored connection, within its budget. */
export async function testSource(
  ctx: LlmContext,
  source: ModelSource,
  signal: AbortSignal,
): Promise<ModelTest> {
  const prices = pricing(source.priced, ctx.clock.now());
  const { micros } = prices.max([QUESTION], ORDER.maxOutputTokens);
  const held = await hold(ctx, micros, 'test', signal, source.purse);
  if (held instanceof BudgetExhausted) throw held;
  let spent = micros;
  try {
    const tested = await testModel(ctx, source.config, signal);
    if (tested.fault) spent = 0;
    return tested;
  } finally {
    await held.settle(spent);
  }
}
