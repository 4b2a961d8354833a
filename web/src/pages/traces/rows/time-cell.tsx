// The bar of a span on the time axis, with its duration at its right.
import type { CSSProperties } from 'react';
import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import type { Segment } from '../trace/critical-path.ts';
import { traceTexts } from '../texts.ts';
import { barIn, shareOf, type TimeView } from './zoom.ts';

interface Bar {
  from: number;
  to: number;
  durationMs: number;
  /** Classes for its colour. */
  paint: string;
  isCritical: boolean;
}

interface TimeCellProps {
  bar: Bar;
  segments: readonly Segment[];
  view: TimeView;
  /** Distance between two grid lines, in milliseconds. */
  step: number;
}

/** Leaves room for the duration after a bar that ends at the right edge. */
export const TIME_AREA = 'absolute inset-y-0 right-20 left-2';

/** Tiny gaps between consecutive children would look like dots. */
const worthDrawing = (segments: readonly Segment[], { from, to }: TimeView): readonly Segment[] =>
  segments.length < 2 ? segments : segments.filter((one) => one.to - one.from > (to - from) / 100);

const percent = (share: number): string => `${share * 100}%`;

/** A percentage of `background-position` refers to the width that the tile leaves free. */
function gridLines(view: TimeView, step: number): CSSProperties {
  const tile = step / (view.to - view.from);
  if (tile >= 1) return {};
  const offset = shareOf(view, Math.ceil(view.from / step) * step);
  return {
    backgroundImage: 'linear-gradient(to right, var(--color-line) 1px, transparent 1px)',
    backgroundSize: `${percent(tile)} 100%`,
    backgroundPosition: `${percent(offset / (1 - tile))} 0`,
  };
}

export function TimeCell({ bar, segments, view, step }: TimeCellProps) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const shown = barIn(view, bar.from, bar.to);
  return (
    <div role="gridcell" className="relative h-full min-w-0 overflow-hidden border-l">
      <div className={TIME_AREA} style={gridLines(view, step)}>
        {shown && (
          <div
            aria-hidden
            className={classNames('absolute top-1/2 h-3 min-w-[3px] -translate-y-1/2 rounded-sm', bar.paint)}
            style={{ left: percent(shown.left), width: percent(shown.width) }}
          />
        )}
        {worthDrawing(segments, view).map((segment) => {
          const part = barIn(view, segment.from, segment.to);
          return (
            part && (
              <div
                key={segment.from}
                aria-hidden
                className="absolute top-1/2 h-[18px] min-w-[5px] -translate-y-1/2 rounded-sm border border-text"
                style={{
                  left: `calc(${percent(part.left)} - 1px)`,
                  width: `calc(${percent(part.width)} + 2px)`,
                }}
              />
            )
          );
        })}
        <span
          title={`${bar.durationMs} ms`}
          className="absolute top-1/2 -translate-y-1/2 px-1.5 text-xs whitespace-nowrap text-muted"
          style={{ left: percent(shown ? shown.left + shown.width : bar.to < view.from ? 0 : 1) }}
        >
          {shown ? format.duration(bar.durationMs) : bar.to < view.from ? '←' : '→'}
        </span>
        {bar.isCritical && <span className="sr-only">{texts.critical}</span>}
      </div>
    </div>
  );
}
