// The CI gate: compares a candidate with a baseline and applies thresholds.
import { invalid, unknownId } from '#lib/app-error';
import type { Context } from '#core/context';
import { comparison, requireCompleted, requireRun, requireSameSplit } from './compare-runs.ts';
import { gateVerdict } from '#services/score-comparison';
import type { GateAnswer, GateQuery } from './compare-schemas.ts';
import { sameOutputs } from './same-outputs.ts';
import { criteriaIn, selectRunBefore, type RunRow } from './store.ts';
import { trustOf } from '#features/judge-trust';

export async function gate(ctx: Context, query: GateQuery): Promise<GateAnswer> {
  const { candidate: id, baseline: _id, baselineName: _name, ...thresholds } = query;
  requireBaseline(query);
  const candidate = await requireRun(ctx, 'candidate', id);
  requireCompleted('candidate', candidate);
  const before = await baselineOf(ctx, query, candidate);
  const judgeTrust = await trustBehind(ctx, candidate);
  if (before === null) {
    const explanation = 'There is no earlier completed run with that name to compare with.';
    return {
      ...gateVerdict(null, thresholds),
      baselineResolved: null,
      criterionDeltas: [],
      overall: null,
      itemsAllowed: null,
      explanation,
      judgeTrust,
    };
  }
  requireCompleted('baseline', before);
  requireSameSplit(before, candidate);
  const compared = await comparison(ctx, before, candidate);
  const { criterionDeltas, overall, itemsAllowed, explanation } = compared;
  // Only for paired items, because overlapping windows of calls always share some outputs.
  const same = (overall?.pairedCount ?? null) === null ? null : await sameOutputs(ctx, before, candidate);
  return {
    ...gateVerdict({ ...compared, sameOutputs: same }, thresholds),
    baselineResolved: { id: before.id, name: before.name },
    criterionDeltas,
    overall,
    itemsAllowed,
    explanation,
    judgeTrust,
  };
}

/** Checks the query before any run is loaded. */
function requireBaseline({ candidate, baseline, baselineName, allowMissingBaseline }: GateQuery): void {
  if (baseline === candidate) throw invalid('baseline', 'A run cannot be its own baseline.', 'same_run');
  if (baseline === undefined && baselineName === undefined && allowMissingBaseline !== true)
    throw invalid('baseline', 'Name the baseline: a run id, or baselineName.', 'baseline_required');
}

/** Null if there is no baseline and that is allowed. */
async function baselineOf(ctx: Context, query: GateQuery, candidate: RunRow): Promise<RunRow | null> {
  const { baseline, baselineName, allowMissingBaseline = false } = query;
  if (baseline !== undefined) return requireRun(ctx, 'baseline', baseline);
  if (baselineName === undefined) return null;
  const projectId = ctx.project?.id ?? null;
  const found = await selectRunBefore(ctx.db, ctx.account.id, projectId, baselineName, candidate);
  if (found || allowMissingBaseline) return found;
  throw unknownId(
    'baselineName',
    `There is no completed run named "${baselineName}"${candidate.split === null ? '' : ` over the split "${candidate.split}"`} before run ${candidate.id}. Allow a missing baseline for the first run of a name.`,
    'no_baseline',
  );
}

async function trustBehind(ctx: Context, run: RunRow): Promise<GateAnswer['judgeTrust']> {
  if (!criteriaIn(run).some(({ type }) => type === 'llm_judge')) return null;
  const { probe, human, trustEstablished } = await trustOf(ctx);
  return { trustEstablished, probes: probe.probes, pairedCalls: human.pairedCalls };
}
