// Writes outcomes of a rule as they come, batching all that arrive during one transaction into the next.
import { batchedWrites } from '#lib/batched-writes';
import type { Context } from '#core/context';
import { existingCriteria } from '#services/criteria';
import { scoreColumns, type ScoreOutcome } from '#services/scores';
import type { CallRef } from '#records';
import type { RuleRow } from '../store.ts';
import type { RuleSubject } from './look.ts';
import { countScores, saveRuleScores, type EarlierOutcome, type RuleScore } from './store.ts';

/** The rule was changed, deleted or taken over, so results in progress are dropped. */
export class RuleLost extends Error {}

export class RuleScoreWriter {
  readonly #ctx: Context;
  readonly #rule: RuleRow;
  readonly #holder: string;
  readonly #earlier: ReadonlyMap<string, EarlierOutcome>;
  readonly #add = batchedWrites<RuleScore>((scores) => this.#store(scores));

  /** `earlier`: the outcomes of what is scored again. */
  constructor(ctx: Context, rule: RuleRow, holder: string, earlier: ReadonlyMap<string, EarlierOutcome>) {
    this.#ctx = ctx;
    this.#rule = rule;
    this.#holder = holder;
    this.#earlier = earlier;
  }

  /** Resolves once the outcome is on disk. */
  write({ id, receivedMs }: RuleSubject, call: CallRef, outcome: ScoreOutcome): Promise<void> {
    return this.#add({
      account_id: this.#rule.account_id,
      project_id: this.#rule.project_id,
      run_id: null,
      rule_id: this.#rule.id,
      criterion_id: this.#rule.criterion_id,
      call_id: call.id,
      call_timestamp: call.timestampMs,
      trace_id: this.#rule.scope === 'trace' ? id : null,
      session_id: this.#rule.scope === 'session' ? id : null,
      judged_until: this.#rule.scope === 'call' ? null : receivedMs,
      ...scoreColumns(outcome),
      created_at: this.#ctx.clock.now(),
    });
  }

  async #store(scores: readonly RuleScore[]): Promise<void> {
    await this.#ctx.metadata.transaction(async (db) => {
      const { id, account_id: accountId, criterion_id: criterionId } = this.#rule;
      // Locks the criterion first, like its deletion, which also deletes the rule and its scores.
      if (!(await existingCriteria(db, accountId, [criterionId])).has(criterionId)) throw new RuleLost();
      const added = await saveRuleScores(db, scores, this.#earlier);
      if (!(await countScores(db, id, this.#holder, added))) throw new RuleLost();
    });
  }
}
