// The end of an import, or of a dry run.
import { countOf, countText, dollarText, durationText } from '../../terminal/amounts.ts';
import { paint, when } from '../../terminal/output.ts';
import type { AccountLimits, Misfit } from './limits.ts';
import type { Outcome } from './outcome.ts';
import type { SourceTally } from './tally.ts';

/** Prompts, datasets and their items, which have no parcels. */
export interface Extra {
  kind: string;
  read: number;
  stored: number;
  present: number;
  rejected: { reason: string; count: number; example: string }[];
}

export interface ImportReport {
  source: string;
  dryRun: boolean;
  read: number;
  scores: number;
  /** Null for a dry run, or if the key may not read the diagnostics. */
  outcome: Outcome | null;
  /** Found by the importer itself; they were not sent. */
  notSent: { reason: string; count: number; example: string }[];
  from: string | null;
  to: string | null;
  cost: { there: number; here: number | null; hereBefore: number | null };
  misfits: Misfit[];
  extras: Extra[];
  seconds: number;
}

const iso = (ms: number | null): string | null =>
  ms === null || Math.abs(ms) > 8.64e15 ? null : new Date(ms).toISOString();

export const timesOf = ({ oldestMs, newestMs }: SourceTally): Pick<ImportReport, 'from' | 'to'> => ({
  from: iso(oldestMs),
  to: iso(newestMs),
});

export function misfitLines(misfits: readonly Misfit[]): string[] {
  return misfits.flatMap(({ message, remedy, isPartial }) => [
    `${paint(isPartial ? 'yellow' : 'red', isPartial ? '!' : '✗')} ${message}`,
    ...(remedy === null ? [] : [`  To change that, ${remedy}.`]),
  ]);
}

export const limitsLine = ({ retentionDays, remaining, quota, storesContent }: AccountLimits): string =>
  `The account keeps records for ${retentionDays} days, can take ${countText(remaining)} of ${countText(quota)} more this month, and ${storesContent ? 'stores' : 'does not store'} messages.`;

export function reportText(report: ImportReport): string {
  const { dryRun, read, scores, outcome, notSent, cost, extras, seconds } = report;
  const lines = [
    `${paint('green', '✓')} ${dryRun ? `${report.source}: nothing was sent.` : `${report.source} was imported.`}`,
    `Read: ${countOf(read, 'record')}${scores > 0 ? `, ${countOf(scores, 'score')}` : ''}${spanOf(report)}.`,
  ];
  if (outcome) {
    lines.push(
      `Stored: ${countText(outcome.stored)}. Already there: ${countText(outcome.duplicates)}. Rejected: ${countText(sum(outcome.rejected))}.`,
      ...outcome.rejected.map(rejection),
    );
  } else if (!dryRun) lines.push('Stored: unknown, because the key may not read the diagnostics.');
  if (notSent.length > 0) lines.push(`Not sent: ${countText(sum(notSent))}.`, ...notSent.map(rejection));
  if (dryRun) lines.push(`Cost there: ${dollarText(cost.there)}.`, ...misfitLines(report.misfits));
  else lines.push(costLine(cost));
  for (const { kind, read: found, stored, present, rejected } of extras) {
    lines.push(
      dryRun
        ? `${kind}: ${countText(found)} would be imported.`
        : `${kind}: ${countText(found)} read, ${countText(stored)} stored, ${countText(present)} already there, ${countText(sum(rejected))} rejected.`,
      ...rejected.map(rejection),
    );
  }
  const rate = seconds > 0 && !dryRun ? `, ${countText(read / seconds)} records/s` : '';
  lines.push(paint('dim', `${durationText(seconds * 1_000)}${rate}`));
  return lines.join('\n');
}

const sum = (counts: readonly { count: number }[]): number =>
  counts.reduce((total, { count }) => total + count, 0);

const rejection = ({ reason, count, example }: { reason: string; count: number; example: string }): string =>
  `  ${countText(count)} × ${reason}${example === '' ? '' : paint('dim', ` (${example})`)}`;

const spanOf = ({ from, to }: ImportReport): string =>
  from === null || to === null ? '' : `, from ${when(from)} to ${when(to)}`;

function costLine({ there, here, hereBefore }: ImportReport['cost']): string {
  if (here === null)
    return `Cost there: ${dollarText(there)}. Cost here: unknown, because the key may not read calls.`;
  const before =
    hereBefore !== null && hereBefore > 0 ? ` (${dollarText(hereBefore)} of it before this import)` : '';
  return `Cost there: ${dollarText(there)}. Cost here in that time: ${dollarText(here)}${before}.`;
}
