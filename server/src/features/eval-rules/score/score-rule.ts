// One round of one rule: scores new calls in the sample without an outcome, oldest first, within limits of
// number and time.
import { isoTime } from '#lib/clock';
import { forEachLimited } from '#lib/for-each-limited';
import type { Context } from '#core/context';
import {
  scoreOne,
  loadStoredCalls,
  type Criterion,
  type LoadedCall,
  type ScoreOutcome,
} from '#services/scores';
import type { JobSlice } from '#core/jobs/job-slice';
import type { Arrival } from '#records';
import { inSample, MAX_BEHIND_MS, type NewCalls } from '#services/record-access';
import type { RuleRow } from '../store.ts';
import { meaningOf } from './outcomes.ts';
import { RuleScoreWriter } from './score-writer.ts';
import { selectRuleOutcomes, type RuleEnd } from './store.ts';

/** Per round of one minute. */
export const MOST_CALLS = 200;
const AT_ONCE = 8;
/** The content of one page is in memory at once. */
const PAGE = 32;
/** After this many failures in a row, the judge counts as unavailable instead of the calls as faulty. */
const AWAY_IN_A_ROW = 4;

export interface Trouble {
  reason: string;
  message: string;
}

/** Where a rule continues. */
export const startOf = ({ watermark }: RuleRow, now: number): number =>
  Math.max(watermark, now - MAX_BEHIND_MS);

export async function scoreRule(
  ctx: Context,
  rule: RuleRow,
  criterion: Criterion,
  holder: string,
  look: NewCalls,
  slice: JobSlice,
): Promise<RuleEnd> {
  const now = ctx.clock.now();
  const start = startOf(rule, now);
  const sampled = look.arrivals.filter(
    ({ id, receivedMs }) => receivedMs >= start && inSample(rule.id, id, rule.sample_pct),
  );
  const done = await selectRuleOutcomes(
    ctx.db,
    rule,
    sampled.map(({ id }) => id),
  );
  const left = sampled.filter(({ id }) => !done.has(id));
  const round = new Round(ctx, criterion, new RuleScoreWriter(ctx, rule, holder), slice);
  await round.score(left.slice(0, MOST_CALLS));
  const next = left.find(({ id }) => !round.written.has(id));
  const trouble = round.trouble ?? (rule.watermark < start ? behind(rule, start) : null);
  return {
    watermark: Math.max(start, Math.min(look.seenUntilMs, next?.receivedMs ?? look.seenUntilMs)),
    last_run_at: now,
    last_error: trouble?.message ?? null,
    last_error_reason: trouble?.reason ?? null,
  };
}

const behind = ({ watermark }: RuleRow, start: number): Trouble => ({
  reason: 'fell_behind',
  message:
    `Calls that arrived from ${isoTime(watermark)} to ${isoTime(start)} and have no score yet are skipped after more than an hour: the rule was delayed, ` +
    `or more calls match than the ${MOST_CALLS} a minute that it scores. A smaller samplePct or a narrower filter helps; a run can score the skipped calls.`,
});

class Round {
  readonly written = new Set<string>();
  trouble: Trouble | null = null;
  readonly #ctx: Context;
  readonly #criterion: Criterion;
  readonly #writer: RuleScoreWriter;
  readonly #slice: JobSlice;
  #broken = false;
  /** Calls that failed because the judge was unavailable, since it last answered. */
  #away: { call: Arrival; outcome: ScoreOutcome }[] = [];

  constructor(ctx: Context, criterion: Criterion, writer: RuleScoreWriter, slice: JobSlice) {
    this.#ctx = ctx;
    this.#criterion = criterion;
    this.#writer = writer;
    this.#slice = slice;
  }

  get #over(): boolean {
    return this.#broken || this.trouble !== null || this.#slice.signal.aborted || this.#slice.isOver();
  }

  async score(calls: readonly Arrival[]): Promise<void> {
    for (let at = 0; at < calls.length && !this.#over; at += PAGE) {
      const page = calls.slice(at, at + PAGE);
      const loaded = await loadStoredCalls(
        this.#ctx,
        page.map(({ id, timestampMs }, position) => ({
          position,
          call_id: id,
          call_timestamp: timestampMs,
        })),
      );
      await forEachLimited(page.entries(), AT_ONCE, async ([position, call]) => {
        const content = loaded.get(position);
        if (content && !this.#over) await this.#one(call, content);
      });
    }
    this.#slice.signal.throwIfAborted();
    // No later call shows whether the judge or the call was at fault.
    this.trouble ??= troubleOf(this.#away[0]?.outcome);
  }

  async #one(call: Arrival, loaded: LoadedCall): Promise<void> {
    const outcome = await scoreOne(
      this.#ctx,
      this.#criterion,
      { expected_output: null },
      loaded,
      this.#slice.signal,
    );
    if (this.#slice.signal.aborted) return;
    switch (meaningOf(outcome)) {
      case 'wait':
        this.trouble ??= troubleOf(outcome);
        return;
      case 'away':
        this.#away.push({ call, outcome });
        if (this.#away.length >= AWAY_IN_A_ROW) this.trouble ??= troubleOf(outcome);
        return;
      default: {
        // The judge answers, so earlier failures were caused by their calls and would happen again.
        const failed = outcome.byModel ? this.#away.splice(0) : [];
        await Promise.all([...failed, { call, outcome }].map((each) => this.#write(each)));
      }
    }
  }

  async #write({ call, outcome }: { call: Arrival; outcome: ScoreOutcome }): Promise<void> {
    try {
      await this.#writer.write(call, outcome);
    } catch (error) {
      // Scoring stops, because results cannot be saved.
      this.#broken = true;
      throw error;
    }
    this.written.add(call.id);
  }
}

const troubleOf = (outcome: ScoreOutcome | undefined): Trouble | null =>
  outcome ? { reason: outcome.reason ?? 'unknown', message: outcome.reasoning.message } : null;
