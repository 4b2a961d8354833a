// The filter of a widget, beside that of the page.
import { useState } from 'react';
import { useAsk, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Field, Select, useBoardScope } from '#ui';
import { dashboardsTexts } from '../texts.ts';

type WidgetFilter = Schemas['WidgetFilter'];

interface FilterFieldsProps {
  filter: WidgetFilter;
  onChange: (filter: WidgetFilter) => void;
}

const without = (filter: WidgetFilter, name: keyof WidgetFilter): WidgetFilter => {
  const { [name]: _gone, ...rest } = filter;
  return rest;
};

export function WidgetFilterFields({ filter, onChange }: FilterFieldsProps) {
  const texts = useTexts(dashboardsTexts);
  const { scope } = useBoardScope();
  // A key alone narrows nothing, so it is not part of the filter before its value is.
  const [tagKey, setTagKey] = useState(Object.keys(filter.tags ?? {})[0]);
  const fields: Schemas['FacetsQuery']['fields'] = [
    'provider',
    'model',
    'tagKey',
    ...(tagKey === undefined ? [] : [`tag:${tagKey}`]),
  ];
  const { data } = useAsk(
    '/v1/query/facets',
    { ...scope.window, fields },
    { staleTime: 60_000, keepPrevious: true },
  );
  const valuesOf = (field: string): string[] => (data?.facets[field] ?? []).map(({ value }) => value);
  const text = (name: 'provider' | 'model') => (
    <Choice
      label={texts.fields[name]}
      value={filter[name] ?? ''}
      values={valuesOf(name)}
      onChange={(value) => onChange(value === '' ? without(filter, name) : { ...filter, [name]: value })}
    />
  );
  const error = filter.error === true ? 'true' : filter.error === false ? 'false' : '';
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-medium">{texts.widget.filter}</legend>
      <div className="grid gap-3 sm:grid-cols-3">
        {text('provider')}
        {text('model')}
        <Field label={texts.fields.error}>
          <Select
            value={error}
            onChange={({ target: { value } }) =>
              onChange(value === '' ? without(filter, 'error') : { ...filter, error: value === 'true' })
            }
          >
            <option value="">{texts.widget.any}</option>
            <option value="true">{texts.widget.withError}</option>
            <option value="false">{texts.widget.withoutError}</option>
          </Select>
        </Field>
        <Choice
          label={texts.widget.tagKey}
          value={tagKey ?? ''}
          values={valuesOf('tagKey')}
          onChange={(key) => {
            setTagKey(key === '' ? undefined : key);
            onChange(without(filter, 'tags'));
          }}
        />
        {tagKey !== undefined && (
          <Choice
            label={texts.widget.tagValue(tagKey)}
            value={filter.tags?.[tagKey] ?? ''}
            values={valuesOf(`tag:${tagKey}`)}
            onChange={(value) =>
              onChange(value === '' ? without(filter, 'tags') : { ...filter, tags: { [tagKey]: value } })
            }
          />
        )}
      </div>
    </fieldset>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  values: readonly string[];
  onChange: (value: string) => void;
}

function Choice({ label, value, values, onChange }: ChoiceProps) {
  const texts = useTexts(dashboardsTexts);
  const all = [...new Set([...(value === '' ? [] : [value]), ...values])];
  return (
    <Field label={label}>
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{texts.widget.any}</option>
        {all.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </Select>
    </Field>
  );
}
