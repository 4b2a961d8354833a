import { X } from 'lucide-react';
import { useId, useMemo } from 'react';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { Button, Field, Input, Select } from '#ui';
import { auditTexts } from './texts.ts';
import type { Actor } from './use-actors.ts';

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

/** As an input of the browser takes it: local time without a zone. */
const localInput = (iso: string | undefined): string => {
  if (iso === undefined) return '';
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

const fromInput = (text: string): string | undefined =>
  isTime(text) ? new Date(text).toISOString() : undefined;

export interface FiltersProps {
  filter: AuditFilter;
  actors: ReadonlyMap<string, Actor>;
  /** Those that were seen, to choose from; any other can be typed. */
  actions: readonly string[];
  onChange: (next: Partial<Record<keyof AuditFilter, string | undefined>>) => void;
  onClear?: () => void;
}

export function Filters({ filter, actors, actions, onChange, onClear }: FiltersProps) {
  const texts = useTexts(auditTexts);
  const known = useId();
  const strange = filter.actor !== undefined && !actors.has(filter.actor);
  return (
    <div className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[repeat(4,minmax(0,1fr))_auto]">
      <Field label={texts.action}>
        <Input
          // Written anew when the address changes by another way, such as back.
          key={filter.action ?? ''}
          list={known}
          defaultValue={filter.action ?? ''}
          placeholder="project.create"
          maxLength={100}
          autoComplete="off"
          onBlur={({ target }) => {
            const next = target.value.trim();
            if (next !== (filter.action ?? '')) onChange({ action: next === '' ? undefined : next });
          }}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        />
      </Field>
      <datalist id={known}>
        {actions.map((action) => (
          <option key={action} value={action} />
        ))}
      </datalist>
      <Field label={texts.actor}>
        <Select
          value={filter.actor ?? ''}
          onChange={({ target }) => onChange({ actor: target.value === '' ? undefined : target.value })}
        >
          <option value="">{texts.anybody}</option>
          {strange && <option value={filter.actor}>{filter.actor}</option>}
          {(['user', 'key'] as const).map((kind) => (
            <optgroup key={kind} label={texts.actorGroups[kind]}>
              {[...actors.values()]
                .filter((actor) => actor.kind === kind)
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      <Field label={texts.from}>
        <Input
          type="datetime-local"
          key={filter.from ?? ''}
          defaultValue={localInput(filter.from)}
          onBlur={({ target }) => {
            if (target.value !== localInput(filter.from)) onChange({ from: fromInput(target.value) });
          }}
        />
      </Field>
      <Field label={texts.to}>
        <Input
          type="datetime-local"
          key={filter.to ?? ''}
          defaultValue={localInput(filter.to)}
          onBlur={({ target }) => {
            if (target.value !== localInput(filter.to)) onChange({ to: fromInput(target.value) });
          }}
        />
      </Field>
      {onClear && (
        <Button look="quiet" icon={<X size={16} aria-hidden />} onClick={onClear}>
          {texts.clear}
        </Button>
      )}
    </div>
  );
}
