// The values of one field with the number of calls, spans, runs or sessions that have them, under the rest of the
// filter. Each can be included or excluded.
import { Ban } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { useAsk } from '#api';
import { useFormat, useTexts } from '#i18n';
import { facetOf, type ConditionSubject } from '#lib/call-conditions';
import { filterFor, type CallFilter } from '#lib/call-filter';
import { chosenOf, toggleValue, withChosen, type Chosen } from '#lib/chosen-values';
import { classNames } from '#lib/class-names';
import { Input } from '../form/field.tsx';
import { Skeleton } from '../skeleton.tsx';
import { kitTexts } from '../texts.ts';
import { facetRows, inPlace, type FacetRow } from './facet-rows.ts';
import { facetTexts } from './texts.ts';

export interface FacetsProps {
  filter: CallFilter;
  onChange: (filter: CallFilter) => void;
  window: { startTime: string; endTime?: string };
  /** What is counted; calls unless given. */
  of?: ConditionSubject;
  /** Fields of the query that only this list has. */
  also?: Readonly<Record<string, string | boolean>>;
}

export const useFacet = ({ filter, window, of = 'calls', also = {} }: FacetsProps, field: string) => {
  const counted = facetOf(field);
  // Words are not counted by.
  const { search: _words, ...narrowing } = filterFor(of, filter);
  const asked = useAsk(
    '/v1/query/facets',
    { ...window, ...narrowing, ...also, of, fields: [counted as 'agent'] },
    { keepPrevious: true, staleTime: 60_000 },
  );
  return { ...asked, values: asked.data?.facets[counted] };
};

const FEW = 8;

export function FacetValues({ field, name, ...props }: FacetsProps & { field: string; name: string }) {
  const texts = useTexts(facetTexts);
  const { values, isError, isPlaceholderData } = useFacet(props, field);
  const [typed, setTyped] = useState('');
  // While the pointer is on the list: a value that changed places would be clicked instead of another.
  const [held, setHeld] = useState<readonly string[] | null>(null);
  const chosen = chosenOf(props.filter, field);
  const choose = (next: Chosen) => props.onChange(withChosen(props.filter, field, next));
  if (isError && values === undefined) return <p className="text-sm text-muted">{texts.failed}</p>;
  if (values === undefined)
    return (
      <div className="grid gap-2 py-1">
        <Skeleton className="h-4" />
        <Skeleton className="h-4 w-2/3" />
      </div>
    );
  const offered = facetRows(values, chosen, typed);
  const rows = held ? inPlace(offered, held) : offered;
  const add = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || typed.trim() === '') return;
    event.preventDefault();
    if (!chosen.is.includes(typed.trim())) choose(toggleValue(chosen, 'is', typed.trim()));
    setTyped('');
  };
  return (
    <div className="grid min-w-0 gap-1">
      {(values.length > FEW || typed !== '') && (
        <Input
          type="search"
          aria-label={texts.find(name)}
          placeholder={texts.findHint}
          value={typed}
          maxLength={256}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.target.value);
            setHeld(null);
          }}
          onKeyDown={add}
          className="h-8! px-2! text-sm"
        />
      )}
      {rows.length === 0 ? (
        <p className="text-sm text-muted">{typed === '' ? texts.noValues : texts.noMatch}</p>
      ) : (
        <ul
          className={classNames('grid min-w-0', isPlaceholderData && 'opacity-60')}
          aria-busy={isPlaceholderData}
          onPointerEnter={() => setHeld(offered.map(({ value }) => value))}
          onPointerLeave={() => setHeld(null)}
        >
          {rows.map((row) => (
            <Value
              key={row.value}
              field={field}
              row={row}
              chosen={chosen}
              onToggle={(op) => choose(toggleValue(chosen, op, row.value))}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface ValueProps {
  field: string;
  row: FacetRow;
  chosen: Chosen;
  onToggle: (op: 'is' | 'isNot') => void;
}

function Value({ field, row: { value, count }, chosen, onToggle }: ValueProps) {
  const texts = useTexts(facetTexts);
  const kit = useTexts(kitTexts);
  const format = useFormat();
  const excluded = chosen.isNot.includes(value);
  const words =
    facetOf(field) === 'status' ? (value === 'ok' ? kit.statusOk : kit.statusFailed) : value || kit.noValue;
  return (
    <li className="group/value flex min-w-0 items-center gap-1 rounded-sm hover:bg-hover">
      <label className="flex min-h-7 min-w-0 flex-1 cursor-pointer items-center gap-2 text-sm" title={words}>
        <input
          type="checkbox"
          aria-label={texts.only(words)}
          checked={chosen.is.includes(value)}
          onChange={() => onToggle('is')}
          className="size-4 shrink-0 accent-accent"
        />
        <span className={classNames('min-w-0 truncate', excluded && 'text-muted line-through')}>{words}</span>
        <span className="ml-auto shrink-0 pl-1 text-xs text-muted">
          {count !== undefined && format.compact(count)}
        </span>
      </label>
      <button
        type="button"
        aria-label={texts.exclude(words)}
        aria-pressed={excluded}
        title={texts.exclude(words)}
        onClick={() => onToggle('isNot')}
        className={classNames(
          'grid size-6 shrink-0 place-items-center rounded-sm ring-inside hover:text-bad',
          excluded
            ? 'text-bad'
            : 'text-muted opacity-0 group-hover/value:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100',
        )}
      >
        <Ban size={14} aria-hidden />
      </button>
    </li>
  );
}
