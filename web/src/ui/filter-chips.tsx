// The active filters, each with a remove button. The filter itself is in the URL (`useCallFilter`).
import { X } from 'lucide-react';
import { useFormat, useTexts } from '#i18n';
import { partsOf, withoutPart, type CallFilter, type FilterPart } from '#lib/call-filter';
import { Button } from './button.tsx';
import { kitTexts } from './texts.ts';

interface FilterChipsProps {
  filter: CallFilter;
  onChange: (filter: CallFilter) => void;
}

export function FilterChips({ filter, onChange }: FilterChipsProps) {
  const texts = useTexts(kitTexts);
  const format = useFormat();
  const parts = partsOf(filter);
  if (parts.length === 0) return null;
  const valueOf = ({ name, value }: FilterPart) => {
    if (name === 'minLatencyMs') return format.duration(Number(value));
    if (name === 'minCostUsd') return format.money(Number(value));
    if (name === 'error' && value === 'true') return texts.anyError;
    if (name === 'error' && value === 'false') return texts.noError;
    return value;
  };
  return (
    <ul aria-label={texts.filters} className="flex min-w-0 flex-wrap items-center gap-2">
      {parts.map((part) => {
        const name = part.tag ?? texts.filterNames[part.name];
        const value = valueOf(part);
        return (
          <li
            key={`${part.name} ${part.tag ?? ''}`}
            className="inline-flex h-8 max-w-full min-w-0 items-center rounded-md border bg-accent-soft pl-2.5 text-sm"
          >
            <span className="shrink-0 text-muted">{name}</span>
            <span className="ml-1.5 truncate font-medium" title={value}>
              {value}
            </span>
            <button
              type="button"
              aria-label={texts.remove(`${name} ${value}`)}
              onClick={() => onChange(withoutPart(filter, part))}
              className="ml-1 grid h-full w-7 shrink-0 place-items-center rounded-md text-muted ring-inside hover:text-text"
            >
              <X size={14} aria-hidden />
            </button>
          </li>
        );
      })}
      {parts.length > 1 && (
        <li>
          <Button look="quiet" size="small" onClick={() => onChange({})}>
            {texts.clearAll}
          </Button>
        </li>
      )}
    </ul>
  );
}
