import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { classNames } from '#lib/class-names';
import { useTexts } from '#i18n';
import { IconButton, Input } from '#ui';
import { AMOUNTS, type PriceColumn, type Line } from './draft.ts';
import { MorePrices } from './more-prices.tsx';
import { pricesTexts } from './texts.ts';

interface PriceLineProps {
  line: Line;
  /** Starts at 1. Part of every label, so that screen reader users can tell lines apart. */
  number: number;
  last: boolean;
  /** The line was just requested: focus its first empty field. */
  fresh: boolean;
  faults: readonly string[];
  onChange: (line: Line) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
}

const COLUMNS = 'md:grid-cols-[minmax(0,1fr)_minmax(0,1.8fr)_repeat(4,minmax(0,0.9fr))_auto]';

export function PriceLine({ line, number, last, fresh, faults, onChange, onMove, onRemove }: PriceLineProps) {
  const texts = useTexts(pricesTexts);
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!fresh) return;
    const inputs = [...(place.current?.querySelectorAll('input') ?? [])];
    inputs.find(({ value }) => value === '')?.focus();
  }, [fresh]);
  const name = (column: PriceColumn) => texts.inLine(texts.fields[column], number);
  const amount = (column: (typeof AMOUNTS)[number]) => {
    const required = !column.startsWith('cache');
    return (
      <Input
        type="number"
        inputMode="decimal"
        min={0}
        max={1_000_000}
        step="any"
        required={required}
        placeholder={required ? '' : texts.asInput}
        aria-label={name(column)}
        className="text-right"
        value={line[column]}
        onChange={({ target }) => onChange({ ...line, [column]: target.value })}
      />
    );
  };
  return (
    <li ref={place} className="grid min-w-0 gap-2 rounded-md max-md:border max-md:p-3">
      <div className={classNames('grid min-w-0 grid-cols-2 items-end gap-2', COLUMNS)}>
        <Labelled text={texts.fields.provider} first={number === 1}>
          <Input
            maxLength={64}
            pattern="\*|[A-Za-z0-9][A-Za-z0-9._\-]*"
            title={texts.providerForm}
            placeholder={texts.anyProvider}
            aria-label={name('provider')}
            value={line.provider}
            onChange={({ target }) => onChange({ ...line, provider: target.value })}
          />
        </Labelled>
        <Labelled text={texts.fields.model} first={number === 1}>
          <Input
            required
            maxLength={128}
            placeholder="gpt-4o*"
            aria-label={name('model')}
            className="font-mono"
            value={line.model}
            onChange={({ target }) => onChange({ ...line, model: target.value })}
          />
        </Labelled>
        {AMOUNTS.map((column) => (
          <Labelled key={column} text={texts.fields[column]} first={number === 1}>
            {amount(column)}
          </Labelled>
        ))}
        <div className="col-span-2 flex justify-end md:col-span-1">
          <IconButton
            label={texts.up(number)}
            icon={<ArrowUp size={16} aria-hidden />}
            disabled={number === 1}
            onClick={() => onMove(-1)}
          />
          <IconButton
            label={texts.down(number)}
            icon={<ArrowDown size={16} aria-hidden />}
            disabled={last}
            onClick={() => onMove(1)}
          />
          <IconButton
            label={texts.remove(number)}
            icon={<Trash2 size={16} aria-hidden />}
            onClick={onRemove}
          />
        </div>
      </div>
      <MorePrices line={line} name={name} onChange={onChange} />
      {faults.map((fault) => (
        <p key={fault} role="alert" className="text-sm text-bad">
          {fault}
        </p>
      ))}
    </li>
  );
}

/** Column heading above the first field; above every field on narrow screens. */
const Labelled = ({ text, first, children }: { text: string; first: boolean; children: ReactNode }) => (
  <div className="grid min-w-0 gap-1">
    <span
      aria-hidden
      className={classNames('truncate text-xs text-muted', !first && 'md:hidden')}
      title={text}
    >
      {text}
    </span>
    {children}
  </div>
);
