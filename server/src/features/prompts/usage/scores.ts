// Scores are stored by call in the metadata store, and the prompt of a call is in the records. The newest
// scores of the window are read, and one query to the records store returns the prompt versions of their
// calls.
import { tidy } from '#lib/tidy';
import type { Context } from '#core/context';
import { selectPromptCalls, type PromptLink } from '#records';
import { scopeOf } from '#services/record-access';
import type { VersionScores } from './schemas.ts';
import { selectVersionHumanScores, selectVersionJudgeScores } from './store.ts';

/** Limit for each kind. */
const MAX_SCORES = 1_000;

class Mean {
  #sum = 0;
  count = 0;

  add(value: number): void {
    this.#sum += value;
    this.count += 1;
  }

  get mean(): number {
    return tidy(this.#sum / this.count);
  }
}

class ScoreSums {
  readonly #human = new Mean();
  readonly #judge = new Map<number, Mean>();

  addHuman(score: number): void {
    this.#human.add(score);
  }

  addJudge(criterionId: number, normalized: number): void {
    this.#judge.getOrInsertComputed(criterionId, () => new Mean()).add(normalized);
  }

  present(): VersionScores {
    const { mean, count } = this.#human;
    return {
      human: count === 0 ? null : { mean, count },
      judge: [...this.#judge]
        .toSorted(([left], [right]) => left - right)
        .map(([criterionId, { mean, count }]) => ({ criterionId, mean, count })),
    };
  }
}

/** Scores by version, with '' for calls without one. Versions without scores are missing. */
export async function scoresByVersion(
  ctx: Context,
  link: PromptLink,
  window: { startMs: number; endMs: number },
): Promise<Map<string, VersionScores>> {
  const asked = {
    accountId: ctx.account.id,
    project: ctx.project?.number ?? null,
    ...window,
    limit: MAX_SCORES,
  };
  const [human, judge] = await Promise.all([
    selectVersionHumanScores(ctx.db, asked),
    selectVersionJudgeScores(ctx.db, asked),
  ]);
  const places = new Map(
    [...human, ...judge].map((row) => [row.call_id, { id: row.call_id, timestampMs: row.call_timestamp }]),
  );
  if (places.size === 0) return new Map();
  const versions = await ctx.records.ask(scopeOf(ctx), selectPromptCalls(link, [...places.values()]));
  const scores = new Map<string, ScoreSums>();
  const scoresOf = (callId: string): ScoreSums | null => {
    const version = versions.get(callId);
    return version === undefined ? null : scores.getOrInsertComputed(version, () => new ScoreSums());
  };
  for (const row of human) scoresOf(row.call_id)?.addHuman(row.quality_score ?? 0);
  for (const row of judge) scoresOf(row.call_id)?.addJudge(row.criterion_id, row.normalized ?? 0);
  return new Map([...scores].map(([version, each]) => [version, each.present()]));
}
