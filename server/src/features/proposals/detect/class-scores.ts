// Compares the scores of two models for the same use.
import { welch, type Welch } from '#lib/stats/mean-difference';
import { moments } from '#lib/stats/moments';
import { CHEAPER_MODEL } from '../thresholds.ts';
import { bareModel } from './cheaper-siblings.ts';
import type { ScoredCall } from './facts.ts';
import type { CallClass } from '../records/call-class.ts';

export interface ComparedScores {
  verdict: 'as_good' | 'worse' | 'unknown';
  /** By criterion, for criteria with enough scores on both sides. */
  criteria: { source: string; own: number; proposed: number; ownScores: number; proposedScores: number }[];
  /** True if no criterion's interval reaches far below. */
  close: boolean;
}

/** Scores of one model's calls, by source. */
type Scores = ReadonlyMap<string, readonly number[]>;

const key = (each: CallClass, model: string): string =>
  JSON.stringify([each.project, each.provider, each.classKind, each.className, bareModel(model)]);

export class ClassScores {
  readonly #byModel = new Map<string, Map<string, number[]>>();

  constructor(scored: readonly ScoredCall[]) {
    for (const call of scored) {
      // Calls without a named use may be about anything, so their scores are not comparable.
      if (call.classKind === '') continue;
      this.#byModel
        .getOrInsertComputed(key(call, call.model), () => new Map<string, number[]>())
        .getOrInsertComputed(call.source, () => [])
        .push(call.score);
    }
  }

  compare(each: CallClass, proposed: string): ComparedScores {
    const none: Scores = new Map();
    return compareScores(
      this.#byModel.get(key(each, each.model)) ?? none,
      this.#byModel.get(key(each, proposed)) ?? none,
    );
  }
}

function compareScores(own: Scores, proposed: Scores): ComparedScores {
  const tested = [...own].flatMap(([source, values]) => {
    const others = proposed.get(source) ?? [];
    const enough = Math.min(values.length, others.length) >= CHEAPER_MODEL.leastScores;
    const test = enough ? welch(moments(values), moments(others), 1) : null;
    return test === null ? [] : [{ source, values, others, test }];
  });
  const criteria = tested.map(({ source, values, others }) => ({
    source,
    own: moments(values).mean,
    proposed: moments(others).mean,
    ownScores: values.length,
    proposedScores: others.length,
  }));
  const tests = tested.map(({ test }) => test);
  return { verdict: verdictOf(tests), criteria, close: tests.every(isClose) };
}

function verdictOf(tests: readonly Welch[]): ComparedScores['verdict'] {
  if (tests.length === 0) return 'unknown';
  const worse = ({ difference, pValue }: Welch) =>
    difference < 0 && pValue !== null && pValue < CHEAPER_MODEL.worseAt;
  if (tests.some(worse)) return 'worse';
  return tests.every(({ difference }) => difference >= 0) ? 'as_good' : 'unknown';
}

const isClose = ({ interval }: Welch): boolean =>
  interval !== null && interval.low >= -CHEAPER_MODEL.closeDrop;
