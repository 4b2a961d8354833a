import { X } from 'lucide-react';
import { useId, useMemo, useState, type ComponentProps } from 'react';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { Button, Field, Input, Select } from '#ui';
import { auditTexts } from './texts.ts';
import type { Actor } from './use-names.ts';

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

/** The format of a datetime-local input: local time without a zone. */
const localInput = (iso: string | undefined): string => {
  if (iso === undefined) return '';
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

const fromInput = (text: string): string | undefined =>
  isTime(text) ? new Date(text).toISOString() : undefined;

interface FiltersProps {
  filter: AuditFilter;
  actors: readonly Actor[];
  /** Actions in the loaded entries, as suggestions; any other action can be typed. */
  actions: readonly string[];
  onChange: (next: Partial<Record<keyof AuditFilter, string | undefined>>) => void;
  onClear?: () => void;
}

export function Filters({ filter, actors, actions, onChange, onClear }: FiltersProps) {
  const texts = useTexts(auditTexts);
  const known = useId();
  const strange = filter.actor !== undefined && !actors.some(({ id }) => id === filter.actor);
  return (
    <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-[repeat(4,minmax(0,1fr))_auto]">
      <Field label={texts.action}>
        <LateInput
          list={known}
          value={filter.action ?? ''}
          placeholder="project.create"
          maxLength={100}
          autoComplete="off"
          onCommit={(next) => onChange({ action: next === '' ? undefined : next })}
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
              {actors
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
      <Field label={texts.from} className="max-sm:col-span-2">
        <LateInput
          type="datetime-local"
          value={localInput(filter.from)}
          onCommit={(next) => onChange({ from: fromInput(next) })}
        />
      </Field>
      <Field label={texts.to} className="max-sm:col-span-2">
        <LateInput
          type="datetime-local"
          value={localInput(filter.to)}
          onCommit={(next) => onChange({ to: fromInput(next) })}
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

interface LateInputProps extends Omit<ComponentProps<'input'>, 'value'> {
  value: string;
  onCommit: (value: string) => void;
}

/** Applies the text on blur or Enter, and follows the URL when it changes otherwise. */
function LateInput({ value, onCommit, ...rest }: LateInputProps) {
  const [draft, setDraft] = useState(value);
  const [followed, setFollowed] = useState(value);
  if (followed !== value) {
    setFollowed(value);
    setDraft(value);
  }
  const commit = () => {
    if (draft.trim() !== value) onCommit(draft.trim());
  };
  return (
    <Input
      {...rest}
      value={draft}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  );
}
