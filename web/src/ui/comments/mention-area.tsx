// A text area in which `@` offers the members of the team. Arrow keys choose, Enter and Tab take, Escape leaves.
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { TextArea } from '../form/field.tsx';
import { offered, typedMention, withMention } from './mentions.ts';
import { commentTexts } from './texts.ts';
import { useMembers } from './use-members.ts';

interface MentionAreaProps {
  value: string;
  maxLength: number;
  onChange: (text: string) => void;
  /** Ctrl or Command and Enter. */
  onSend: () => void;
}

export function MentionArea({ value, maxLength, onChange, onSend }: MentionAreaProps) {
  const texts = useTexts(commentTexts);
  const members = useMembers();
  const area = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  const [caret, setCaret] = useState(0);
  /** Where the caret belongs once the completed text is drawn. */
  const place = useRef<number | null>(null);
  const [active, setActive] = useState(0);
  const [left, setLeft] = useState(false);
  const typed = left ? null : typedMention(value, caret);
  const shown = typed === null ? [] : offered(members, typed.text);
  // A finished address needs no offer.
  const isOpen = shown.length > 0 && !(shown.length === 1 && shown[0]?.email === typed?.text);
  const current = Math.min(active, shown.length - 1);

  useLayoutEffect(() => {
    if (place.current === null) return;
    area.current?.setSelectionRange(place.current, place.current);
    place.current = null;
  });

  const take = (member: { email: string } | undefined) => {
    if (!member || typed === null) return;
    const next = withMention(value, typed, member.email);
    onChange(next.text);
    setCaret(next.caret);
    place.current = next.caret;
    setActive(0);
    area.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend();
      return;
    }
    if (!isOpen) return;
    const steps: Record<string, number> = { ArrowDown: current + 1, ArrowUp: current - 1 };
    const step = steps[event.key];
    if (step !== undefined) setActive((step + shown.length) % shown.length);
    else if (event.key === 'Enter' || event.key === 'Tab') take(shown[current]);
    else if (event.key === 'Escape') setLeft(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="relative">
      <TextArea
        ref={area}
        rows={3}
        value={value}
        maxLength={maxLength}
        aria-autocomplete="list"
        aria-controls={isOpen ? list : undefined}
        aria-activedescendant={isOpen ? `${list}-${current}` : undefined}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
          setCaret(currentTarget.selectionStart);
          setActive(0);
          setLeft(false);
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onBlur={() => setLeft(true)}
        onFocus={() => setLeft(false)}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <ul
          id={list}
          role="listbox"
          aria-label={texts.people}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-60 overflow-y-auto rounded-md border bg-surface p-1 shadow-float"
        >
          {shown.map((member, at) => (
            <li
              key={member.id}
              id={`${list}-${at}`}
              role="option"
              aria-selected={at === current}
              // The text area keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(member)}
              className={classNames(
                'flex min-w-0 cursor-pointer items-baseline gap-2 rounded-sm px-2 py-1.5',
                at === current ? 'bg-hover' : 'hover:bg-hover',
              )}
            >
              <span className="truncate font-medium">{member.name ?? member.email}</span>
              {member.name !== null && <span className="truncate text-sm text-muted">{member.email}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
