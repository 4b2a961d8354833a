// One round of one rule: scores what is new, in the sample and without an outcome, oldest first, within limits of number
// and time. A trace or session that got spans after its outcome is scored again.
import { isoTime } from '#lib/clock';
import { chunks } from '#lib/chunks';
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
import type { CallRef } from '#records';
import { inSample } from '#services/record-access';
import type { RuleRow } from '../store.ts';
import { startOf, type Look, type RuleSubject } from './look.ts';
import { meaningOf } from './outcomes.ts';
import { RuleScoreWriter } from './score-writer.ts';
import { selectRuleOutcomes, type EarlierOutcome, type RuleEnd } from './store.ts';

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

export async function scoreRule(
  ctx: Context,
  rule: RuleRow,
  criterion: Criterion,
  holder: string,
  look: Look,
  slice: JobSlice,
): Promise<RuleEnd> {
  const now = ctx.clock.now();
  const start = startOf(rule, now);
  const sampled = look.subjects.filter(
    ({ id, receivedMs }) => receivedMs >= start && inSample(rule.id, id, rule.sample_pct),
  );
  const done = await selectRuleOutcomes(
    ctx.db,
    rule,
    sampled.map(({ id }) => id),
  );
  const left = sampled.filter(({ id, receivedMs }) => !isDone(done.get(id), receivedMs));
  const some = left.slice(0, MOST_CALLS);
  const round = new Round(ctx, criterion, new RuleScoreWriter(ctx, rule, holder, done), slice);
  await round.score(some, await look.callsOf(some));
  const next = left.find(({ id }) => !round.written.has(id));
  const trouble = round.trouble ?? (rule.watermark < start ? behind(rule, start) : null);
  return {
    watermark: Math.max(start, Math.min(look.seenUntilMs, next?.receivedMs ?? look.seenUntilMs)),
    last_run_at: now,
    last_error: trouble?.message ?? null,
    last_error_reason: trouble?.reason ?? null,
  };
}

const isDone = (earlier: EarlierOutcome | undefined, receivedMs: number): boolean =>
  earlier !== undefined && (earlier.judgedUntil === null || earlier.judgedUntil >= receivedMs);

const behind = ({ watermark, scope }: RuleRow, start: number): Trouble => {
  const [what, limit] =
    scope === 'call' ? ['Calls that arrived', 'an hour'] : [`Each ${scope} that had its last span`, 'a day'];
  return {
    reason: 'fell_behind',
    message:
      `${what} from ${isoTime(watermark)} to ${isoTime(start)} without a score yet: skipped after more than ${limit}. The rule was delayed, ` +
      `or more match than the ${MOST_CALLS} a minute that it scores. A smaller samplePct or a narrower filter helps; a run can score the skipped calls.`,
  };
};

interface Scored {
  subject: RuleSubject;
  call: CallRef;
  outcome: ScoreOutcome;
}

class Round {
  /** What is done, with an outcome or because no call of it matches. */
  readonly written = new Set<string>();
  trouble: Trouble | null = null;
  readonly #ctx: Context;
  readonly #criterion: Criterion;
  readonly #writer: RuleScoreWriter;
  readonly #slice: JobSlice;
  #broken = false;
  /** What failed because the judge was unavailable, since it last answered. */
  #away: Scored[] = [];

  constructor(ctx: Context, criterion: Criterion, writer: RuleScoreWriter, slice: JobSlice) {
    this.#ctx = ctx;
    this.#criterion = criterion;
    this.#writer = writer;
    this.#slice = slice;
  }

  get #over(): boolean {
    return this.#broken || this.trouble !== null || this.#slice.signal.aborted || this.#slice.isOver();
  }

  async score(subjects: readonly RuleSubject[], calls: ReadonlyMap<string, CallRef>): Promise<void> {
    const found = subjects.flatMap((subject) => {
      const call = calls.get(subject.id);
      if (call) return [{ subject, call }];
      this.written.add(subject.id);
      return [];
    });
    for (const page of chunks(found, PAGE)) {
      if (this.#over) break;
      const loaded = await loadStoredCalls(
        this.#ctx,
        page.map(({ call: { id, timestampMs } }, position) => ({
          position,
          call_id: id,
          call_timestamp: timestampMs,
        })),
      );
      await forEachLimited(page.entries(), AT_ONCE, async ([position, each]) => {
        const content = loaded.get(position);
        if (content && !this.#over) await this.#one(each, content);
      });
    }
    this.#slice.signal.throwIfAborted();
    // No later call shows whether the judge or the call was at fault.
    this.trouble ??= troubleOf(this.#away[0]?.outcome);
  }

  async #one(each: Omit<Scored, 'outcome'>, loaded: LoadedCall): Promise<void> {
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
        this.#away.push({ ...each, outcome });
        if (this.#away.length >= AWAY_IN_A_ROW) this.trouble ??= troubleOf(outcome);
        return;
      default: {
        // The judge answers, so earlier failures were caused by their calls and would happen again.
        const failed = outcome.byModel ? this.#away.splice(0) : [];
        await Promise.all([...failed, { ...each, outcome }].map((scored) => this.#write(scored)));
      }
    }
  }

  async #write({ subject, call, outcome }: Scored): Promise<void> {
    try {
      await this.#writer.write(subject, call, outcome);
    } catch (error) {
      // Scoring stops, because results cannot be saved.
      this.#broken = true;
      throw error;
    }
    this.written.add(subject.id);
  }
}

const troubleOf = (outcome: ScoreOutcome | undefined): Trouble | null =>
  outcome ? { reason: outcome.reason ?? 'unknown', message: outcome.reasoning.message } : null;
