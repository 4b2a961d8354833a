import { useTexts } from '#i18n';
import { StatusDot, type Tone } from '#ui';
import type { RunData } from '../types.ts';
import { runTexts } from './texts.ts';

const TONES: Record<RunData['status'], Tone> = {
  queued: 'neutral',
  running: 'accent',
  completed: 'good',
  failed: 'bad',
  canceled: 'warm',
};

export function RunStatus({ status }: Pick<RunData, 'status'>) {
  const texts = useTexts(runTexts);
  return <StatusDot tone={TONES[status]}>{texts.status[status]}</StatusDot>;
}

export const scoreTotal = ({ scoredCount, failedCount, pendingCount }: RunData): number =>
  scoredCount + failedCount + pendingCount;

/** Scored and failed both count as done; they differ by colour, and in words beside the bar. */
export function RunBar({ run }: { run: RunData }) {
  const texts = useTexts(runTexts);
  const total = scoreTotal(run);
  const done = run.scoredCount + run.failedCount;
  const part = (count: number) => ({ width: `${total === 0 ? 0 : (count / total) * 100}%` });
  return (
    <div
      role="progressbar"
      aria-label={texts.progress}
      aria-valuemin={0}
      aria-valuemax={Math.max(total, 1)}
      aria-valuenow={done}
      aria-valuetext={texts.progressText(String(done), String(total))}
      className="flex h-2 overflow-hidden rounded-full bg-hover"
    >
      <span className="bg-accent transition-all" style={part(run.scoredCount)} />
      <span className="bg-warm transition-all" style={part(run.failedCount)} />
    </div>
  );
}
