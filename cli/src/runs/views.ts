// Evaluation runs on a terminal.
import type { Schemas } from '@tracewell/sdk';
import { dollarText, durationText, countText } from '../terminal/amounts.ts';
import { plain, wrapped } from '../terminal/columns.ts';
import { fittedTable, type TextColumn } from '../terminal/fitted.ts';
import { facts, paint, when } from '../terminal/output.ts';
import { screenWidth } from '../terminal/screen.ts';

type Run = Schemas['EvalRun'];

const RUN_COLUMNS: readonly TextColumn<Run>[] = [
  { head: 'ID', of: ({ id }) => String(id), figure: true },
  { head: 'NAME', of: ({ name }) => name, cut: 1 },
  { head: 'STATUS', of: ({ status }) => statusText(status) },
  { head: 'SCORED', of: scoredText, figure: true, drop: 1 },
  { head: 'MEAN', of: ({ meanScores }) => part(meanOf(meanScores)), figure: true, drop: 2 },
  { head: 'COST', of: ({ costUsd }) => dollarText(costUsd), figure: true, drop: 4 },
  { head: 'CREATED', of: ({ createdAt }) => when(createdAt), drop: 3 },
];

export const runsTable = (runs: readonly Run[], width?: number): string =>
  fittedTable(RUN_COLUMNS, runs, width);

const COLOURS = {
  completed: 'green',
  failed: 'red',
  canceled: 'yellow',
  queued: 'dim',
  running: 'cyan',
} as const;

const statusText = (status: Run['status']): string => paint(COLOURS[status] ?? 'dim', plain(status));

function scoredText({ scoredCount, failedCount, pendingCount }: Run): string {
  return `${countText(scoredCount)}/${countText(scoredCount + failedCount + pendingCount)}`;
}

/** Over all scores, each as a part of its scale. */
function meanOf(means: Run['meanScores']): number | null {
  const scores = means.reduce((sum, { count }) => sum + count, 0);
  if (scores === 0) return null;
  return means.reduce((sum, { normalizedMean, count }) => sum + normalizedMean * count, 0) / scores;
}

const part = (of: number | null): string => (of === null ? '-' : `${Math.round(100 * of)} %`);

const MEAN_COLUMNS: readonly TextColumn<Run['meanScores'][number]>[] = [
  { head: 'CRITERION', of: ({ name }) => name, cut: 1 },
  { head: 'SCORES', of: ({ count }) => countText(count), figure: true, drop: 1 },
  { head: 'MEAN', of: ({ mean }) => String(Math.round(1_000 * mean) / 1_000), figure: true },
  { head: 'OF SCALE', of: ({ normalizedMean }) => part(normalizedMean), figure: true, drop: 2 },
];

export function runView(run: Run, width = screenWidth()): string {
  const { id, name, status, callCount, startedAt, completedAt, error, meanScores } = run;
  const took =
    startedAt === null || completedAt === null ? null : Date.parse(completedAt) - Date.parse(startedAt);
  const pairs: [string, string][] = [
    ['run', `${id} (${plain(name)})`],
    ['status', statusText(status)],
    ['calls', countText(callCount)],
    ['scored', scoredText(run)],
    ['cost', dollarText(run.costUsd)],
    ['created', when(run.createdAt)],
    ...(took === null ? [] : [['took', durationText(took)] satisfies [string, string]]),
  ];
  return [
    facts(pairs),
    ...(error === null
      ? []
      : [
          wrapped(plain(error), width)
            .map((line) => paint('yellow', line))
            .join('\n'),
        ]),
    meanScores.length === 0 ? 'No scores.' : fittedTable(MEAN_COLUMNS, meanScores, width),
  ].join('\n\n');
}
