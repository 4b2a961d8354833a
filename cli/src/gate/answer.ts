// Reads the answer of GET /v1/eval-runs/gate. Figures may be missing; the decision must be there and
// consistent.
import type { Schemas } from '@tracewell/sdk';
import { plain } from '../terminal/columns.ts';
import { serviceFault } from '../service/fault.ts';
import { count, fieldsIn, isFields, asFinite, asString, type Fields } from '../service/read.ts';

type Served = Schemas['EvalGate'];

/** A newer service may have codes that this version does not know. */
type Open<T> = { [P in keyof T]: T[P] extends string ? string : T[P] };

type Figures =
  | ('name' | 'baselineMean' | 'candidateMean' | 'delta' | 'baselineCount' | 'candidateCount' | 'pairedCount')
  | ('newFailures' | 'pValue' | 'significant' | 'power' | 'itemsNeeded' | 'note');

export interface Delta extends Pick<Schemas['CriterionDelta'], Figures> {
  criterionId: number | null;
  /** 0 to 1 of the scale, the unit of the thresholds. */
  ofScale: number | null;
  mixed: boolean;
}

export type GateViolation = Open<Pick<Served['violations'][number], 'criterionId' | 'kind' | 'message'>>;

/** An observation of the gate that does not decide it. */
type Caution = Open<Pick<Served['cautionDetails'][number], 'code' | 'criterionId' | 'message'>>;

export interface GateReply {
  pass: boolean;
  verdict: string;
  violations: GateViolation[];
  cautions: Caution[];
  baseline: { id: number | null; name: string | null } | null;
  deltas: Delta[];
  /** The comparison in words. */
  explanation: string | null;
  /** Null if no judge was used; undefined if the service does not report it. */
  judgeTrust: Fields | null | undefined;
}

export function readGateAnswer(value: unknown): GateReply {
  if (!isFields(value) || typeof value['pass'] !== 'boolean') {
    throw serviceFault(
      'unexpected_answer',
      'The service did not say whether the gate passes. Is TRACEWELL_URL the address of a Tracewell service?',
    );
  }
  const { pass } = value;
  const violations = fieldsIn(value['violations']).map(readViolation);
  const verdict = asString(value['verdict']) ?? (pass ? 'pass' : 'fail');
  if (pass && (verdict === 'fail' || violations.length > 0)) {
    throw serviceFault(
      'unexpected_answer',
      'The answer of the service contradicts itself: the gate passes and does not pass.',
    );
  }
  const { baselineResolved: resolved, judgeTrust } = value;
  return {
    pass,
    verdict: plain(verdict),
    violations,
    cautions: readCautions(value),
    baseline: isFields(resolved) ? { id: asFinite(resolved['id']), name: asString(resolved['name']) } : null,
    deltas: fieldsIn(value['criterionDeltas']).map(readDelta),
    explanation: asString(value['explanation']),
    judgeTrust: judgeTrust === null || isFields(judgeTrust) ? judgeTrust : undefined,
  };
}

function readDelta(fields: Fields): Delta {
  const criterionId = asFinite(fields['criterionId']);
  const pairedCount = asFinite(fields['pairedCount']);
  return {
    criterionId,
    name: asString(fields['name']) ?? `Criterion ${criterionId ?? '?'}`,
    baselineMean: asFinite(fields['baselineMean']),
    candidateMean: asFinite(fields['candidateMean']),
    delta: asFinite(fields['delta']),
    ofScale: asFinite(fields['effect']) ?? asFinite(fields['normalizedDelta']),
    baselineCount: count(fields['baselineCount']),
    candidateCount: count(fields['candidateCount']),
    pairedCount: pairedCount === null ? null : count(pairedCount),
    newFailures: count(fields['newFailures']),
    pValue: asFinite(fields['pValue']),
    significant: fields['significant'] === true,
    mixed: fields['direction'] === 'mixed',
    power: asFinite(fields['power']),
    itemsNeeded: asFinite(fields['itemsNeeded']),
    note: asString(fields['note']),
  };
}

/** Codes only, if a service gives no details. */
function readCautions(value: Fields): Caution[] {
  const details = fieldsIn(value['cautionDetails']).map((fields) => {
    const code = asString(fields['code']) ?? 'caution';
    return {
      code,
      criterionId: asFinite(fields['criterionId']),
      message: asString(fields['message']) ?? unexplained(code),
    };
  });
  const codes = Array.isArray(value['cautions'])
    ? value['cautions'].flatMap((code) => asString(code) ?? [])
    : [];
  const alone = codes
    .filter((code) => details.every((detail) => detail.code !== code))
    .map((code) => ({ code, criterionId: null, message: unexplained(code) }));
  return [...details, ...alone];
}

const unexplained = (code: string): string => `The service cautions: ${code}.`;

function readViolation(fields: Fields): GateViolation {
  const kind = asString(fields['kind']) ?? 'violation';
  return {
    criterionId: asFinite(fields['criterionId']),
    kind,
    message: asString(fields['message']) ?? `A threshold was exceeded (${kind}).`,
  };
}
