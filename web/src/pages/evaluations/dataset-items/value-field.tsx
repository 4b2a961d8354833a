// Edits an input or an expected output as a text, as messages or as JSON.
import { Plus, Trash2 } from 'lucide-react';
import { useTexts } from '#i18n';
import { Button, Field, IconButton, Segments, Select, TextArea } from '#ui';
import { itemTexts } from './texts.ts';
import { changeKind, VALUE_KINDS, type RoleMessage, type ValueDraft } from './item-value.ts';

const ROLES = ['system', 'user', 'assistant'];

interface ValueFieldProps {
  label: string;
  hint?: string;
  fault?: string | null;
  draft: ValueDraft;
  onChange: (draft: ValueDraft) => void;
  required?: boolean;
  maxLength: number;
}

export function ValueField({
  label,
  hint,
  fault,
  draft,
  onChange,
  required = false,
  maxLength,
}: ValueFieldProps) {
  const texts = useTexts(itemTexts);
  return (
    <div className="grid min-w-0 gap-2">
      <div>
        <Segments
          label={texts.kindOf(label)}
          value={draft.kind}
          onChange={(kind) => onChange(changeKind(draft, kind))}
          options={VALUE_KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
        />
      </div>
      {draft.kind === 'messages' ? (
        <Messages
          label={label}
          messages={draft.messages}
          maxLength={maxLength}
          onChange={(messages) => onChange({ ...draft, messages })}
        />
      ) : (
        <Field label={label} {...(hint === undefined ? {} : { hint })} fault={fault}>
          <TextArea
            required={required}
            rows={6}
            maxLength={draft.kind === 'text' ? maxLength : undefined}
            spellCheck={draft.kind === 'text'}
            className={draft.kind === 'json' ? 'font-mono text-sm' : ''}
            value={draft.text}
            onChange={({ target }) => onChange({ ...draft, text: target.value })}
          />
        </Field>
      )}
      {draft.kind === 'messages' && fault ? <p className="text-sm text-bad">{fault}</p> : null}
    </div>
  );
}

interface MessagesProps {
  label: string;
  messages: readonly RoleMessage[];
  maxLength: number;
  onChange: (messages: readonly RoleMessage[]) => void;
}

function Messages({ label, messages, maxLength, onChange }: MessagesProps) {
  const texts = useTexts(itemTexts);
  const set = (at: number, change: Partial<RoleMessage>) =>
    onChange(messages.map((one, index) => (index === at ? { ...one, ...change } : one)));
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {messages.map(({ role, content }, at) => (
        // Messages have no ids, and their order does not change.
        <div key={at} className="grid min-w-0 grid-cols-[7.5rem_minmax(0,1fr)_auto] items-start gap-2">
          <Field label={texts.roleOf(at + 1)} hideLabel>
            <Select value={role} onChange={({ target }) => set(at, { role: target.value })}>
              {[...new Set([...ROLES, role])].map((each) => (
                <option key={each}>{each}</option>
              ))}
            </Select>
          </Field>
          <Field label={texts.contentOf(at + 1)} hideLabel>
            <TextArea
              rows={2}
              maxLength={maxLength}
              value={content}
              onChange={({ target }) => set(at, { content: target.value })}
            />
          </Field>
          <IconButton
            label={texts.removeMessage(at + 1)}
            icon={<Trash2 size={16} aria-hidden />}
            disabled={messages.length === 1}
            onClick={() => onChange(messages.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus size={16} aria-hidden />}
          onClick={() => {
            const role = messages.at(-1)?.role === 'user' ? 'assistant' : 'user';
            onChange([...messages, { role, content: '' }]);
          }}
        >
          {texts.addMessage}
        </Button>
      </div>
    </fieldset>
  );
}
