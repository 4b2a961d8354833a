import { useTexts } from '#i18n';
import { kitTexts } from '../texts.ts';
import { NO_MARKERS, type ChartProps } from './types.ts';

/** The figures of a chart as a table, with what happened at each point. */
export function FiguresTable({
  label,
  points,
  series,
  format,
  markers = NO_MARKERS,
  onPick,
  height = 200,
}: ChartProps) {
  const texts = useTexts(kitTexts);
  return (
    <div
      className="overflow-auto rounded-md border"
      style={{ maxHeight: Math.max(height, 200) }}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table className="w-full border-collapse text-sm">
        <thead className="sticky top-0 bg-surface">
          <tr className="border-b text-left text-xs text-muted">
            <th scope="col" className="px-3 py-1.5 font-medium">
              {texts.time}
            </th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className="px-3 py-1.5 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ long }, index) => (
            <tr key={index} className="border-b last:border-b-0">
              <th scope="row" className="px-3 py-1.5 text-left font-normal whitespace-nowrap">
                {onPick ? (
                  <button
                    type="button"
                    className="rounded-sm text-accent hover:underline"
                    title={texts.drill}
                    onClick={() => onPick(index)}
                  >
                    {long}
                  </button>
                ) : (
                  long
                )}
                {markers
                  .filter(({ at }) => at === index)
                  .map(({ text }) => (
                    <span key={text} className="block text-xs text-muted">
                      {text}
                    </span>
                  ))}
              </th>
              {series.map(({ name, values }) => (
                <td key={name} className="px-3 py-1.5 text-right">
                  {format(values[index] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
