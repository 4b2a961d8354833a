// All filters of the list in one form. The chosen ones are in the URL and shown as chips above the list.
import { useState } from 'react';
import { useTexts } from '#i18n';
import type { CallFilter } from '#lib/call-filter';
import { Button, Dialog, DialogActions, Field, Form, Input, Select } from '#ui';
import type { CallsBody } from './list-state.ts';
import { Suggestions, useFacets } from './facets.tsx';
import { TagFields, tagsOf } from './tag-fields.tsx';
import { callsTexts } from './texts.ts';
import type { Facets } from './types.ts';

const STATUSES = ['any', 'failed', 'ok', 'text'] as const;
type Status = (typeof STATUSES)[number];

const statusOf = ({ error }: CallFilter): Status =>
  error === undefined ? 'any' : error === true ? 'failed' : error === false ? 'ok' : 'text';

interface FilterDialogProps {
  open: boolean;
  onClose: () => void;
  filter: CallFilter;
  onChange: (filter: CallFilter) => void;
  body: CallsBody;
}

export function FilterDialog({ open, onClose, ...rest }: FilterDialogProps) {
  const texts = useTexts(callsTexts);
  return (
    <Dialog open={open} onClose={onClose} title={texts.filterTitle} about={texts.filterAbout} wide>
      <FilterForm {...rest} onClose={onClose} />
    </Dialog>
  );
}

type FormProps = Omit<FilterDialogProps, 'open'>;
const EXACT = ['promptName', 'promptVersion', 'userId', 'sessionId', 'traceId'] as const;
type TextName = (typeof EXACT)[number];

const FIELDS = ['provider', 'model', 'tagKey', 'userId', 'promptName', 'error'];

function FilterForm({ filter, onChange, onClose, body }: FormProps) {
  const texts = useTexts(callsTexts);
  const [status, setStatus] = useState<Status>(statusOf(filter));
  const known: Facets = useFacets(body, FIELDS);
  const providers = (known['provider'] ?? []).map(({ value }) => value);
  const apply = (values: Record<string, string>) => {
    onChange(filterOf(values, status, filter.search));
    onClose();
  };
  const text = (name: TextName, maxLength = 256) => (
    <Field label={texts.fields[name]}>
      <Input
        name={name}
        list={`calls-${name}`}
        defaultValue={filter[name]}
        maxLength={maxLength}
        autoComplete="off"
      />
    </Field>
  );
  return (
    <Form onSubmit={apply}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={texts.fields.provider}>
          <Select name="provider" defaultValue={filter.provider ?? ''}>
            <option value="">{texts.any}</option>
            {[...new Set([...(filter.provider ? [filter.provider] : []), ...providers])].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
        <Field label={texts.fields.model}>
          <Input
            name="model"
            list="calls-model"
            placeholder={texts.fields.modelHint}
            defaultValue={filter.model}
            maxLength={128}
            autoComplete="off"
          />
        </Field>
        <Field label={texts.fields.status}>
          <Select value={status} onChange={(event) => setStatus(event.target.value as Status)}>
            {STATUSES.map((one) => (
              <option key={one} value={one}>
                {texts.statuses[one]}
              </option>
            ))}
          </Select>
        </Field>
        {text('userId')}
        {status === 'text' && (
          <Field label={texts.fields.errorText} className="sm:col-span-2">
            <Input
              name="errorText"
              required
              list="calls-error"
              maxLength={256}
              autoComplete="off"
              defaultValue={typeof filter.error === 'string' ? filter.error : ''}
            />
          </Field>
        )}
        <Field label={texts.fields.minLatencyMs}>
          <Input name="minLatencyMs" type="number" min={0} step="any" defaultValue={filter.minLatencyMs} />
        </Field>
        <Field label={texts.fields.minCostUsd}>
          <Input name="minCostUsd" type="number" min={0} step="any" defaultValue={filter.minCostUsd} />
        </Field>
        {text('promptName', 200)}
        {text('promptVersion', 100)}
        {text('sessionId')}
        {text('traceId')}
      </div>
      <TagFields tags={filter.tags ?? {}} body={body} keys={known['tagKey']} />
      {['model', 'userId', 'promptName', 'error'].map((name) => (
        <Suggestions key={name} id={`calls-${name}`} facet={known[name]} />
      ))}
      <DialogActions>
        <Button
          onClick={() => {
            onChange(filter.search === undefined ? {} : { search: filter.search });
            onClose();
          }}
        >
          {texts.clear}
        </Button>
        <Button look="main" type="submit">
          {texts.apply}
        </Button>
      </DialogActions>
    </Form>
  );
}

function filterOf(values: Record<string, string>, status: Status, search: string | undefined): CallFilter {
  const filter: CallFilter = search === undefined ? {} : { search };
  for (const name of [...EXACT, 'provider', 'model'] as const) {
    const text = values[name]?.trim();
    if (text) filter[name] = text;
  }
  for (const name of ['minLatencyMs', 'minCostUsd'] as const) {
    const number = Number(values[name] || Number.NaN);
    if (number >= 0) filter[name] = number;
  }
  if (status === 'text' && values['errorText']?.trim()) filter.error = values['errorText'].trim();
  else if (status === 'failed' || status === 'ok') filter.error = status === 'failed';
  const tags = tagsOf(values);
  if (tags) filter.tags = tags;
  return filter;
}
