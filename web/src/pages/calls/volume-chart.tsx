// Calls over time above the list. A click on a bar or a drag over several narrows the window.
import { useFormat, useTexts } from '#i18n';
import { lengthOf, type WindowChoice } from '#lib/time-window';
import { BarChart, Skeleton, timeLabels } from '#ui';
import { callsTexts } from './texts.ts';
import type { Volume } from './volume.ts';
import type { Bar } from './volume-bars.ts';

const HEIGHT = 96;

interface VolumeChartProps {
  volume: Volume;
  onChoose: (choice: WindowChoice) => void;
}

export function VolumeChart({ volume: { bars, counting }, onChoose }: VolumeChartProps) {
  const texts = useTexts(callsTexts);
  const format = useFormat();
  if (bars === null) return counting ? <Skeleton className="h-24 rounded-lg" /> : null;
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last) return null;
  const window = { startTime: first.startTime, endTime: last.endTime };
  const isDaily = lengthOf(first) >= DAY_MS;
  const labels = timeLabels(bars, { isDaily, window }, format);
  const zoom = (from: Bar | undefined, to: Bar | undefined) =>
    from && to && onChoose({ from: from.startTime, to: to.endTime });
  return (
    <div className="min-w-0 rounded-lg border bg-surface px-3 pt-2">
      <BarChart
        label={texts.volume}
        height={HEIGHT}
        points={bars.map(({ startTime, endTime }, at) => ({
          short: labels[at] ?? '',
          long: `${format.time(startTime, 'short')} – ${format.time(endTime, 'short')}`,
        }))}
        series={[
          {
            name: texts.succeeded,
            color: 'var(--color-accent)',
            values: bars.map(({ calls, errors }) => calls - errors),
          },
          { name: texts.failed, color: 'var(--color-bad)', values: bars.map(({ errors }) => errors) },
        ]}
        format={(value) => format.count(value)}
        onPick={(index) => zoom(bars[index], bars[index])}
        onZoom={(first, last) => zoom(bars[first], bars[last])}
        ownPoints
        scale="count"
      />
    </div>
  );
}

const DAY_MS = 86_400_000;
