// Sends texts to the classifier and returns verdicts, with retries within limits of number and time.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ModerationConfig } from '#config';
import { backoffMs } from '#lib/backoff';
import type { WatchedStep } from '#lib/watch';
import type { Services } from '#core/context';
import { postTexts, type PostOutcome } from './post.ts';
import { readAnswer, type AnswerFault, type SafetyVerdict } from './read-answer.ts';

type FailureReason =
  | 'rate_limited'
  | 'failing'
  | 'unreachable'
  | 'timeout'
  | 'turned_down'
  | 'cancelled'
  /** The classifier rejects this content and would do so again. */
  | 'refused'
  /** The answer does not match the request. */
  | AnswerFault
  | 'too_large';

export interface ClassifierFailure {
  ok: false;
  reason: FailureReason;
  status: number | null;
  /** Number of HTTP calls. */
  attempts: number;
}

export type ClassifierReply = { ok: true; verdicts: SafetyVerdict[] } | ClassifierFailure;

const AGAIN: ReadonlySet<PostOutcome['kind']> = new Set(['limited', 'failing', 'unreachable', 'timeout']);

const POSTING: WatchedStep<PostOutcome> = {
  kind: 'outbound',
  name: 'moderation',
  outcome: ({ kind }) => (kind === 'answer' ? 'ok' : kind),
};

export async function ask(
  ctx: Pick<Services, 'state' | 'watch'>,
  config: ModerationConfig,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<ClassifierReply> {
  const { firstMs, capMs, patienceMs, attempts: most } = config.retry;
  const body = JSON.stringify({ model: config.model, input: texts });
  const deadline = performance.now() + patienceMs;
  for (let attempt = 1; ; attempt += 1) {
    const leftMs = deadline - performance.now();
    const outcome = await ctx.watch.run(POSTING, () =>
      postTexts(ctx, config, body, Math.min(config.timeoutMs, leftMs), signal),
    );
    if (outcome.kind === 'answer') {
      const answer = readAnswer(outcome.bytes, texts.length);
      return answer.ok ? answer : failed(answer.fault, outcome, attempt);
    }
    if (!AGAIN.has(outcome.kind) || attempt >= most) return failed(reasonOf(outcome), outcome, attempt);
    const askedMs = 'askedMs' in outcome ? (outcome.askedMs ?? 0) : 0;
    const waitMs = Math.max(askedMs, backoffMs(attempt, firstMs, capMs));
    // There would be no time left for another attempt.
    if (performance.now() + waitMs >= deadline) return failed(reasonOf(outcome), outcome, attempt);
    await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return failed('cancelled', outcome, attempt);
  }
}

const reasonOf = ({ kind }: Exclude<PostOutcome, { kind: 'answer' }>): FailureReason =>
  kind === 'limited' ? 'rate_limited' : kind;

const failed = (reason: FailureReason, outcome: PostOutcome, attempts: number): ClassifierFailure => ({
  ok: false,
  reason,
  status: 'status' in outcome ? outcome.status : null,
  attempts,
});
