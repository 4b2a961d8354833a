import { useTexts } from '#i18n';
import { Button, Field, Select } from '#ui';
import { guardianTexts } from './texts.ts';
import { SHOWN_FINDING_KINDS, FINDING_SEVERITIES, FINDING_STATUSES, type InboxFilter } from './use-inbox.ts';

interface FiltersProps {
  filter: InboxFilter;
  narrowed: boolean;
  onNarrow: (next: Partial<InboxFilter>) => void;
}

export function FindingFilters({ filter, narrowed, onNarrow }: FiltersProps) {
  const texts = useTexts(guardianTexts);
  return (
    <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      <Field label={texts.status}>
        <Select
          value={filter.status}
          onChange={({ target }) => onNarrow({ status: target.value as InboxFilter['status'] })}
        >
          {FINDING_STATUSES.map((status) => (
            <option key={status} value={status}>
              {texts.statuses[status]}
            </option>
          ))}
          <option value="any">{texts.any}</option>
        </Select>
      </Field>
      <Field label={texts.severity}>
        <Select
          value={filter.severity ?? ''}
          onChange={({ target }) =>
            onNarrow({ severity: FINDING_SEVERITIES.find((one) => one === target.value) ?? null })
          }
        >
          <option value="">{texts.any}</option>
          {FINDING_SEVERITIES.map((severity) => (
            <option key={severity} value={severity}>
              {texts.severities[severity]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={texts.kind}>
        <Select
          value={filter.kind ?? ''}
          onChange={({ target }) =>
            onNarrow({ kind: SHOWN_FINDING_KINDS.find((one) => one === target.value) ?? null })
          }
        >
          <option value="">{texts.any}</option>
          {SHOWN_FINDING_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {texts.kinds[kind]}
            </option>
          ))}
        </Select>
      </Field>
      {narrowed && (
        <Button look="quiet" onClick={() => onNarrow({ status: 'open', kind: null, severity: null })}>
          {texts.clear}
        </Button>
      )}
    </div>
  );
}
