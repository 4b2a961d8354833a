// One variant of a new experiment: a version of a prompt or own messages, and the model that answers.
import { Trash2 } from 'lucide-react';
import type { Schemas } from '#api';
import { useTexts } from '#i18n';
import { Field, IconButton, Input, Select, TextArea } from '#ui';
import type { DraftVariant } from './draft-variant.ts';
import { experimentTexts } from './texts.ts';

interface VariantFieldsProps {
  at: number;
  variant: DraftVariant;
  prompts: readonly Schemas['Prompt'][];
  connections: readonly Schemas['ModelConnection'][];
  onChange: (variant: DraftVariant) => void;
  onRemove: (() => void) | null;
}

export function VariantFields({ at, variant, prompts, connections, onChange, onRemove }: VariantFieldsProps) {
  const texts = useTexts(experimentTexts);
  const set = (changes: Partial<DraftVariant>) => onChange({ ...variant, ...changes });
  const connection = connections.find(({ id }) => id === variant.connectionId);
  const models = `models-of-${variant.key}`;
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-md border p-4">
      <legend className="px-1 font-medium">{texts.variant(at + 1)}</legend>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label={texts.prompt}>
          <Select value={variant.promptId} onChange={({ target }) => set({ promptId: target.value })}>
            <option value="">{texts.ownMessages}</option>
            {prompts.map(({ id, name, version }) => (
              <option key={id} value={id}>
                {name} · {version}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={texts.connection}>
          <Select
            value={variant.connectionId}
            onChange={({ target }) => set({ connectionId: target.value, model: '' })}
          >
            {connections.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={texts.model}>
          <Input
            value={variant.model}
            maxLength={256}
            list={models}
            autoComplete="off"
            placeholder={connection ? texts.defaultModel(connection.defaultModel) : undefined}
            onChange={({ target }) => set({ model: target.value })}
          />
        </Field>
        <datalist id={models}>
          {(connection?.models ?? []).map((model) => (
            <option key={model} value={model} />
          ))}
        </datalist>
      </div>
      {variant.promptId === '' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={texts.system}>
            <TextArea
              rows={3}
              value={variant.system}
              onChange={({ target }) => set({ system: target.value })}
            />
          </Field>
          <Field label={texts.user} hint={texts.userHint}>
            <TextArea
              rows={3}
              required
              value={variant.user}
              onChange={({ target }) => set({ user: target.value })}
            />
          </Field>
        </div>
      )}
      <div className="flex flex-wrap items-end gap-4">
        <Field label={texts.temperature}>
          <Input
            type="number"
            min={0}
            max={2}
            step={0.1}
            className="w-28"
            value={variant.temperature}
            onChange={({ target }) => set({ temperature: target.value })}
          />
        </Field>
        <Field label={texts.maxOutputTokens}>
          <Input
            type="number"
            min={1}
            max={200_000}
            className="w-36"
            value={variant.maxOutputTokens}
            onChange={({ target }) => set({ maxOutputTokens: target.value })}
          />
        </Field>
        {onRemove && (
          <IconButton
            label={texts.removeVariant(at + 1)}
            icon={<Trash2 size={16} aria-hidden />}
            onClick={onRemove}
          />
        )}
      </div>
    </fieldset>
  );
}
