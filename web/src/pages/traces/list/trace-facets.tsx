// Filters that only traces have, above the facets of their calls. Text is applied on Enter or when its field
// loses the focus.
import { useTexts } from '#i18n';
import { Field, Input, Select } from '#ui';
import { tracesTexts } from './texts.ts';
import { FLAGS, readTraceFilter, writeTraceFilter, type TraceFilter } from './trace-filter.ts';
import type { Trace } from './types.ts';

const MAX_SUGGESTED = 50;

interface TraceFacetsProps {
  filter: TraceFilter;
  onChange: (filter: TraceFilter) => void;
  /** The names in these rows are offered as suggestions. */
  rows: readonly Trace[];
}

export function TraceFacets({ filter, onChange, rows }: TraceFacetsProps) {
  const texts = useTexts(tracesTexts);
  const set = (name: keyof TraceFilter, value: string) => {
    const next = readTraceFilter({ ...writeTraceFilter(filter), [name]: value });
    if (next[name] !== filter[name]) onChange(next);
  };
  return (
    <div className="grid min-w-0 gap-2 border-b border-line/60 pb-3">
      <Field label={texts.fields.name}>
        <Input
          // A new value in the URL replaces what was typed.
          key={filter.name}
          list="traces-name"
          defaultValue={filter.name}
          placeholder={texts.nameHint}
          maxLength={256}
          autoComplete="off"
          className="h-8! px-2! text-sm"
          onBlur={({ currentTarget }) => set('name', currentTarget.value)}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && set('name', currentTarget.value)}
        />
        <datalist id="traces-name">
          {[...new Set(rows.map(({ name }) => name))].slice(0, MAX_SUGGESTED).map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      </Field>
      {FLAGS.map((name) => (
        <Field key={name} label={texts.fields[name]}>
          <Select
            value={filter[name]?.toString() ?? ''}
            onChange={({ target }) => set(name, target.value)}
            className="h-8! px-1.5! text-sm"
          >
            <option value="">{texts.any}</option>
            <option value="true">{texts.flags[name].true}</option>
            <option value="false">{texts.flags[name].false}</option>
          </Select>
        </Field>
      ))}
    </div>
  );
}
