// Shared by all charts: heading, legend, the drawing, and the same data as a table for screen readers and
// keyboard users.
import { ChartLine, Table2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { classNames } from '#lib/class-names';
import { useTexts } from '#i18n';
import { IconButton } from '../button.tsx';
import { kitTexts } from '../texts.ts';
import { Drawing } from './drawing.tsx';
import { FiguresTable } from './figures-table.tsx';
import { isBlank } from './line-path.ts';
import type { ChartProps, Plot, Series } from './types.ts';
import { useWidth } from './use-width.ts';

interface FrameProps extends ChartProps {
  topOf: (series: readonly Series[]) => number;
  marks: (plot: Plot, series: readonly Series[]) => ReactNode;
}

export function ChartFrame(props: FrameProps) {
  const { title, label, points, series, height = 200, topOf, marks } = props;
  const texts = useTexts(kitTexts);
  const [ref, width] = useWidth();
  const [asTable, setAsTable] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const visible = series.filter(({ name }) => !hidden.has(name));
  const empty = points.length === 0 || isBlank(series);
  const toggle = (name: string) => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    setHidden(next);
  };
  return (
    <figure className="grid min-w-0 grid-cols-1 content-start gap-2" aria-label={label}>
      <figcaption className="-mt-1 flex min-h-8 min-w-0 items-center gap-x-4">
        {title !== undefined && (
          <h2 className="min-w-0 shrink truncate text-base" title={title}>
            {title}
          </h2>
        )}
        {series.length > 1 && <Legend series={series} hidden={hidden} onToggle={toggle} />}
        <IconButton
          label={asTable ? texts.showChart : texts.showTable}
          aria-pressed={asTable}
          className="ml-auto"
          icon={asTable ? <ChartLine size={16} aria-hidden /> : <Table2 size={16} aria-hidden />}
          onClick={() => setAsTable(!asTable)}
        />
      </figcaption>
      {asTable ? (
        <FiguresTable {...props} series={visible} />
      ) : (
        <div ref={ref} className="relative min-w-0" style={{ height }}>
          {empty && (
            <p className="absolute inset-0 grid place-items-center pb-5 text-sm text-muted">{texts.noData}</p>
          )}
          {width > 0 && (
            <Drawing
              {...props}
              series={visible}
              width={width}
              height={height}
              empty={empty}
              top={topOf(visible)}
              marks={(plot) => marks(plot, visible)}
            />
          )}
        </div>
      )}
    </figure>
  );
}

interface LegendProps {
  series: readonly Series[];
  hidden: ReadonlySet<string>;
  onToggle: (name: string) => void;
}

/** Fades out at the edge where more can be scrolled into view. */
const Legend = ({ series, hidden, onToggle }: LegendProps) => (
  <ul className="flex min-w-0 flex-1 [scrollbar-width:none] gap-x-1 overflow-x-auto [mask-image:linear-gradient(to_right,black_calc(100%-1.5rem),transparent)] pr-6 text-xs text-muted">
    {series.map(({ name, color, dash }) => (
      <li key={name} className="shrink-0">
        <button
          type="button"
          aria-pressed={!hidden.has(name)}
          onClick={() => onToggle(name)}
          className={classNames(
            'inline-flex h-6 max-w-44 items-center gap-1.5 rounded-sm px-1.5 ring-inside hover:bg-hover hover:text-text',
            hidden.has(name) && 'line-through',
          )}
        >
          <Swatch color={color} dash={dash} faint={hidden.has(name)} />
          <span className="truncate" title={name}>
            {name}
          </span>
        </button>
      </li>
    ))}
  </ul>
);

interface SwatchProps {
  color: string;
  dash: string | undefined;
  faint: boolean;
}

const Swatch = ({ color, dash, faint }: SwatchProps) =>
  dash === undefined ? (
    <span
      aria-hidden
      className={classNames('size-2 shrink-0 rounded-full', faint && 'opacity-40')}
      style={{ background: color }}
    />
  ) : (
    <svg aria-hidden width={16} height={4} className={classNames('shrink-0', faint && 'opacity-40')}>
      <line x1={0} x2={16} y1={2} y2={2} stroke={color} strokeWidth={2} strokeDasharray={dash} />
    </svg>
  );
