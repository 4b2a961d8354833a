// Creates a version of a new or existing prompt. Each variable in the template gets a row.
import { useRef, useState } from 'react';
import { useSend } from '#api';
import { useTexts } from '#i18n';
import {
  Dialog,
  DraftForm,
  Field,
  Segments,
  SendDraft,
  TextArea,
  TextField,
  say,
  useDraft,
  type Draft,
} from '#ui';
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

interface Values {
  name: string;
  version: string;
  type: PromptData['type'];
  template: string;
  messages: MessageRow[];
  description: string;
  labels: string;
  config: ReturnType<typeof draftOfConfig>;
}

function draftOf(base: PromptData | undefined, folder: string): Values {
  const messages = base?.messages;
  return {
    name: folder === '' ? '' : `${folder}/`,
    version: '',
    type: base?.type ?? 'text',
    template: messages ? '' : (base?.template ?? ''),
    messages: messages ? rowsOf(messages) : FIRST_ROWS,
    description: '',
    labels: base?.labels.join(', ') ?? '',
    config: draftOfConfig(base?.config ?? {}),
  };
}
const textIn = ({ type, messages, template }: Values): string =>
  type === 'chat' ? messages.map(({ text }) => text).join('\n') : template;

export function NewVersion({ base, newest, folder = '', onClose, onMade }: NewVersionProps) {
  const parts = useTexts(promptPartTexts);
  const texts = useTexts(promptsTexts);
  const [configFault, setConfigFault] = useState<ConfigField | null>(null);
  const next = String(((newest ?? base)?.number ?? 0) + 1);
  const create = useSend('post', '/v1/prompts', {
    changes: CHANGED,
    onSuccess: ({ prompt }) => {
      say(texts.made(prompt.version));
      onClose();
      onMade(prompt);
    },
  });
  const draft = useDraft(draftOf(base, folder), create);
  const names = placeholdersIn(textIn(draft.values)).slice(0, 200);
  const send = ({ type, template, messages, config, labels, ...typed }: Values, variables: Variables) => {
    const made = configOfDraft(config);
    setConfigFault('fault' in made ? made.fault : null);
    if ('fault' in made) return;
    const version = typed.version.trim();
    create.mutate({
      body: {
        name: base?.name ?? typed.name,
        // A chat prompt without one gets the next number from the service.
        ...(version === '' && type === 'chat' ? {} : { version: version || next }),
        ...(type === 'chat' ? { messages: messagesOfRows(messages) } : { template }),
        config: made.config,
        variables: variablesOf(names, variables, base?.variables ?? null),
        labels: labelNamesIn(labels),
        description: typed.description || null,
      },
    });
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={base ? texts.createVersionTitle(base.name) : texts.createPromptTitle}
    >
      <DraftForm of={draft} onSend={send}>
        <div className="grid gap-5 sm:grid-cols-2">
          {!base && (
            <TextField
              of={draft}
              name="name"
              label={texts.name}
              hint={texts.nameHint}
              required
              maxLength={200}
            />
          )}
          <TextField
            of={draft}
            name="version"
            label={texts.version}
            hint={parts.autoVersion(next)}
            maxLength={100}
            placeholder={next}
          />
        </div>
        <Written of={draft} base={base} />
        {names.length > 0 && <VariableLines names={names} before={base?.variables ?? null} />}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            of={draft}
            name="description"
            label={texts.description}
            hint={texts.descriptionHint}
            maxLength={500}
          />
          <TextField of={draft} name="labels" label={texts.labelsField} hint={texts.labelsHint} />
        </div>
        <ConfigEditor
          draft={draft.values.config}
          onChange={(config) => {
            draft.set({ config });
            setConfigFault(null);
          }}
          fault={configFault}
          refused={draft.fault('config')}
        />
        <SendDraft of={draft}>{texts.create}</SendDraft>
      </DraftForm>
    </Dialog>
  );
}

/** The fields of the variables, which come and go with the text. */
type Variables = Readonly<Record<string, string>>;

/** The text of a prompt, or the messages of a chat. */
function Written({ of, base }: { of: Draft<Values>; base: PromptData | undefined }) {
  const texts = useTexts(promptsTexts);
  const { type, template, messages } = of.values;
  return (
    <>
      {!base && (
        <Segments
          label={texts.type}
          value={type}
          onChange={(next) => of.set({ type: next })}
          options={(['text', 'chat'] as const).map((value) => ({ value, label: texts.types[value] }))}
        />
      )}
      {type === 'chat' ? (
        <MessageEditor
          rows={messages}
          onChange={(rows) => of.set({ messages: rows })}
          own={base?.name}
          fault={of.fault('messages') ?? of.fault('template')}
        />
      ) : (
        <TemplateField
          own={base?.name}
          template={template}
          onChange={(next) => of.set({ template: next })}
          fault={of.fault('template')}
        />
      )}
    </>
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
