// Detects a trace that is far larger or more expensive than the others of its project.
import { roundUsd } from '#lib/money';
import { counted, dollars, named, number } from '#lib/wording';
import { graded, graver } from '../kinds.ts';
import type { TraceSize } from '../records/traces.ts';
import type { TraceBaseline } from '../records/baseline.ts';
import type { Sighting } from './sighting.ts';

/** Traces below both limits are ignored. */
export const MIN_TRACE = { spans: 100, costUsd: 1 } as const;
const MIN_TRACES = 20;
/**
 * One in thirty thousand and one in three million under the assumed distribution. Costs have longer tails
 * than loops.
 */
const DEVIATIONS = { spans: 4, costUsd: 5 } as const;
/** For a project without enough traces for a baseline. */
const WITHOUT_USUAL = { spans: 500, costUsd: 25 } as const;

export function runawayTraces(
  traces: readonly TraceSize[],
  usual: ReadonlyMap<number, TraceBaseline>,
): Sighting[] {
  return traces.flatMap((trace): Sighting[] => {
    const known = usual.get(trace.project);
    const limits = limitsOf(known);
    const wide = trace.spans >= limits.spans;
    const costly = trace.costUsd >= limits.costUsd;
    if (!wide && !costly) return [];
    const reasons = [
      ...(wide ? [`${counted(trace.spans, 'span')} (usual: ${usualText(known?.spans50, number)})`] : []),
      ...(costly ? [`${dollars(trace.costUsd)} (usual: ${usualText(known?.cost50, dollars)})`] : []),
    ];
    const bySpans = wide ? graded(trace.spans / limits.spans, [1, 4, 20]) : 'low';
    const byCost = costly ? graded(trace.costUsd, [MIN_TRACE.costUsd, 20, 100]) : 'low';
    return [
      {
        kind: 'runaway_trace',
        project: trace.project,
        cause: trace.traceId,
        byOccasion: false,
        unit: trace.traceId,
        total: trace.spans,
        severity: graver(bySpans, byCost),
        title: `A trace ran to ${wide ? counted(trace.spans, 'span') : dollars(trace.costUsd)}`,
        detail:
          `Trace ${named(trace.traceId)} has ${reasons.join(' and ')}, with ${counted(trace.calls, 'call')} in it. ` +
          'The agent may have failed to stop, or had far more to do than usual.',
        values: {
          traceId: trace.traceId,
          over: wide && costly ? 'both' : wide ? 'spans' : 'cost',
          spans: trace.spans,
          calls: trace.calls,
          costUsd: roundUsd(trace.costUsd),
          spanLimit: Math.round(limits.spans),
          costLimitUsd: roundUsd(limits.costUsd),
          usualSpans: known?.spans50 ?? 0,
          usualCostUsd: roundUsd(known?.cost50 ?? 0),
        },
        callIds: trace.callIds,
        traceIds: [trace.traceId],
        firstMs: trace.firstMs,
        lastMs: trace.lastMs,
      },
    ];
  });
}

function limitsOf(usual: TraceBaseline | undefined) {
  if (!usual || usual.traces < MIN_TRACES) return WITHOUT_USUAL;
  return {
    spans: Math.max(MIN_TRACE.spans, farAbove(usual.spans50, usual.spans95, DEVIATIONS.spans)),
    costUsd: Math.max(MIN_TRACE.costUsd, farAbove(usual.cost50, usual.cost95, DEVIATIONS.costUsd)),
  };
}

const usualText = (value: number | undefined, text: (value: number) => string): string =>
  value === undefined ? 'not known yet' : text(value);

/** The 95th percentile of a normal distribution, in standard deviations. */
const Z95 = 1.645;
/** Values that hardly differ count as if they differed by a third. */
const MIN_SPREAD = 0.3;
const MIN_FACTOR = 2.5;

/**
 * The limit above which a value stands out from values spread over orders of magnitude, such as costs and sizes. It
 * uses logarithms, the median and the spread above the median.
 */
export function farAbove(q50: number, q95: number, deviations: number): number {
  if (q50 <= 0) return MIN_FACTOR * 2 * Math.max(0, q95);
  const spread = Math.max(MIN_SPREAD, Math.log(Math.max(q95, q50) / q50) / Z95);
  return Math.max(q50 * Math.exp(deviations * spread), MIN_FACTOR * q95);
}
