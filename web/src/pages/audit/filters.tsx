import { CalendarRange, X } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { useFormat, useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { Button, Combobox, DateRange, Field } from '#ui';
import { auditTexts } from './texts.ts';
import type { AuditActor } from './use-names.ts';

const NAMES = ['action', 'actor', 'from', 'to'] as const;
export type AuditFilter = Partial<Record<(typeof NAMES)[number], string>>;

const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text));

export function useAuditFilter() {
  const [search, setUrl] = useUrl();
  const values = NAMES.map((name) => first(search[name]) ?? '');
  const text = JSON.stringify(values);
  const filter = useMemo(() => {
    const read: AuditFilter = {};
    for (const [index, value] of (JSON.parse(text) as string[]).entries()) {
      const name = NAMES[index];
      if (name === undefined || value === '') continue;
      const time = name === 'from' || name === 'to';
      if (time && !isTime(value)) continue;
      read[name] = time ? new Date(value).toISOString() : value.slice(0, 100);
    }
    return read;
  }, [text]);
  return {
    filter,
    change: (next: Partial<Record<keyof AuditFilter, string | undefined>>) => setUrl(next),
    clear: () => setUrl({ action: undefined, actor: undefined, from: undefined, to: undefined }),
  };
}

interface FiltersProps {
  filter: AuditFilter;
  actors: readonly AuditActor[];
  /** Actions in the loaded entries, as suggestions; any other action can be typed. */
  actions: readonly string[];
  onChange: (next: Partial<Record<keyof AuditFilter, string | undefined>>) => void;
  onClear?: () => void;
}

export function AuditFilters({ filter, actors, actions, onChange, onClear }: FiltersProps) {
  const texts = useTexts(auditTexts);
  const format = useFormat();
  const [picking, setPicking] = useState(false);
  const { from, to } = filter;
  const label = useId();
  const kindOf = ({ kind, name }: AuditActor) => `${name} (${texts.actorGroups[kind]})`;
  return (
    <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[repeat(3,minmax(0,1fr))_auto]">
      <Field label={texts.action}>
        <Combobox
          free
          none={texts.anyAction}
          value={filter.action ?? ''}
          options={actions.map((value) => ({ value, label: value }))}
          onChange={(next) => onChange({ action: next === '' ? undefined : next.slice(0, 100) })}
        />
      </Field>
      <Field label={texts.actor}>
        <Combobox
          none={texts.anybody}
          value={filter.actor ?? ''}
          options={actors.map((actor) => ({ value: actor.id, label: kindOf(actor) }))}
          onChange={(next) => onChange({ actor: next === '' ? undefined : next })}
        />
      </Field>
      <div className="grid content-start gap-1.5 max-lg:col-span-2">
        <span id={label} className="text-sm font-medium">
          {texts.time}
        </span>
        <Button
          aria-labelledby={`${label} ${label}-value`}
          className="justify-start font-normal"
          icon={<CalendarRange size={16} aria-hidden className="text-muted" />}
          onClick={() => setPicking(true)}
        >
          <span id={`${label}-value`} className="truncate">
            {from === undefined && to === undefined
              ? texts.anyTime
              : `${from === undefined ? '…' : format.time(from, 'short')} – ${to === undefined ? '…' : format.time(to, 'short')}`}
          </span>
        </Button>
      </div>
      {onClear && (
        <Button look="quiet" icon={<X size={16} aria-hidden />} onClick={onClear}>
          {texts.clear}
        </Button>
      )}
      <DateRange
        open={picking}
        title={texts.time}
        range={() => rangeOf(filter)}
        onClose={() => setPicking(false)}
        onChange={(range) => {
          setPicking(false);
          onChange(range);
        }}
      />
    </div>
  );
}

const DAY_MS = 86_400_000;

/** The initial range of the dialog: the last day if nothing is chosen. */
function rangeOf({ from, to }: AuditFilter): { startTime: string; endTime: string } {
  const end = to ?? new Date().toISOString();
  return { startTime: from ?? new Date(Date.parse(end) - DAY_MS).toISOString(), endTime: end };
}
