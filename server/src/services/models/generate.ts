// Generates an output for a dataset item, in place of the application under test.
import { exchangeWithModel, type Bill, type LlmContext } from './ask.ts';
import type { Message } from './call-model.ts';
import { modelFailed, type ModelFailure } from './failure.ts';
import { say } from './sentences.ts';

interface GenerateOrder {
  /** The filled template. A plain text becomes the user's message. */
  messages: string | readonly Message[];
  system?: string | null;
  maxOutputTokens?: number;
  signal?: AbortSignal;
}

export interface Generated extends Bill {
  ok: true;
  /** May be empty, which can be judged too. */
  text: string;
  /** True if the answer reached `maxOutputTokens`. */
  cutOff: boolean;
  /** Without the time spent waiting for a slot. */
  latencyMs: number;
}

const MAX_OUTPUT_TOKENS = 4_096;

export function generate(ctx: LlmContext, order: GenerateOrder): Promise<Generated | ModelFailure> {
  const { messages, system = null, maxOutputTokens = MAX_OUTPUT_TOKENS, signal } = order;
  return exchangeWithModel(ctx, 'generator', 'generate', signal, async (session) => {
    const started = performance.now();
    const answer = await session.ask({
      system,
      messages: typeof messages === 'string' ? [{ role: 'user', content: messages }] : messages,
      schema: null,
      maxOutputTokens,
    });
    if (!answer.ok) return answer;
    if (answer.finish === 'refused') return modelFailed('refused', say('generator_refused', {}), session);
    const latencyMs = Math.round(performance.now() - started);
    return { ok: true, text: answer.text, cutOff: answer.finish === 'length', latencyMs, ...session.bill };
  });
}
