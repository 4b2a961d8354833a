// Detects a prompt version that does worse than the previous one: more of its calls fail, or people or judges
// score it lower, by more than chance.
import { welch } from '#lib/stats/mean-difference';
import { moments } from '#lib/stats/moments';
import { normalCdf } from '#lib/stats/normal';
import { wilson } from '#lib/stats/wilson';
import { dollars, percent } from '#lib/wording';
import { FAILING_VERSION } from '../thresholds.ts';
import type { ProposalFacts, FoundProposal, ScoredCall } from './facts.ts';
import { inOrder } from './version-order.ts';
import { quotedName, roundedMicros, whole } from './wording.ts';
import type { VersionFigures } from '../records/prompt-versions.ts';

interface Worse {
  than: VersionFigures;
  /** The evidence in words and numbers. */
  saying: string;
  values: Partial<Extract<FoundProposal, { kind: 'failing_prompt_version' }>['values']>;
  failures: number;
  pValue: number;
  callIds: readonly string[];
}

export function detectFailingVersions({ versions, scores, prompts, endMs }: ProposalFacts): FoundProposal[] {
  const byPrompt = Map.groupBy(versions, ({ project, prompt }) => JSON.stringify([project, prompt]));
  const byVersion = Map.groupBy(
    scores.filter(({ ofEvalRun }) => !ofEvalRun),
    ({ project, prompt, version }) => JSON.stringify([project, prompt, version]),
  );
  const scoresOf = ({ project, prompt, version }: VersionFigures): ScoredCall[] =>
    byVersion.get(JSON.stringify([project, prompt, version])) ?? [];
  return [...byPrompt.values()].flatMap((ofPrompt) => {
    const ordered = inOrder(ofPrompt, prompts);
    return ordered.flatMap((each, at) => {
      if (endMs - each.lastSeenMs > FAILING_VERSION.usedWithinMs) return [];
      const before = ordered.slice(0, at).toReversed();
      const worse = [
        worseByErrors(
          each,
          before.find(({ calls }) => calls >= FAILING_VERSION.leastCalls),
        ),
        worseByScores(each, before, scoresOf),
      ].filter((one) => one !== null);
      return worse.length === 0 ? [] : [foundFor(each, worse)];
    });
  });
}

function worseByErrors(each: VersionFigures, than: VersionFigures | undefined): Worse | null {
  if (!than || each.calls < FAILING_VERSION.leastCalls || each.errors < FAILING_VERSION.leastErrors)
    return null;
  const now = wilson(each.errors, each.calls, FAILING_VERSION.confidence);
  const then = wilson(than.errors, than.calls, FAILING_VERSION.confidence);
  if (!now || !then || now.low <= then.high) return null;
  const [rate, rateBefore] = [each.errors / each.calls, than.errors / than.calls];
  return {
    than,
    saying: `${percent(rate)} of its ${whole(each.calls)} calls failed, against ${percent(rateBefore)} of the ${whole(than.calls)} calls of version ${quotedName(than.version)}`,
    values: {
      errors: each.errors,
      errorRate: roundedMicros(rate),
      errorRateLow: roundedMicros(now.low),
      callsBefore: than.calls,
      errorsBefore: than.errors,
      errorRateBefore: roundedMicros(rateBefore),
      errorRateBeforeHigh: roundedMicros(then.high),
    },
    failures: each.errors,
    pValue: twoShares(each.errors, each.calls, than.errors, than.calls),
    callIds: each.callIds,
  };
}

/** Two-sided test of two proportions, pooled. */
function twoShares(a: number, nA: number, b: number, nB: number): number {
  const pooled = (a + b) / (nA + nB);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / nA + 1 / nB));
  return error === 0 ? 1 : 2 * normalCdf(-Math.abs(a / nA - b / nB) / error);
}

/** The most certain source by which it is worse than the nearest previous version with scores. */
function worseByScores(
  each: VersionFigures,
  before: readonly VersionFigures[],
  scoresOf: (version: VersionFigures) => ScoredCall[],
): Worse | null {
  const bySource = Map.groupBy(scoresOf(each), ({ source }) => source);
  const drops = [...bySource].flatMap(([source, scored]): Worse[] => {
    if (scored.length < FAILING_VERSION.leastScores) return [];
    for (const than of before) {
      const former = scoresOf(than).filter((score) => score.source === source);
      if (former.length < FAILING_VERSION.leastScores) continue;
      const [now, then] = [
        moments(scored.map(({ score }) => score)),
        moments(former.map(({ score }) => score)),
      ];
      const test = welch(then, now, 1);
      const sure = test?.pValue != null && test.pValue < FAILING_VERSION.scoresAt;
      if (!test || !sure || test.difference > -FAILING_VERSION.leastDrop) return [];
      const low = scored.filter(({ score }) => score < then.mean);
      return [
        {
          than,
          saying:
            `${source === 'human' ? 'people gave' : `criterion ${source} gave`} it ${now.mean.toFixed(2)} on a scale from 0 to 1 (${whole(now.n)} scores), ` +
            `against ${then.mean.toFixed(2)} (${whole(then.n)}) for version ${quotedName(than.version)}`,
          values: {
            scoredBy: source,
            scoredVersionBefore: than.version,
            meanScore: roundedMicros(now.mean),
            scores: now.n,
            meanScoreBefore: roundedMicros(then.mean),
            scoresBefore: then.n,
          },
          failures: low.length,
          pValue: test.pValue ?? 1,
          callIds: low.slice(0, 5).map(({ id }) => id),
        },
      ];
    }
    return [];
  });
  return drops.toSorted((left, right) => left.pValue - right.pValue)[0] ?? null;
}

function foundFor(each: VersionFigures, worse: readonly Worse[]): FoundProposal {
  const byErrors = worse.some(({ values }) => 'errors' in values);
  const [than] = worse.map((one) => one.than.version);
  const surest = Math.min(...worse.map(({ pValue }) => pValue));
  const sayings = worse.map(({ saying }) => saying).join('; ');
  return {
    kind: 'failing_prompt_version',
    project: each.project,
    cause: [each.prompt, each.version],
    title: `Version ${quotedName(each.version)} of prompt ${quotedName(each.prompt)} ${byErrors ? 'fails more often' : 'is scored lower'} than version ${quotedName(than ?? '')}`,
    detail:
      `${sayings.charAt(0).toUpperCase()}${sayings.slice(1)}. Chance alone would show as much in one case in ${oneIn(surest)}. ` +
      `The calls that failed cost ${dollars(each.errorsCostUsd)}. Roll back, or compare the two versions.`,
    callIds: [...new Set(worse.flatMap(({ callIds }) => callIds))].slice(0, 10),
    traceIds: each.traceIds,
    values: {
      prompt: each.prompt,
      version: each.version,
      versionBefore: than ?? '',
      calls: each.calls,
      errorsCostUsd: roundedMicros(each.errorsCostUsd),
      ...Object.assign({}, ...worse.map(({ values }) => values)),
      pValue: surest,
    },
    savingUsd: each.errorsCostUsd,
    confidence: Math.min(0.99, 1 - surest),
    failures: Math.max(...worse.map(({ failures }) => failures)),
  };
}

const oneIn = (pValue: number): string => (pValue < 1e-6 ? 'more than a million' : whole(1 / pValue));
