import { Plus, Trash2 } from 'lucide-react';
import { useTexts } from '#i18n';
import { Badge, Button, Field, IconButton, Select, TextArea } from '#ui';
import { newMessage, DRAFT_ROLES, type DraftMessage } from './draft.ts';
import { playgroundTexts } from './texts.ts';

interface MessageListProps {
  messages: readonly DraftMessage[];
  onChange: (messages: readonly DraftMessage[]) => void;
}

export function MessageList({ messages, onChange }: MessageListProps) {
  const texts = useTexts(playgroundTexts);
  const change = (key: number, changes: Partial<DraftMessage>) =>
    onChange(messages.map((each) => (each.key === key ? { ...each, ...changes } : each)));
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1.5 text-sm font-medium">{texts.messages}</legend>
      {messages.map((message, index) => (
        <div key={message.key} className="grid min-w-0 gap-1.5 rounded-md border p-2.5">
          <div className="flex flex-wrap items-center gap-2">
            <Field label={texts.roleOf(index + 1)} hideLabel className="w-36">
              <Select
                value={message.role}
                // A result belongs to its call, and a call to its message.
                disabled={message.toolCallId !== null || message.toolCalls.length > 0}
                onChange={({ target }) => change(message.key, { role: target.value as DraftMessage['role'] })}
              >
                {DRAFT_ROLES.filter((role) => role !== 'tool' || message.role === 'tool').map((role) => (
                  <option key={role} value={role}>
                    {texts.roles[role]}
                  </option>
                ))}
              </Select>
            </Field>
            {message.toolCalls.map((call) => (
              <Badge key={call.id} tone="cool">
                {texts.callsTool(call.name)}
              </Badge>
            ))}
            {message.images.length > 0 && <Badge>{texts.images(message.images.length)}</Badge>}
            <span className="ml-auto">
              <IconButton
                label={texts.removeMessage(index + 1)}
                disabled={messages.length === 1}
                icon={<Trash2 size={16} aria-hidden />}
                onClick={() => onChange(messages.filter(({ key }) => key !== message.key))}
              />
            </span>
          </div>
          <Field label={texts.contentOf(index + 1)} hideLabel>
            <TextArea
              rows={message.role === 'system' ? 3 : 4}
              spellCheck={false}
              className="font-mono text-sm"
              value={message.text}
              onChange={({ target }) => change(message.key, { text: target.value })}
            />
          </Field>
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus size={16} aria-hidden />}
          onClick={() => onChange([...messages, newMessage('user')])}
        >
          {texts.addMessage}
        </Button>
      </div>
    </fieldset>
  );
}
