import { useFormat, useTexts } from '#i18n';
import { Card, Skeleton, Sparkline, Stat, Waiting } from '#ui';
import { overviewTexts } from './texts.ts';
import type { Figures } from './types.ts';

interface Line {
  name: keyof Figures;
  label: string;
  show: (value: number | null) => string;
  /** Whether an increase is good; null if it is neither. */
  moreIsGood: boolean | null;
  color: string;
}

export function Stats({ figures }: { figures: Figures }) {
  const texts = useTexts(overviewTexts);
  const format = useFormat();
  const lines: Line[] = [
    { name: 'count', label: texts.metrics.count, show: format.compact, moreIsGood: null, color: 'accent' },
    { name: 'cost', label: texts.metrics.cost, show: format.money, moreIsGood: null, color: 'cool' },
    { name: 'tokens', label: texts.metrics.tokens, show: format.compact, moreIsGood: null, color: 'plum' },
    { name: 'latency', label: texts.p95, show: format.duration, moreIsGood: false, color: 'warm' },
    {
      name: 'error_rate',
      label: texts.metrics.error_rate,
      show: format.share,
      moreIsGood: false,
      color: 'bad',
    },
    {
      name: 'cache_savings',
      label: texts.metrics.cache_savings,
      show: format.money,
      moreIsGood: true,
      color: 'good',
    },
  ];
  return (
    <Card>
      <div className="grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-3 xl:grid-cols-6">
        {lines.map((line) => (
          <Figure key={line.name} line={line} figures={figures} />
        ))}
      </div>
    </Card>
  );
}

function Figure({
  line: { name, label, show, moreIsGood, color },
  figures,
}: {
  line: Line;
  figures: Figures;
}) {
  const texts = useTexts(overviewTexts);
  const format = useFormat();
  const { data, error } = figures[name];
  if (!data) {
    if (error) return <Stat label={label} value="–" />;
    return (
      <Waiting>
        <div className="grid gap-2">
          <p className="text-sm text-muted">{label}</p>
          <Skeleton className="h-6 w-20" />
          <Skeleton className="h-5" />
        </div>
      </Waiting>
    );
  }
  const text = format.change(data.total, data.before);
  const grew = (data.total ?? 0) > (data.before ?? 0);
  const change = text && {
    text,
    good: moreIsGood === null || data.total === data.before ? null : grew === moreIsGood,
    title: texts.before(show(data.before)),
  };
  return (
    <Stat label={label} value={show(data.total)} change={change || null}>
      <Sparkline values={'values' in data ? data.values : data.p95} color={`var(--color-${color})`} />
    </Stat>
  );
}
