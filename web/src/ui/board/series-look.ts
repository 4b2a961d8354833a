// The name, the colour and the stroke of each series of a widget.
import { colorsOfNames, REST_COLOR } from '#lib/palette';
import type { Series } from '../charts/types.ts';
import type { DataSeries } from './read.ts';
import type { Widget, WidgetMetric } from './widget.ts';

const RANK_LOOKS: Readonly<Record<string, Pick<Series, 'color' | 'dash'>>> = {
  p50: { color: 'var(--color-accent)', dash: '1 0' },
  p95: { color: 'var(--color-warm)', dash: '6 3' },
  p99: { color: 'var(--color-plum)', dash: '2 2.5' },
};

/** All metrics except errors share one hue, because a different colour should have a meaning. */
const METRIC_COLORS: Partial<Record<WidgetMetric, string>> = { error_rate: 'var(--color-bad)' };

interface Words {
  metrics: Readonly<Record<WidgetMetric, string>>;
  spans: string;
  succeeded: string;
  failed: string;
  rest: string;
  blank: string;
}

export function seriesLook(
  series: readonly DataSeries[],
  { of, metric, groupBy }: Widget['question'],
  words: Words,
): Series[] {
  const groups = series.filter(({ role }) => role === 'group').map(({ key }) => key);
  const colors = new Map(colorsOfNames(groupBy ?? metric, groups).map((color, at) => [groups[at], color]));
  return series.map(({ role, key, values, counts }) => {
    const drawn = { values, ...(counts ? { counts } : {}) };
    switch (role) {
      case 'all':
        return {
          name: of === 'spans' && metric === 'count' ? words.spans : words.metrics[metric],
          color: METRIC_COLORS[metric] ?? 'var(--color-accent)',
          ...drawn,
        };
      case 'rank':
        return { name: key, color: 'var(--color-accent)', ...RANK_LOOKS[key], ...drawn };
      case 'succeeded':
        return { name: words.succeeded, color: 'var(--color-accent)', ...drawn };
      case 'failed':
        return { name: words.failed, color: 'var(--color-bad)', ...drawn };
      case 'rest':
        return { name: words.rest, color: REST_COLOR, ...drawn };
      default:
        return { name: key === '' ? words.blank : key, color: colors.get(key) ?? REST_COLOR, ...drawn };
    }
  });
}
