// What an alert looks at: calls, spans or runs, those that match a filter, and in groups or not.
import { useTexts } from '#i18n';
import { filterFor, filterParts, type CallFilter } from '#lib/call-filter';
import { NumberField, RecordConditions, SelectField, TextField, type Draft } from '#ui';
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
  const measured = of === 'spans' && isOfCost(type) ? 'calls' : of;
  const shown = filterFor(measured, filter);
  return {
    of: measured,
    filter: filterParts(shown).length === 0 ? null : shown,
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
      <RecordConditions
        label={form.filter}
        of={subject}
        filter={filter}
        onChange={(next) => draft.set({ filter: next })}
      />
    </section>
  );
}
