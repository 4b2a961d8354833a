// The questions of a queue in its form: a name, a kind, and what the kind needs.
import { Plus, Trash2 } from 'lucide-react';
import { useTexts } from '#i18n';
import { Button, Checkbox, Field, IconButton, Input, Select, TextArea } from '#ui';
import { queueTexts } from './texts.ts';
import type { DimensionData } from './types.ts';

/** As it is typed. */
export interface DimensionDraft {
  key: number;
  name: string;
  description: string;
  kind: DimensionData['kind'];
  min: string;
  max: string;
  step: string;
  tolerance: string;
  categories: string;
  optional: boolean;
}

const KINDS = ['number', 'category', 'boolean'] as const;
const MOST = 10;

export const newDimension = (key: number): DimensionDraft => ({
  key,
  name: '',
  description: '',
  kind: 'number',
  min: '1',
  max: '5',
  step: '1',
  tolerance: '0',
  categories: '',
  optional: false,
});

export const draftOfDimension = (dimension: DimensionData, key: number): DimensionDraft => ({
  key,
  name: dimension.name,
  description: dimension.description ?? '',
  kind: dimension.kind,
  min: String(dimension.min ?? 1),
  max: String(dimension.max ?? 5),
  step: String(dimension.step ?? 1),
  tolerance: String(dimension.tolerance ?? 0),
  categories: dimension.categories?.join('\n') ?? '',
  optional: dimension.optional,
});

export function dimensionInput({ name, description, kind, optional, ...draft }: DimensionDraft) {
  const common = { name: name.trim(), description: description.trim() || null, kind, optional };
  if (kind === 'number')
    return {
      ...common,
      min: Number(draft.min),
      max: Number(draft.max),
      step: Number(draft.step),
      tolerance: Number(draft.tolerance),
    };
  if (kind === 'boolean') return common;
  const lines = draft.categories.split('\n').map((line) => line.trim());
  return { ...common, categories: [...new Set(lines.filter((line) => line !== ''))] };
}

interface DimensionFieldsProps {
  drafts: readonly DimensionDraft[];
  onChange: (drafts: DimensionDraft[]) => void;
  /** Only descriptions can be changed. */
  isFixed: boolean;
  faultAt: (at: number, field: string) => string | null;
}

export function DimensionFields({ drafts, onChange, isFixed, faultAt }: DimensionFieldsProps) {
  const { form: texts } = useTexts(queueTexts);
  const set = (key: number, changes: Partial<DimensionDraft>) =>
    onChange(drafts.map((draft) => (draft.key === key ? { ...draft, ...changes } : draft)));
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="text-sm font-medium">{texts.dimensions}</legend>
      <p className="text-sm text-muted">{isFixed ? texts.fixed : texts.dimensionsHint}</p>
      {drafts.map((draft, index) => (
        <div
          key={draft.key}
          role="group"
          aria-label={texts.dimension(index + 1)}
          className="grid min-w-0 gap-3 rounded-md border p-3"
        >
          <div className="grid min-w-0 gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_auto] sm:items-start">
            <Field label={texts.dimensionName} fault={faultAt(index, 'name')}>
              <Input
                required
                maxLength={128}
                autoComplete="off"
                disabled={isFixed}
                value={draft.name}
                onChange={(event) => set(draft.key, { name: event.target.value })}
              />
            </Field>
            <Field label={texts.kind}>
              <Select
                disabled={isFixed}
                value={draft.kind}
                onChange={(event) => set(draft.key, { kind: event.target.value as DimensionData['kind'] })}
              >
                {KINDS.map((kind) => (
                  <option key={kind} value={kind}>
                    {texts.kinds[kind]}
                  </option>
                ))}
              </Select>
            </Field>
            {!isFixed && drafts.length > 1 && (
              <IconButton
                label={texts.removeDimension(index + 1)}
                icon={<Trash2 size={16} aria-hidden />}
                className="sm:mt-7"
                onClick={() => onChange(drafts.filter(({ key }) => key !== draft.key))}
              />
            )}
          </div>
          {draft.kind === 'number' && (
            <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
              {(['min', 'max', 'step', 'tolerance'] as const).map((name) => (
                <Field key={name} label={texts[name]} fault={faultAt(index, name)}>
                  <Input
                    required
                    type="number"
                    step="any"
                    disabled={isFixed}
                    value={draft[name]}
                    {...(name === 'tolerance' ? { title: texts.toleranceHint, min: 0 } : {})}
                    onChange={(event) => set(draft.key, { [name]: event.target.value })}
                  />
                </Field>
              ))}
            </div>
          )}
          {draft.kind === 'category' && (
            <Field label={texts.categories} fault={faultAt(index, 'categories')}>
              <TextArea
                required
                rows={3}
                disabled={isFixed}
                value={draft.categories}
                onChange={(event) => set(draft.key, { categories: event.target.value })}
              />
            </Field>
          )}
          <Field label={texts.description}>
            <Input
              maxLength={500}
              autoComplete="off"
              value={draft.description}
              onChange={(event) => set(draft.key, { description: event.target.value })}
            />
          </Field>
          <Checkbox
            label={texts.optional}
            disabled={isFixed}
            checked={draft.optional}
            onChange={(event) => set(draft.key, { optional: event.target.checked })}
          />
        </div>
      ))}
      {!isFixed && drafts.length < MOST && (
        <Button
          size="small"
          icon={<Plus size={16} aria-hidden />}
          className="justify-self-start"
          onClick={() =>
            onChange([...drafts, newDimension(1 + Math.max(0, ...drafts.map(({ key }) => key)))])
          }
        >
          {texts.addDimension}
        </Button>
      )}
    </fieldset>
  );
}
