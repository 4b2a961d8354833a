// Stores the scores that spans and their events bring. They are stored with their own ids, so a span that is sent again
// changes nothing.
import { chunks } from '#lib/chunks';
import { isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import { saveScores, type ScoreDraft } from '#features/scores';
import type { Rejection, SpanScore } from '#otlp';
import type { ProjectScore } from './make-spans.ts';

/** Returns those that cannot be stored. */
export async function saveSpanScores(ctx: Context, scores: readonly ProjectScore[]): Promise<Rejection[]> {
  if (scores.length === 0) return [];
  const reasons = new Map<string, number>();
  for (const [number, of] of Map.groupBy(scores, ({ project }) => project)) {
    // Without a project of the request, the record that a score is about determines it.
    const named = ctx.account.projects.values().find((project) => project.number === number);
    const isNamed = named !== undefined && named.number !== ctx.account.defaultProject.number;
    const place = ctx.project !== null || !isNamed ? ctx : { ...ctx, project: named };
    for (const some of chunks(of)) {
      const saved = await saveScores(
        place,
        some.map(({ score }) => draftOf(score)),
      );
      for (const one of saved) if (!one.ok) reasons.set(one.reason, (reasons.get(one.reason) ?? 0) + 1);
    }
  }
  return [...reasons].map(([reason, count]) => ({
    reason: 'invalid_event',
    count,
    example: `score: ${reason}`.slice(0, 80),
  }));
}

const draftOf = ({ atMs, ...score }: SpanScore): ScoreDraft => ({
  ...score,
  ...(atMs > 0 ? { createdAt: isoTime(atMs) } : {}),
});
