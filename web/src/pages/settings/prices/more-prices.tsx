// Prices that few models have: above a length of the input, of one-hour cache writes, and of tools.
import { useState } from 'react';
import { useTexts } from '#i18n';
import { Field, Input } from '#ui';
import { hasMore, LONG, MORE, type Line, type PriceColumn } from './draft.ts';
import { pricesTexts } from './texts.ts';

interface MorePricesProps {
  line: Line;
  /** The label of a column in this line. */
  name: (column: PriceColumn) => string;
  onChange: (line: Line) => void;
}

export function MorePrices({ line, name, onChange }: MorePricesProps) {
  const texts = useTexts(pricesTexts);
  // Only at first, so that it does not close while one empties it.
  const [open] = useState(() => hasMore(line));
  const isLong = LONG.some((column) => line[column] !== '');
  const tiers = Object.keys(line.kept.tiers ?? {});
  const longer = (line.kept.longInput ?? []).slice(1);
  const field = (column: (typeof LONG)[number] | (typeof MORE)[number]) => {
    const required =
      isLong && (column === 'aboveTokens' || column === 'longInput' || column === 'longOutput');
    const isCount = column === 'aboveTokens';
    return (
      <Field key={column} label={texts.fields[column]}>
        <Input
          type="number"
          inputMode={isCount ? 'numeric' : 'decimal'}
          min={isCount ? 1 : 0}
          max={isCount ? 1_000_000_000 : 1_000_000}
          step={isCount ? 1 : 'any'}
          required={required}
          placeholder={texts.placeholders[column]}
          aria-label={name(column)}
          className="text-right"
          value={line[column]}
          onChange={({ target }) => onChange({ ...line, [column]: target.value })}
        />
      </Field>
    );
  };
  return (
    <details className="min-w-0" open={open}>
      <summary className="cursor-pointer text-sm text-muted">{texts.more}</summary>
      <div className="mt-2 grid min-w-0 gap-3 rounded-md bg-sunken p-3">
        <p className="text-sm text-muted">{texts.longAbout}</p>
        <div className="grid grid-cols-2 items-end gap-2 md:grid-cols-5">{LONG.map(field)}</div>
        <div className="grid grid-cols-2 items-end gap-2 md:grid-cols-4">{MORE.map(field)}</div>
        {(tiers.length > 0 || longer.length > 0) && (
          <p className="text-sm text-muted">
            {texts.keptMore([...tiers, ...longer.map(({ aboveTokens }) => `> ${aboveTokens}`)].join(', '))}
          </p>
        )}
      </div>
    </details>
  );
}
