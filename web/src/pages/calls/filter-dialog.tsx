// Everything that can narrow the list, in one form; what is chosen stands in the address and as chips above the list.
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAsk } from '#api';
import { useTexts } from '#i18n';
import type { CallFilter } from '#lib/call-filter';
import { Button, Dialog, DialogActions, Field, Form, Input, Select } from '#ui';
import type { CallsBody } from './list-state.ts';
import { callsTexts } from './texts.ts';
import type { Call } from './use-calls.ts';

const STATUSES = ['any', 'failed', 'ok', 'text'] as const;
type Status = (typeof STATUSES)[number];
const MOST_TAGS = 20;

const statusOf = ({ error }: CallFilter): Status =>
  error === undefined ? 'any' : error === true ? 'failed' : error === false ? 'ok' : 'text';

export interface FilterDialogProps {
  open: boolean;
  onClose: () => void;
  filter: CallFilter;
  onChange: (filter: CallFilter) => void;
  body: CallsBody;
  rows: readonly Call[];
}

export function FilterDialog({ open, onClose, ...rest }: FilterDialogProps) {
  const texts = useTexts(callsTexts);
  return (
    <Dialog open={open} onClose={onClose} title={texts.filterTitle} about={texts.filterAbout} wide>
      <FilterForm {...rest} onClose={onClose} />
    </Dialog>
  );
}

/** Names that calls of this window have, whatever else the filter says. */
function useNames({ startTime, endTime }: CallsBody, groupBy: 'provider' | 'model'): readonly string[] {
  const window = endTime === undefined ? { startTime } : { startTime, endTime };
  const { data } = useAsk(
    '/v1/query/aggregate',
    { ...window, groupBy, metric: 'count' },
    { staleTime: 60_000 },
  );
  return data?.groups.map(({ key }) => key) ?? [];
}

const Names = ({ id, names }: { id: string; names: readonly string[] }) => (
  <datalist id={id}>
    {names.map((name) => (
      <option key={name} value={name} />
    ))}
  </datalist>
);

type FormProps = Omit<FilterDialogProps, 'open'>;

function FilterForm({ filter, onChange, onClose, body, rows }: FormProps) {
  const texts = useTexts(callsTexts);
  const [status, setStatus] = useState<Status>(statusOf(filter));
  const tags = Object.entries(filter.tags ?? {});
  const [places, setPlaces] = useState(tags.length + 1);
  const providers = useNames(body, 'provider');
  const models = useNames(body, 'model');
  const keys = [...new Set(rows.slice(0, 200).flatMap((call) => Object.keys(call.tags)))].toSorted();
  const apply = (values: Record<string, string>) => {
    onChange(filterOf(values, status, filter.search));
    onClose();
  };
  const text = (name: 'userId' | 'sessionId' | 'traceId') => (
    <Field label={texts.fields[name]}>
      <Input name={name} defaultValue={filter[name]} maxLength={256} autoComplete="off" />
    </Field>
  );
  return (
    <Form onSubmit={apply}>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={texts.fields.provider}>
          <Select name="provider" defaultValue={filter.provider ?? ''}>
            <option value="">{texts.any}</option>
            {[...new Set([...providers, ...(filter.provider ? [filter.provider] : [])])].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
        <Field label={texts.fields.model} hint={texts.fields.modelHint}>
          <Input
            name="model"
            list="calls-models"
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
        {status === 'text' ? (
          <Field label={texts.fields.errorText}>
            <Input
              name="errorText"
              required
              maxLength={256}
              autoComplete="off"
              defaultValue={typeof filter.error === 'string' ? filter.error : ''}
            />
          </Field>
        ) : (
          <span className="max-sm:hidden" />
        )}
        <Field label={texts.fields.minLatencyMs}>
          <Input name="minLatencyMs" type="number" min={0} step="any" defaultValue={filter.minLatencyMs} />
        </Field>
        <Field label={texts.fields.minCostUsd}>
          <Input name="minCostUsd" type="number" min={0} step="any" defaultValue={filter.minCostUsd} />
        </Field>
        {text('userId')}
        {text('sessionId')}
        {text('traceId')}
      </div>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-medium">{texts.fields.tags}</legend>
        {Array.from({ length: places }, (_, index) => (
          <div key={index} className="grid grid-cols-2 gap-2">
            <Field label={texts.tagKey(index + 1)} hideLabel>
              <Input
                name={`key${index}`}
                list="calls-tags"
                placeholder={texts.tagKeyHint}
                defaultValue={tags[index]?.[0]}
                maxLength={64}
                autoComplete="off"
              />
            </Field>
            <Field label={texts.tagValue(index + 1)} hideLabel>
              <Input
                name={`value${index}`}
                placeholder={texts.tagValueHint}
                defaultValue={tags[index]?.[1]}
                maxLength={256}
                autoComplete="off"
              />
            </Field>
          </div>
        ))}
        {places < MOST_TAGS && (
          <div>
            <Button
              look="quiet"
              size="small"
              icon={<Plus size={16} aria-hidden />}
              onClick={() => setPlaces(places + 1)}
            >
              {texts.anotherTag}
            </Button>
          </div>
        )}
      </fieldset>
      <Names id="calls-models" names={models} />
      <Names id="calls-tags" names={keys} />
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
  for (const name of ['provider', 'model', 'userId', 'sessionId', 'traceId'] as const) {
    const text = values[name]?.trim();
    if (text) filter[name] = text;
  }
  for (const name of ['minLatencyMs', 'minCostUsd'] as const) {
    const number = Number(values[name] || Number.NaN);
    if (number >= 0) filter[name] = number;
  }
  if (status === 'text' && values['errorText']?.trim()) filter.error = values['errorText'].trim();
  else if (status === 'failed' || status === 'ok') filter.error = status === 'failed';
  const tags = Array.from({ length: MOST_TAGS }, (_, index) => [
    values[`key${index}`]?.trim() ?? '',
    values[`value${index}`] ?? '',
  ]).filter(([key]) => key !== '');
  if (tags.length > 0) filter.tags = Object.fromEntries(tags) as Record<string, string>;
  return filter;
}
