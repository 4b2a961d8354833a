import { useTexts } from '#i18n';
import { StatusDot, type Tone } from '#ui';
import { experimentTexts } from './texts.ts';
import type { ExperimentData } from './use-experiments.ts';

const TONES: Record<ExperimentData['status'], Tone> = {
  draft: 'neutral',
  queued: 'neutral',
  running: 'accent',
  paused: 'warm',
  cancelled: 'warm',
  done: 'good',
  failed: 'bad',
};

export function ExperimentStatus({ status }: Pick<ExperimentData, 'status'>) {
  const texts = useTexts(experimentTexts);
  return <StatusDot tone={TONES[status]}>{texts.status[status]}</StatusDot>;
}

export function ExperimentBar({ of }: { of: ExperimentData }) {
  const texts = useTexts(experimentTexts);
  const part = (count: number) => ({ width: `${of.cellCount === 0 ? 0 : (count / of.cellCount) * 100}%` });
  const ended = of.doneCount + of.failedCount;
  return (
    <div
      role="progressbar"
      aria-label={texts.progress}
      aria-valuemin={0}
      aria-valuemax={Math.max(of.cellCount, 1)}
      aria-valuenow={ended}
      aria-valuetext={texts.progressText(String(ended), String(of.cellCount))}
      className="flex h-2 overflow-hidden rounded-full bg-hover"
    >
      <span className="bg-accent transition-all" style={part(of.doneCount)} />
      <span className="bg-warm transition-all" style={part(of.failedCount)} />
    </div>
  );
}
