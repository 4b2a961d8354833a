import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { Button, Field, IconButton, Input, Select, TextArea } from '#ui';
import { promptPartTexts } from '../part-texts.ts';
import { promptsTexts } from '../texts.ts';
import { InsertReference } from './insert-reference.tsx';
import { insertedAt } from './reference.ts';
import { PLACEHOLDER_ROLE, type MessageRow } from './messages.ts';

const ROLES = ['system', 'user', 'assistant', PLACEHOLDER_ROLE];

interface MessageEditorProps {
  rows: readonly MessageRow[];
  onChange: (rows: MessageRow[]) => void;
  /** The prompt that is being edited, which cannot contain itself. */
  own: string | undefined;
  fault?: string | null | undefined;
}

/** Where the cursor was last. */
interface Cursor {
  key: number;
  at: number;
}

export function MessageEditor({ rows, onChange, own, fault }: MessageEditorProps) {
  const texts = useTexts(promptsTexts);
  const parts = useTexts(promptPartTexts);
  const change = (key: number, changes: Partial<MessageRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)));
  const [cursor, setCursor] = useState<Cursor | null>(null);
  const texted = rows.filter(({ role }) => role !== PLACEHOLDER_ROLE);
  const target = texted.find(({ key }) => key === cursor?.key) ?? texted[0];
  const move = (from: number, to: number) => {
    const moved = [...rows];
    moved.splice(to, 0, ...moved.splice(from, 1));
    onChange(moved);
  };
  const add = () =>
    onChange([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, role: 'user', text: '' }]);
  return (
    <fieldset className="grid gap-3">
      <legend className="text-sm font-medium">{texts.messages}</legend>
      <p className="text-sm text-muted">{texts.messagesHint}</p>
      {rows.map(({ key, role, text }, index) => (
        <div key={key} className="grid items-start gap-2 sm:grid-cols-[9rem_1fr_auto]">
          <Field label={texts.roleOf(index + 1)} hideLabel>
            <Select value={role} onChange={(event) => change(key, { role: event.target.value })}>
              {[...new Set([...ROLES, role])].map((each) => (
                <option key={each} value={each}>
                  {each === PLACEHOLDER_ROLE ? texts.placeholder : each}
                </option>
              ))}
            </Select>
          </Field>
          {role === PLACEHOLDER_ROLE ? (
            <Field label={texts.placeholderOf(index + 1)} hideLabel>
              <Input
                required
                maxLength={200}
                value={text}
                autoComplete="off"
                placeholder={texts.placeholderHint}
                onChange={(event) => change(key, { text: event.target.value })}
              />
            </Field>
          ) : (
            <Field label={texts.contentOf(index + 1)} hideLabel>
              <TextArea
                rows={4}
                spellCheck={false}
                className="font-mono text-sm"
                value={text}
                onChange={(event) => change(key, { text: event.target.value })}
                onSelect={({ currentTarget }) => setCursor({ key, at: currentTarget.selectionEnd })}
              />
            </Field>
          )}
          <span className={classNames('flex', role !== PLACEHOLDER_ROLE && 'sm:flex-col')}>
            <IconButton
              label={parts.moveUp(index + 1)}
              disabled={index === 0}
              icon={<ArrowUp size={16} aria-hidden />}
              onClick={() => move(index, index - 1)}
            />
            <IconButton
              label={parts.moveDown(index + 1)}
              disabled={index === rows.length - 1}
              icon={<ArrowDown size={16} aria-hidden />}
              onClick={() => move(index, index + 1)}
            />
            <IconButton
              label={texts.removeMessage(index + 1)}
              disabled={rows.length === 1}
              icon={<Trash2 size={16} aria-hidden />}
              onClick={() => onChange(rows.filter((row) => row.key !== key))}
            />
          </span>
        </div>
      ))}
      {fault && (
        <p role="alert" className="text-sm text-bad">
          {fault}
        </p>
      )}
      <div>
        <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={add}>
          {texts.addMessage}
        </Button>
      </div>
      {target && (
        <InsertReference
          own={own}
          into={parts.insertMessage(rows.indexOf(target) + 1)}
          onInsert={(reference) => {
            const at = cursor?.key === target.key ? cursor.at : null;
            change(target.key, { text: insertedAt(target.text, at, reference) });
          }}
        />
      )}
    </fieldset>
  );
}
