// Figures and words shared by the terminal, Markdown and JUnit reports.
import { plain } from '../terminal/columns.ts';
import type { Delta, GateReply, GateViolation } from './answer.ts';
import { asFinite, type Fields } from '../service/read.ts';
import type { RunState } from '../runs/state.ts';

/** At most nine characters. */
export function figure(value: number | null): string {
  if (value === null) return '-';
  return Math.abs(value) < 10_000 ? value.toFixed(3) : value.toExponential(2);
}

export function signed(value: number | null): string {
  if (value === null) return '-';
  const shown = figure(value);
  // A value that rounds to zero has no sign.
  if (Number(shown) === 0) return figure(0);
  return value > 0 ? `+${shown}` : shown;
}

export function probabilityText(p: number | null): string {
  if (p === null) return '-';
  return p < 0.001 ? '<0.001' : figure(p);
}

export function significanceOf({
  pValue,
  significant,
  mixed,
}: Delta): 'significant' | 'noise' | 'mixed' | 'not tested' {
  if (significant) return mixed ? 'mixed' : 'significant';
  return pValue === null ? 'not tested' : 'noise';
}

/** A fall that is no noise, within what is allowed or not. One that rounds to zero is none. */
export const hasFallen = (delta: Delta): boolean =>
  significanceOf(delta) === 'significant' && Number(figure(delta.ofScale)) < 0;

/** Items compared one by one, or the scores of each run. */
export function items({ pairedCount, baselineCount, candidateCount }: Delta): string {
  if (pairedCount !== null) return String(pairedCount);
  return baselineCount === candidateCount ? String(candidateCount) : `${baselineCount}/${candidateCount}`;
}

export const violationsOf = ({ violations }: GateReply, { criterionId }: Delta): GateViolation[] =>
  criterionId === null ? [] : violations.filter((violation) => violation.criterionId === criterionId);

const called = (id: number | null, name: string | null): string =>
  `run ${id ?? '?'}${name === null ? '' : ` “${plain(name)}”`}`;

export function headline({ baseline }: GateReply, run: RunState): string {
  const against = baseline === null ? 'no baseline' : called(baseline.id, baseline.name);
  const split = run.split === null ? '' : `, split “${plain(run.split)}”,`;
  return `${called(run.id, run.name)}${split} against ${against}`;
}

export function decision({ pass, verdict, violations }: GateReply): string {
  if (verdict === 'no_baseline') {
    return pass
      ? 'pass: there is no baseline yet, this run is the first of its name'
      : 'no baseline: there is nothing to compare with';
  }
  if (verdict === 'inconclusive') {
    return pass
      ? 'inconclusive: it passes, but there is a drop beyond the threshold that may be noise'
      : 'inconclusive: there is a drop beyond the threshold that may be noise, and --fail-on-inconclusive is set';
  }
  if (pass) return 'pass';
  const many = violations.length;
  return `fail: ${many === 0 ? 'the service gave no reason' : `${many} ${many === 1 ? 'violation' : 'violations'}`}`;
}

/** What a reader should know before trusting the figures. */
export function cautions(answer: GateReply, run: RunState): string[] {
  return [
    ...answer.cautions.map(({ message }) => plain(message)),
    ...unscored(run),
    ...weak(answer),
    ...notes(answer.deltas),
    ...trust(answer.judgeTrust),
  ];
}

/** Passed, failed, or passed with an undecided drop. */
export const outcome = ({ pass, verdict }: GateReply): 'pass' | 'fail' | 'undecided' =>
  !pass ? 'fail' : verdict === 'inconclusive' ? 'undecided' : 'pass';

export const isUndecided = ({ cautions: all }: GateReply, { criterionId }: Delta): boolean =>
  criterionId !== null &&
  all.some((caution) => caution.code === 'inconclusive' && caution.criterionId === criterionId);

/** Useful information that is no reason for doubt. */
export function remarks({ explanation, judgeTrust }: GateReply): string[] {
  return [
    ...(explanation === null ? [] : [plain(explanation)]),
    ...(judgeTrust === null ? ['No judge was asked: all of these scores come from rules.'] : []),
  ];
}

function unscored({ id, failedCount, scoredCount, pendingCount, error }: RunState): string[] {
  if (failedCount === 0) return [];
  const all = scoredCount + failedCount + pendingCount;
  const why = error ?? 'the run itself lists the reasons.';
  return [`${failedCount} of ${all} scores of run ${id} could not be made: ${why}`];
}

const ENOUGH_POWER = 0.8;

/** Skipped if the service explains it, because that is more precise. */
function weak({ deltas, explanation }: GateReply): string[] {
  if (explanation !== null) return [];
  const weakOnes = deltas.flatMap(({ name, significant, power, itemsNeeded }) => {
    if (significant || power === null || power >= ENOUGH_POWER) return [];
    const enough = itemsNeeded === null ? '' : `, ${itemsNeeded} items would do`;
    return [`${plain(name)} (power ${percent(power)}${enough})`];
  });
  if (weakOnes.length === 0) return [];
  return [`Too little data to tell a real drop from noise: ${weakOnes.join('; ')}.`];
}

const notes = (deltas: readonly Delta[]): string[] =>
  deltas.flatMap(({ name, note }) => (note === null ? [] : [`${plain(name)}: ${plain(note)}`]));

const percent = (part: number): string => `${Math.round(part * 100)} %`;

function trust(judgeTrust: GateReply['judgeTrust']): string[] {
  if (judgeTrust === null || judgeTrust?.['trustEstablished'] === true) return [];
  if (judgeTrust === undefined) {
    return ['The service does not say how far the judge behind these scores can be trusted.'];
  }
  const seen = evidence(judgeTrust);
  return [
    `The judge behind these scores has not earned trust yet${seen === '' ? '' : ` (${seen})`}: read the scores of some items before you rely on this.`,
  ];
}

function evidence({ probes, pairedCalls }: Fields): string {
  const many = (value: unknown, one: string, more: string): string[] => {
    const n = asFinite(value);
    return n === null ? [] : [`${n} ${n === 1 ? one : more}`];
  };
  return [
    ...many(probes, 'probe', 'probes'),
    ...many(pairedCalls, 'call also rated by people', 'calls also rated by people'),
  ].join(', ');
}
