// Which column of the file is which field of an item.
import type { Schemas } from '#api';
import { useTexts } from '#i18n';
import { Checkbox, Field, Select } from '#ui';
import { uploadTexts } from './texts.ts';

export type UploadMapping = Schemas['EvalDatasetMapping'];
type Column = Schemas['EvalDatasetPreview']['columns'][number];

const SINGLE = ['input', 'expectedOutput', 'split', 'externalId'] as const;

interface MappingFieldsProps {
  columns: readonly Column[];
  mapping: UploadMapping | null;
  onChange: (mapping: UploadMapping | null) => void;
}

/** A mapping of several columns can only come from a program; the first column stands for it here. */
const chosenIn = (mapping: UploadMapping | null, field: (typeof SINGLE)[number]): string => {
  const value = mapping?.[field];
  return (Array.isArray(value) ? value[0] : value) ?? '';
};

export function MappingFields({ columns, mapping, onChange }: MappingFieldsProps) {
  const texts = useTexts(uploadTexts);
  const set = (field: (typeof SINGLE)[number], name: string) => {
    const { [field]: _before, ...rest } = mapping ?? { input: '' };
    const next = name === '' ? rest : { ...rest, [field]: name };
    onChange('input' in next && next.input !== '' ? (next as UploadMapping) : null);
  };
  const taken = new Set(SINGLE.map((field) => chosenIn(mapping, field)));
  const kept = mapping?.metadata ?? [];
  const keep = (name: string, isKept: boolean) => {
    if (!mapping) return;
    const { metadata: _before, ...rest } = mapping;
    const next = isKept ? [...kept, name] : kept.filter((one) => one !== name);
    onChange(next.length === 0 ? rest : { ...rest, metadata: next });
  };
  const rest = columns.filter(({ name }) => !taken.has(name));
  return (
    <section aria-label={texts.mapping} className="grid min-w-0 gap-3">
      <h3 className="text-base">{texts.mapping}</h3>
      <div className="grid min-w-0 gap-3 sm:grid-cols-2">
        {SINGLE.map((field) => (
          <Field
            key={field}
            label={texts[field]}
            {...(field === 'externalId' ? { hint: texts.externalIdHint } : {})}
          >
            <Select value={chosenIn(mapping, field)} onChange={({ target }) => set(field, target.value)}>
              <option value="">{field === 'input' ? texts.chooseColumn : texts.noColumn}</option>
              {columns.map(({ name, example }) => (
                <option key={name} value={name} title={example ?? undefined}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
      {mapping && rest.length > 0 && (
        <fieldset className="grid min-w-0 gap-1.5">
          <legend className="mb-1.5 text-sm font-medium">
            {texts.metadata} <span className="font-normal text-muted">{texts.metadataAbout}</span>
          </legend>
          <div className="flex max-h-32 min-w-0 flex-wrap gap-x-5 gap-y-1.5 overflow-y-auto">
            {rest.map(({ name }) => (
              <Checkbox
                key={name}
                label={name}
                checked={kept.includes(name)}
                onChange={({ target }) => keep(name, target.checked)}
              />
            ))}
          </div>
        </fieldset>
      )}
    </section>
  );
}
