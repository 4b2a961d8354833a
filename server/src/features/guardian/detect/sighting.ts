// What a detector says: pure, from numbers that were asked for, without clock or store. What it says again of the same unit is held
// against what was counted of that unit before, so that nothing counts twice however often it is looked at.
import type { EvidenceQuestion } from '#records';
import type { KindFigures } from '../figures.ts';
import type { Severity } from '../kinds.ts';

export type Sighting = SightingBase & KindFigures;

interface SightingBase {
  /** As records know it. */
  project: number;
  /** What tells one cause from another: a tool, a model, a trace. */
  cause: string;
  /** Whether each occasion is a finding of its own once it has been quiet for a while; else the cause is one for ever. */
  byOccasion: boolean;
  /** Of which `total` is the whole number so far: a trace, a quarter of an hour. Null: `total` is new, all of it. */
  unit: string | null;
  /** Records that show it. */
  total: number;
  severity: Severity;
  title: string;
  detail: string;
  callIds: readonly string[];
  traceIds: readonly string[];
  firstMs: number;
  lastMs: number;
  /** Where there are calls to show that are not at hand yet. */
  evidence?: EvidenceQuestion;
}
