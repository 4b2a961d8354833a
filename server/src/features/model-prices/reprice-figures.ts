import { tidy } from '#lib/tidy';
import type { CallCost, CostChange } from '#records';
import type { Repriced } from './schemas.ts';

type Figures = Pick<Repriced, 'records' | 'changedRecords' | 'beforeUsd' | 'afterUsd'>;

const MODELS_TOLD = 1_000;
// Model names come from clients. Beyond this many the totals are still right, but the list is incomplete.
const MODELS_KEPT = 50_000;

const none = (): Figures => ({ records: 0, changedRecords: 0, beforeUsd: 0, afterUsd: 0 });

/** Adds up the differences, in total and by model. */
export class RepriceFigures {
  readonly all: Figures = none();
  readonly #models = new Map<string, Repriced['models'][number]>();

  add(call: CallCost, change: CostChange | null): void {
    count(this.all, call, change);
    const key = `${call.provider}\n${call.model}`;
    if (!this.#models.has(key) && this.#models.size >= MODELS_KEPT) return;
    const { provider, model } = call;
    count(
      this.#models.getOrInsertComputed(key, () => ({ provider, model, ...none() })),
      call,
      change,
    );
  }

  /** Rounded for display. */
  totals(): Figures & Pick<Repriced, 'differenceUsd'> {
    const all = shown(this.all);
    return { ...all, differenceUsd: tidy(all.afterUsd - all.beforeUsd) };
  }

  models(): Repriced['models'] {
    const difference = ({ beforeUsd, afterUsd }: Figures): number => Math.abs(afterUsd - beforeUsd);
    return [...this.#models.values()]
      .sort((left, right) => difference(right) - difference(left) || (left.model < right.model ? -1 : 1))
      .slice(0, MODELS_TOLD)
      .map(shown);
  }
}

const shown = <T extends Figures>(figures: T): T => ({
  ...figures,
  beforeUsd: tidy(figures.beforeUsd),
  afterUsd: tidy(figures.afterUsd),
});

function count(figures: Figures, call: CallCost, change: CostChange | null): void {
  figures.records += 1;
  if (change) figures.changedRecords += 1;
  figures.beforeUsd += call.costUsd;
  figures.afterUsd += change ? change.costUsd : call.costUsd;
}
