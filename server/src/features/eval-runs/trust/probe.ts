// One probe: the answer as it was, once more the same, and what was made of it, each to the judge.
import type { Context } from '#core/context';
import type { Criterion } from '#features/eval-criteria';
import { judge, type Failure, type JudgedContent } from '#features/judge';
import { scored } from '../execute/score-one.ts';
import type { AnsweredCall } from './degrade.ts';
import { outcomeOf, type Scores } from './figures.ts';
import type { PlannedProbe } from './plan-probes.ts';

export interface ProbeCall extends AnsweredCall {
  /** All but the output, which the judge is shown as plain text each time, so that nothing else differs. */
  content: JudgedContent;
}

export type Probed = Scores & ReturnType<typeof outcomeOf> & { ok: true; costMicros: number };

/**
 * One after the other: what cannot be paid for or answered is not asked twice more. Null when consent to content is gone, which
 * `consenting` is asked for before each question.
 */
export async function probe(
  consenting: () => Promise<Context | null>,
  criterion: Criterion,
  { call, degraded }: PlannedProbe<ProbeCall>,
  signal: AbortSignal,
): Promise<Probed | Failure | null> {
  const scores: number[] = [];
  let costMicros = 0;
  for (const output of [call.output, degraded, call.output]) {
    const ctx = await consenting();
    if (!ctx) return null;
    const verdict = await judge(ctx, { criterion, content: { ...call.content, output }, signal });
    costMicros += verdict.costMicros;
    if (!verdict.ok) return { ...verdict, costMicros };
    scores.push(scored(criterion, verdict.score, '').normalized ?? 0);
  }
  const [original = 0, worse = 0, again = 0] = scores;
  const made = { original, again, degraded: worse };
  return { ok: true, ...made, ...outcomeOf(made), costMicros };
}
