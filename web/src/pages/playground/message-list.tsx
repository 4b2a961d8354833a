import { Braces, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTexts } from '#i18n';
import { Badge, Button, Field, IconButton, Select, TextArea, say } from '#ui';
import { imageChars, newMessage, DRAFT_ROLES, type DraftMessage } from './draft.ts';
import { imageFilesIn, readImages } from './images.ts';
import { MessageImages } from './message-images.tsx';
import { playgroundTexts } from './texts.ts';

interface MessageListProps {
  label: string;
  messages: readonly DraftMessage[];
  onChange: (messages: readonly DraftMessage[]) => void;
  /** A column has at least one message. */
  mayBeEmpty?: boolean;
}

export function MessageList({ label, messages, onChange, mayBeEmpty = false }: MessageListProps) {
  const texts = useTexts(playgroundTexts);
  // Reading a file takes a moment, in which the messages may change.
  const current = useRef(messages);
  useEffect(() => {
    current.current = messages;
  }, [messages]);
  const change = (key: number, changes: Partial<DraftMessage>) =>
    onChange(current.current.map((each) => (each.key === key ? { ...each, ...changes } : each)));
  const addImages = async (key: number, files: readonly File[]) => {
    if (files.length === 0) return;
    const { images, fault } = await readImages(files, imageChars(current.current));
    const before = current.current.find((each) => each.key === key)?.images ?? [];
    if (images.length > 0) change(key, { images: [...before, ...images] });
    if (fault) say(texts.imageFaults[fault], 'bad');
  };
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {messages.map((message, index) => {
        const place = index + 1;
        const remove = (
          <span className="ml-auto">
            <IconButton
              label={texts.removeMessage(place)}
              disabled={messages.length === 1 && !mayBeEmpty}
              icon={<Trash2 size={16} aria-hidden />}
              onClick={() => onChange(messages.filter(({ key }) => key !== message.key))}
            />
          </span>
        );
        if (message.placeholder !== null)
          return (
            <div
              key={message.key}
              className="flex min-w-0 flex-wrap items-center gap-2 rounded-md border border-dashed p-2.5"
            >
              <Braces size={16} aria-hidden className="shrink-0 text-muted" />
              <span className="min-w-0 text-sm break-words">{texts.placeholder(message.placeholder)}</span>
              {remove}
            </div>
          );
        const takesImages = message.role === 'user';
        const take = (given: DataTransfer | null, event: { preventDefault: () => void }) => {
          const files = takesImages ? imageFilesIn(given) : [];
          if (files.length === 0) return;
          event.preventDefault();
          void addImages(message.key, files);
        };
        return (
          <div
            key={message.key}
            className="grid min-w-0 gap-1.5 rounded-md border p-2.5"
            onDragOver={(event) => {
              if (takesImages && event.dataTransfer.types.includes('Files')) event.preventDefault();
            }}
            onDrop={(event) => take(event.dataTransfer, event)}
          >
            <div className="flex flex-wrap items-center gap-2">
              <Field label={texts.roleOf(place)} hideLabel className="w-36">
                <Select
                  value={message.role}
                  // A result belongs to its call, and a call to its message.
                  disabled={message.toolCallId !== null || message.toolCalls.length > 0}
                  onChange={({ target }) => {
                    const role = target.value as DraftMessage['role'];
                    change(message.key, { role, ...(role === 'user' ? {} : { images: [] }) });
                  }}
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
              {remove}
            </div>
            <Field label={texts.contentOf(place)} hideLabel>
              <TextArea
                rows={message.role === 'system' ? 3 : 4}
                spellCheck={false}
                className="field-sizing-content max-h-96 min-h-16 font-mono text-sm"
                value={message.text}
                onChange={({ target }) => change(message.key, { text: target.value })}
                onPaste={(event) => take(event.clipboardData, event)}
              />
            </Field>
            {takesImages && (
              <MessageImages
                place={place}
                images={message.images}
                onAdd={(files) => void addImages(message.key, files)}
                onRemove={(at) =>
                  change(message.key, { images: message.images.filter((_, other) => other !== at) })
                }
              />
            )}
          </div>
        );
      })}
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
