// What an alert looks at: calls, spans or runs, those that match a filter, and in groups or not.
import { ListFilter } from 'lucide-react';
import { useId, useState } from 'react';
import { useTexts } from '#i18n';
import { filterParts, type CallFilter } from '#lib/call-filter';
import { windowUntilNow } from '#lib/time-window';
import { Button, FacetList, FilterChips, NumberField, SelectField, TextField, type Draft } from '#ui';
import { UNITS } from './alert-values.ts';
import { alertFormTexts } from './form-texts.ts';
import type { AlertData, AlertTypeName } from './types.ts';

type Watched = Pick<AlertData, 'of' | 'filter' | 'forEach' | 'percentile'>;

const SUBJECTS = ['calls', 'spans', 'runs'] as const;
const GROUPS = ['', 'user', 'model', 'agent', 'tool', 'release', 'project', 'tag'] as const;
const TAG = 'tag:';
const USUAL_PERCENTILE = 95;

/** What the fields hold. */
export const watchedFields = ({ of, filter, forEach, percentile }: Watched) => ({
  of,
  filter: (filter ?? {}) as CallFilter,
  forEach: (forEach?.startsWith(TAG) ? 'tag' : (forEach ?? '')) as (typeof GROUPS)[number],
  tagKey: forEach?.startsWith(TAG) ? forEach.slice(TAG.length) : '',
  percentile: String(percentile ?? USUAL_PERCENTILE),
});
type Fields = ReturnType<typeof watchedFields>;

/** An evaluation, a score or a finding is not about records. */
const measuresRecords = (type: AlertTypeName): boolean =>
  ['usd', 'percent', 'ms', 'deviations'].includes(UNITS[type]);
const hasPercentile = (type: AlertTypeName): boolean => UNITS[type] === 'ms' || type === 'anomaly_latency';
const isOfCost = (type: AlertTypeName): boolean => UNITS[type] === 'usd' || type === 'anomaly_cost';

/** As the service takes it. */
export function watchedFrom(
  type: AlertTypeName,
  { of, filter, forEach, tagKey, percentile }: Fields,
): Watched {
  if (!measuresRecords(type)) return { of: 'calls', filter: null, forEach: null, percentile: null };
  const each = forEach === 'tag' ? (tagKey.trim() === '' ? null : `${TAG}${tagKey.trim()}`) : forEach || null;
  return {
    of: of === 'spans' && isOfCost(type) ? 'calls' : of,
    filter: filterParts(filter).length === 0 ? null : filter,
    forEach: each,
    percentile: hasPercentile(type) && percentile.trim() !== '' ? Number(percentile) : null,
  };
}

interface WatchedFieldsProps<Values extends Fields> {
  of: Draft<Values>;
  alertType: AlertTypeName;
  /** The subject and the groups of a stored alert stay. */
  isStored: boolean;
}

export function WatchedFields<Values extends Fields>({
  of,
  alertType,
  isStored,
}: WatchedFieldsProps<Values>) {
  const form = useTexts(alertFormTexts);
  const draft = of as unknown as Draft<Fields>;
  if (!measuresRecords(alertType)) return null;
  const { of: subject, forEach, filter } = draft.values;
  const subjects = SUBJECTS.filter(
    (one) => one === 'calls' || (one === 'runs' ? alertType !== 'monthly_budget' : !isOfCost(alertType)),
  );
  return (
    <section aria-label={form.watched} className="grid gap-5 border-t pt-4">
      <h3>{form.watched}</h3>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          of={draft}
          name="of"
          label={form.of}
          disabled={isStored}
          options={subjects}
          show={(one) => form.subjects[one]}
        />
        <SelectField
          of={draft}
          name="forEach"
          label={form.forEach}
          hint={forEach === '' ? undefined : form.forEachHint}
          disabled={isStored}
          options={GROUPS}
          show={(one) => form.groups[one]}
        />
        {forEach === 'tag' && (
          <TextField
            of={draft}
            name="tagKey"
            label={form.tagKey}
            required
            maxLength={64}
            disabled={isStored}
          />
        )}
        {hasPercentile(alertType) && (
          <NumberField
            of={draft}
            name="percentile"
            label={form.percentile}
            hint={form.percentileHint}
            min={0.1}
            max={99.9}
            required
          />
        )}
      </div>
      <Conditions of={subject} filter={filter} onChange={(next) => draft.set({ filter: next })} />
    </section>
  );
}

interface ConditionsProps {
  of: AlertData['of'];
  filter: CallFilter;
  onChange: (filter: CallFilter) => void;
}

function Conditions({ of, filter, onChange }: ConditionsProps) {
  const form = useTexts(alertFormTexts);
  const [open, setOpen] = useState(false);
  const [window] = useState(() => windowUntilNow({ preset: '7d' }, Date.now()));
  const id = useId();
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <p className="text-sm font-medium">{form.filter}</p>
        <Button
          size="small"
          icon={<ListFilter size={16} aria-hidden />}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {form.conditions}
        </Button>
        {filterParts(filter).length === 0 && <p className="text-sm text-muted">{form.noFilter}</p>}
      </div>
      <FilterChips filter={filter} onChange={onChange} />
      <div id={id} hidden={!open} className="max-h-72 min-w-0 overflow-y-auto rounded-lg border px-3">
        {open && (
          <FacetList
            of={of === 'spans' ? 'spans' : 'calls'}
            scores={false}
            filter={filter}
            onChange={onChange}
            window={window}
          />
        )}
      </div>
    </div>
  );
}
