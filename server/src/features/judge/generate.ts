// An answer to an item of a dataset, by the generator: what the application under test would have said.
import { exchange, type Bill, type LlmContext } from './ask.ts';
import type { Message } from './call-model.ts';
import { failed, type Failure } from './failure.ts';
import { say } from './sentences.ts';

export interface GenerateOrder {
  /** The template, filled; a plain text is the user's message. */
  messages: string | readonly Message[];
  system?: string | null;
  maxOutputTokens?: number;
  signal?: AbortSignal;
}

export interface Generated extends Bill {
  ok: true;
  /** May be empty: that too can be judged. */
  text: string;
  /** It ran into `maxOutputTokens`. */
  cutOff: boolean;
  /** Without the time in line. */
  latencyMs: number;
}

const MAX_OUTPUT_TOKENS = 4_096;

export function generate(ctx: LlmContext, order: GenerateOrder): Promise<Generated | Failure> {
  const { messages, system = null, maxOutputTokens = MAX_OUTPUT_TOKENS, signal } = order;
  return exchange(ctx, 'generator', 'generate', signal, async (session) => {
    const started = performance.now();
    const answer = await session.ask({
      system,
      messages: typeof messages === 'string' ? [{ role: 'user', content: messages }] : messages,
      schema: null,
      maxOutputTokens,
    });
    if (!answer.ok) return answer;
    if (answer.finish === 'refused') return failed('refused', say('generator_refused', {}), session);
    const latencyMs = Math.round(performance.now() - started);
    return { ok: true, text: answer.text, cutOff: answer.finish === 'length', latencyMs, ...session.bill };
  });
}
