import { ArrowDown, ArrowUp, Braces, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTexts } from '#i18n';
import { Badge, Button, Field, IconButton, Input, Select, TextArea, say } from '#ui';
import { imageChars, newMessage, newPlaceholder, DRAFT_ROLES, type DraftMessage } from './draft.ts';
import { imageFilesIn, readImages } from './images.ts';
import { MessageImages } from './message-images.tsx';
import { playgroundTexts } from './texts.ts';

interface MessageListProps {
  label: string;
  messages: readonly DraftMessage[];
  onChange: (messages: readonly DraftMessage[]) => void;
  /** The messages that take the place of a placeholder: there may be none, and no placeholder among them. */
  isInserted?: boolean;
}

export function MessageList({ label, messages, onChange, isInserted = false }: MessageListProps) {
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
  const move = (from: number, to: number) => {
    const moved = [...messages];
    moved.splice(to, 0, ...moved.splice(from, 1));
    onChange(moved);
  };
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {messages.map((message, index) => {
        const place = index + 1;
        const buttons = (
          <span className="ml-auto flex">
            <IconButton
              label={texts.moveUp(place)}
              disabled={index === 0}
              icon={<ArrowUp size={16} aria-hidden />}
              onClick={() => move(index, index - 1)}
            />
            <IconButton
              label={texts.moveDown(place)}
              disabled={place === messages.length}
              icon={<ArrowDown size={16} aria-hidden />}
              onClick={() => move(index, index + 1)}
            />
            <IconButton
              label={texts.removeMessage(place)}
              disabled={messages.length === 1 && !isInserted}
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
              <Field label={texts.placeholderName(place)} hideLabel className="min-w-32 flex-1">
                <Input
                  // Only a new one has no name yet.
                  autoFocus={message.placeholder === ''}
                  maxLength={200}
                  autoComplete="off"
                  spellCheck={false}
                  className="font-mono text-sm"
                  value={message.placeholder}
                  placeholder={texts.placeholderHint}
                  onChange={({ target }) => change(message.key, { placeholder: target.value })}
                />
              </Field>
              {buttons}
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
              {buttons}
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
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<Plus size={16} aria-hidden />}
          onClick={() => onChange([...messages, newMessage('user')])}
        >
          {texts.addMessage}
        </Button>
        {!isInserted && (
          <Button
            size="small"
            icon={<Braces size={16} aria-hidden />}
            title={texts.addPlaceholderHint}
            onClick={() => onChange([...messages, newPlaceholder('')])}
          >
            {texts.addPlaceholder}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
