// Creates a version of a new or existing prompt. Each variable in the template gets a row.
import { useRef, useState } from 'react';
import { useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, Dialog, DialogActions, Field, Form, Input, Segments, TextArea, faultOf, say } from '#ui';
import { promptPartTexts } from '../part-texts.ts';
import { configOfDraft, draftOfConfig, type ConfigField } from './config-draft.ts';
import { ConfigEditor } from './config-editor.tsx';
import { InsertReference } from './insert-reference.tsx';
import { MessageEditor } from './message-editor.tsx';
import { messagesOfRows, rowsOf, type MessageRow } from './messages.ts';
import { insertedAt } from './reference.ts';
import { placeholdersIn } from './template-text.tsx';
import { VariableLines, variablesOf } from './variable-lines.tsx';
import { promptsTexts } from '../texts.ts';
import type { PromptData } from '../types.ts';
import { CHANGED, labelNamesIn } from '../use-prompts.ts';

const FIELDS = ['name', 'version', 'template', 'messages', 'description', 'labels', 'config'];
const FIRST_ROWS: MessageRow[] = [
  { key: 0, role: 'system', text: '' },
  { key: 1, role: 'user', text: '' },
];

interface NewVersionProps {
  /** The version to start from; omit it to create a prompt with a new name. */
  base?: PromptData;
  /** The newest version of the prompt, for the next number. */
  newest?: PromptData;
  /** The folder of a new prompt. */
  folder?: string;
  onClose: () => void;
  onMade: (prompt: PromptData) => void;
}

export function NewVersion({ base, newest, folder = '', onClose, onMade }: NewVersionProps) {
  const parts = useTexts(promptPartTexts);
  const texts = useTexts(promptsTexts);
  const [type, setType] = useState<PromptData['type']>(base?.type ?? 'text');
  const [template, setTemplate] = useState(base?.messages ? '' : (base?.template ?? ''));
  const [rows, setRows] = useState(base?.messages ? rowsOf(base.messages) : FIRST_ROWS);
  const [draft, setDraft] = useState(() => draftOfConfig(base?.config ?? {}));
  const [configFault, setConfigFault] = useState<ConfigField | null>(null);
  const next = String(((newest ?? base)?.number ?? 0) + 1);
  const written = type === 'chat' ? rows.map(({ text }) => text).join('\n') : template;
  const names = placeholdersIn(written).slice(0, 200);
  const create = useSend('post', '/v1/prompts', {
    changes: CHANGED,
    onSuccess: ({ prompt }) => {
      say(texts.made(prompt.version));
      onClose();
      onMade(prompt);
    },
  });
  const send = (values: Record<string, string>) => {
    const made = configOfDraft(draft);
    setConfigFault('fault' in made ? made.fault : null);
    if ('fault' in made) return;
    const version = (values['version'] ?? '').trim();
    create.mutate({
      body: {
        name: base?.name ?? values['name'] ?? '',
        // A chat prompt without one gets the next number from the service.
        ...(version === '' && type === 'chat' ? {} : { version: version || next }),
        ...(type === 'chat' ? { messages: messagesOfRows(rows) } : { template }),
        config: made.config,
        variables: variablesOf(names, values, base?.variables ?? null),
        labels: labelNamesIn(values['labels'] ?? ''),
        description: values['description'] || null,
      },
    });
  };
  const fault = (name: string) => faultOf(create.error, name);
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={base ? texts.createVersionTitle(base.name) : texts.createPromptTitle}
    >
      <Form onSubmit={send} error={create.error} fields={FIELDS}>
        <div className="grid gap-5 sm:grid-cols-2">
          {!base && (
            <Field label={texts.name} hint={texts.nameHint} fault={fault('name')}>
              <Input
                name="name"
                required
                maxLength={200}
                autoComplete="off"
                defaultValue={folder === '' ? '' : `${folder}/`}
              />
            </Field>
          )}
          <Field label={texts.version} hint={parts.autoVersion(next)} fault={fault('version')}>
            <Input name="version" maxLength={100} autoComplete="off" placeholder={next} />
          </Field>
        </div>
        {!base && (
          <Segments
            label={texts.type}
            value={type}
            onChange={setType}
            options={(['text', 'chat'] as const).map((value) => ({ value, label: texts.types[value] }))}
          />
        )}
        {type === 'chat' ? (
          <MessageEditor
            rows={rows}
            onChange={setRows}
            own={base?.name}
            fault={fault('messages') ?? fault('template')}
          />
        ) : (
          <TemplateField
            own={base?.name}
            template={template}
            onChange={setTemplate}
            fault={fault('template')}
          />
        )}
        {names.length > 0 && <VariableLines names={names} before={base?.variables ?? null} />}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={texts.description} hint={texts.descriptionHint} fault={fault('description')}>
            <Input name="description" maxLength={500} autoComplete="off" />
          </Field>
          <Field label={texts.labelsField} hint={texts.labelsHint} fault={fault('labels')}>
            <Input name="labels" defaultValue={base?.labels.join(', ') ?? ''} autoComplete="off" />
          </Field>
        </div>
        <ConfigEditor
          draft={draft}
          onChange={(changed) => {
            setDraft(changed);
            setConfigFault(null);
          }}
          fault={configFault}
          refused={fault('config')}
        />
        <DialogActions>
          <Button look="main" type="submit" busy={create.isPending}>
            {texts.create}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

interface TemplateFieldProps {
  own: string | undefined;
  template: string;
  onChange: (template: string) => void;
  fault: string | null | undefined;
}

function TemplateField({ own, template, onChange, fault }: TemplateFieldProps) {
  const texts = useTexts(promptsTexts);
  const parts = useTexts(promptPartTexts);
  const cursor = useRef<number | null>(null);
  return (
    <div className="grid min-w-0 gap-2">
      <Field label={texts.template} hint={texts.templateHint} fault={fault}>
        <TextArea
          required
          rows={10}
          spellCheck={false}
          className="font-mono text-sm"
          value={template}
          onChange={(event) => onChange(event.target.value)}
          onSelect={({ currentTarget }) => {
            cursor.current = currentTarget.selectionEnd;
          }}
        />
      </Field>
      <InsertReference
        own={own}
        into={parts.insertTemplate}
        onInsert={(reference) => onChange(insertedAt(template, cursor.current, reference))}
      />
    </div>
  );
}
