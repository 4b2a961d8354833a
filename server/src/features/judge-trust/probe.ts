// One probe: the judge scores the original answer, the same answer again, and the degraded answer.
import type { Context } from '#core/context';
import { normalizedScore } from '#services/scores';
import { judge, type Criterion } from '#services/scores';
import { type ModelFailure } from '#services/models';
import { type JudgedContent } from '#services/conversation';
import type { AnsweredCall } from './degrade.ts';
import { outcomeOf, type ProbeScores } from './figures.ts';
import type { PlannedProbe } from './plan-probes.ts';

export interface ProbeCall extends AnsweredCall {
  /** Everything except the output. The output is always shown as plain text, so that nothing else differs. */
  content: JudgedContent;
}

export type Probed = ProbeScores & ReturnType<typeof outcomeOf> & { ok: true; costMicros: number };

/**
 * Runs one after the other, so that a failure saves the remaining calls. Null if the consent to content was
 * withdrawn; `consenting` checks it before each call.
 */
export async function probe(
  consenting: () => Promise<Context | null>,
  criterion: Criterion,
  { call, degraded }: PlannedProbe<ProbeCall>,
  signal: AbortSignal,
): Promise<Probed | ModelFailure | null> {
  const scores: number[] = [];
  let costMicros = 0;
  for (const output of [call.output, degraded, call.output]) {
    const ctx = await consenting();
    if (!ctx) return null;
    const verdict = await judge(ctx, { criterion, content: { ...call.content, output }, signal });
    costMicros += verdict.costMicros;
    if (!verdict.ok) return { ...verdict, costMicros };
    scores.push(normalizedScore(criterion, verdict.score));
  }
  const [original = 0, worse = 0, again = 0] = scores;
  const made = { original, again, degraded: worse };
  return { ok: true, ...made, ...outcomeOf(made), costMicros };
}
