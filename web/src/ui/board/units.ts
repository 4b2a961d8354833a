import { useFormat } from '#i18n';
import type { ChartProps } from '../charts/types.ts';
import { METRIC_KINDS, type WidgetMetric } from './widget.ts';

interface Units {
  show: (value: number | null) => string;
  scale: ChartProps['scale'];
}

/** How the values of a metric are written, and the steps of its axis. */
export function useUnits(): (metric: WidgetMetric) => Units {
  const format = useFormat();
  const formats = {
    count: format.compact,
    compact: format.compact,
    money: format.money,
    duration: format.duration,
    share: format.share,
    score: format.score,
  };
  return (metric) => {
    const { unit } = METRIC_KINDS[metric];
    const scale =
      unit === 'count' || unit === 'compact' ? 'count' : unit === 'duration' ? 'duration' : undefined;
    return { show: formats[unit], scale };
  };
}
