// The active filters, each with a remove button. The filter itself is in the URL (`useCallFilter`).
import { X } from 'lucide-react';
import { useFormat, useTexts } from '#i18n';
import { filterParts, withoutPart, type CallFilter, type FilterPart } from '#lib/call-filter';
import { Button } from './button.tsx';
import { useConditionWords } from './condition-words.ts';
import { kitTexts } from './texts.ts';

interface FilterChipsProps {
  filter: CallFilter;
  onChange: (filter: CallFilter) => void;
}

export function FilterChips({ filter, onChange }: FilterChipsProps) {
  const texts = useTexts(kitTexts);
  const format = useFormat();
  const wordsOf = useConditionWords();
  const parts = filterParts(filter);
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
        const words = part.condition && wordsOf(part.condition);
        const name = words?.name ?? part.tag ?? texts.filterNames[part.name];
        const value = words?.value ?? valueOf(part);
        const said = words ? `${name} ${words.op} ${value}` : `${name} ${value}`;
        return (
          <li
            key={words ? said : `${part.name} ${part.tag ?? (part.name === 'scores' ? part.value : '')}`}
            className="inline-flex h-8 max-w-full min-w-0 items-center rounded-md border bg-sunken pl-2.5 text-sm"
          >
            <span className="max-w-48 shrink-0 truncate text-muted">{name}</span>
            {words && <span className="ml-1 shrink-0 text-muted">{words.op}</span>}
            <span className="ml-1.5 truncate font-medium" title={value}>
              {value}
            </span>
            <button
              type="button"
              aria-label={texts.remove(said)}
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
