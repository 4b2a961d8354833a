// Scores are in the metadata store by call, and which prompt a call is of is in the records: the newest scores of the window are
// read, and the records store is asked once which versions their calls are of.
import { tidy } from '#lib/tidy';
import type { Context } from '#core/context';
import { scopeOf } from '#features/query';
import type { PromptLink } from '#records';
import type { Scores } from './schemas.ts';
import { selectHumanScores, selectJudgeScores } from './store.ts';

/** Of each kind. */
const MOST_SCORES = 1_000;

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

class VersionScores {
  readonly #human = new Mean();
  readonly #judge = new Map<number, Mean>();

  addHuman(score: number): void {
    this.#human.add(score);
  }

  addJudge(criterionId: number, normalized: number): void {
    this.#judge.getOrInsertComputed(criterionId, () => new Mean()).add(normalized);
  }

  present(): Scores {
    const { mean, count } = this.#human;
    return {
      human: count === 0 ? null : { mean, count },
      judge: [...this.#judge]
        .toSorted(([left], [right]) => left - right)
        .map(([criterionId, { mean, count }]) => ({ criterionId, mean, count })),
    };
  }
}

/** By version, '' where calls do not tell it; not there where nobody scored. */
export async function scoresByVersion(
  ctx: Context,
  link: PromptLink,
  window: { startMs: number; endMs: number },
): Promise<Map<string, Scores>> {
  const asked = {
    accountId: ctx.account.id,
    project: ctx.project?.number ?? null,
    ...window,
    limit: MOST_SCORES,
  };
  const [human, judge] = await Promise.all([
    selectHumanScores(ctx.db, asked),
    selectJudgeScores(ctx.db, asked),
  ]);
  const places = new Map(
    [...human, ...judge].map((row) => [row.call_id, { id: row.call_id, timestampMs: row.call_timestamp }]),
  );
  if (places.size === 0) return new Map();
  const versions = await ctx.records.promptCalls(scopeOf(ctx), link, [...places.values()]);
  const scores = new Map<string, VersionScores>();
  const scoresOf = (callId: string): VersionScores | null => {
    const version = versions.get(callId);
    return version === undefined ? null : scores.getOrInsertComputed(version, () => new VersionScores());
  };
  for (const row of human) scoresOf(row.call_id)?.addHuman(row.quality_score ?? 0);
  for (const row of judge) scoresOf(row.call_id)?.addJudge(row.criterion_id, row.normalized ?? 0);
  return new Map([...scores].map(([version, each]) => [version, each.present()]));
}
