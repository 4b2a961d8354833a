// The output of a detector. Detectors are pure: they see numbers, but no clock and no store. Repeated
// sightings of the same unit are compared with its previous total, so nothing counts twice.
import { QUARTER_MS } from '#records';
import type { FindingFigures } from '../figures.ts';
import type { Severity } from '../kinds.ts';
import type { EvidenceQuestion } from '../records/quarters.ts';

export type Sighting = SightingBase & FindingFigures;

interface SightingBase {
  /** The project number in the records. */
  project: number;
  /** Distinguishes causes: a tool, a model, a trace. */
  cause: string;
  /**
   * If true, a sighting after a quiet time becomes a new finding. If false, the cause always has one finding.
   */
  byOccasion: boolean;
  /** The unit that `total` covers so far: a trace, a quarter of an hour. If null, all of `total` is new. */
  unit: string | null;
  /** Number of records that show it. */
  total: number;
  severity: Severity;
  title: string;
  detail: string;
  callIds: readonly string[];
  traceIds: readonly string[];
  firstMs: number;
  lastMs: number;
  /** Set if the calls to show are not loaded yet. */
  evidence?: EvidenceQuestion;
}

/** The part of a sighting that every detector of a quarter of an hour shares. Its calls are loaded later. */
export function quarterEvidence(
  { project, quarter, lastMs }: { project: number; quarter: number; lastMs: number },
  by: EvidenceQuestion['by'],
  model: EvidenceQuestion['model'] = null,
): Pick<SightingBase, 'callIds' | 'traceIds' | 'firstMs' | 'lastMs' | 'evidence'> {
  const fromMs = quarter * QUARTER_MS;
  const evidence = { project, model, fromMs, toMs: fromMs + QUARTER_MS, responseModel: null, by };
  return { callIds: [], traceIds: [], firstMs: fromMs, lastMs, evidence };
}
