import { useTexts } from '#i18n';
import { Field, Input, TextArea } from '#ui';
import { promptPartTexts } from '../part-texts.ts';
import { promptsTexts } from '../texts.ts';
import { SETTING_FIELDS, type ConfigDraft, type ConfigField } from './config-draft.ts';

interface ConfigEditorProps {
  draft: ConfigDraft;
  onChange: (draft: ConfigDraft) => void;
  fault: ConfigField | null;
  /** What the service said about the configuration. */
  refused: string | null | undefined;
}

export function ConfigEditor({ draft, onChange, fault, refused }: ConfigEditorProps) {
  const texts = useTexts(promptsTexts);
  const parts = useTexts(promptPartTexts);
  const json = (name: 'tools' | 'schema' | 'rest', label: string, hint: string, wrong: string | null) => (
    <Field label={label} hint={hint} fault={wrong}>
      <TextArea
        rows={3}
        spellCheck={false}
        className="font-mono text-sm"
        value={draft[name]}
        onChange={(event) => onChange({ ...draft, [name]: event.target.value })}
      />
    </Field>
  );
  return (
    <fieldset className="grid gap-5">
      <legend className="pb-3 text-sm font-medium">{parts.settings}</legend>
      <div className="grid gap-5 sm:grid-cols-4">
        <Field label={parts.model} hint={parts.modelHint}>
          <Input
            maxLength={256}
            autoComplete="off"
            value={draft.model}
            onChange={(event) => onChange({ ...draft, model: event.target.value })}
          />
        </Field>
        {SETTING_FIELDS.map((name) => (
          <Field key={name} label={parts.setting[name]} fault={fault === name ? parts.settingFault : null}>
            <Input
              inputMode="decimal"
              autoComplete="off"
              value={draft.settings[name]}
              onChange={(event) =>
                onChange({ ...draft, settings: { ...draft.settings, [name]: event.target.value } })
              }
            />
          </Field>
        ))}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        {json('tools', parts.tools, parts.toolsHint, fault === 'tools' ? parts.toolsFault : null)}
        {json('schema', parts.schema, parts.schemaHint, fault === 'schema' ? parts.schemaFault : null)}
      </div>
      {json(
        'rest',
        texts.config,
        texts.configHint,
        fault === 'config' ? texts.configFault : (refused ?? null),
      )}
    </fieldset>
  );
}
