// The minimum and maximum of a figure. Applied when the form is submitted or a field loses the focus.
import { useState, type FormEvent } from 'react';
import { useTexts } from '#i18n';
import type { RangeField as RangeName } from '#lib/call-conditions';
import type { CallFilter } from '#lib/call-filter';
import { rangeOf, withRange } from '#lib/chosen-values';
import { Input } from '../form/field.tsx';
import { facetTexts } from './texts.ts';

/** Times are typed in seconds. */
const factorOf = (field: RangeName): number => (field.endsWith('Ms') ? 1_000 : 1);

interface RangeFieldsProps {
  field: RangeName;
  name: string;
  filter: CallFilter;
  onChange: (filter: CallFilter) => void;
}

export function RangeFields({ field, name, filter, onChange }: RangeFieldsProps) {
  const texts = useTexts(facetTexts);
  const range = rangeOf(filter, field);
  const shown = (value: number | undefined) => (value === undefined ? '' : String(value / factorOf(field)));
  const [min, max] = [shown(range.min), shown(range.max)];
  const [typed, setTyped] = useState({ min, max });
  const [known, setKnown] = useState({ min, max });
  // Follows the URL.
  if (known.min !== min || known.max !== max) {
    setKnown({ min, max });
    setTyped({ min, max });
  }
  const read = (text: string): number | undefined => {
    const number = text.trim() === '' ? Number.NaN : Number(text);
    // Rounds away the floating-point error of the product.
    return number >= 0 ? Number((number * factorOf(field)).toPrecision(12)) : undefined;
  };
  const apply = (event?: FormEvent) => {
    event?.preventDefault();
    const next = { min: read(typed.min), max: read(typed.max) };
    if (next.min !== range.min || next.max !== range.max) onChange(withRange(filter, field, next));
  };
  const unit = field.endsWith('Ms') ? texts.units.seconds : field.endsWith('Usd') ? texts.units.usd : '';
  return (
    <form
      onSubmit={apply}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || apply()}
      className="flex min-w-0 items-center gap-1.5"
    >
      {(['min', 'max'] as const).map((side) => (
        <Input
          key={side}
          type="number"
          min={0}
          step="any"
          inputMode="decimal"
          aria-label={texts[side](name)}
          placeholder={side === 'min' ? texts.minHint : texts.maxHint}
          value={typed[side]}
          onChange={(event) => setTyped({ ...typed, [side]: event.target.value })}
          className="h-8! px-2! text-sm"
        />
      ))}
      {unit !== '' && <span className="shrink-0 text-xs text-muted">{unit}</span>}
      <button type="submit" className="sr-only">
        {texts.apply}
      </button>
    </form>
  );
}
