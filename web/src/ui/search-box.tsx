// The search box of a list. Text is applied after a pause or on Enter; `/` focuses the box, the down arrow
// moves to the list.
import { Search } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { classNames } from '#lib/class-names';
import { Field, Input } from './form/field.tsx';

const PAUSE_MS = 500;

interface SearchBoxProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  onLeave: () => void;
}

export function SearchBox({ label, placeholder, value, onChange, onLeave }: SearchBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // Follows the URL after going back or choosing another view.
  if (known !== value) {
    setKnown(value);
    if (typed.trim() !== value) setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value) return undefined;
    const timer = setTimeout(() => onChange(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  useSlash(() => box.current?.querySelector('input')?.focus());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onChange(typed.trim());
    else if (event.key === 'ArrowDown') onLeave();
    else if (event.key === 'Escape' && typed !== '') setTyped('');
    else return;
    event.preventDefault();
  };
  return (
    <div ref={box} className="relative min-w-0 flex-1 basis-72">
      <Search size={16} aria-hidden className="pointer-events-none absolute top-2 left-3 text-muted" />
      <Field label={label} hideLabel>
        <Input
          type="search"
          value={typed}
          maxLength={256}
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          aria-keyshortcuts="/"
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          className={classNames('h-8! pl-9', typed === '' && 'sm:pr-9')}
        />
      </Field>
      {typed === '' && (
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-1.5 right-1.5 grid size-5 place-items-center rounded-sm border font-mono text-xs text-muted max-sm:hidden"
        >
          /
        </kbd>
      )}
    </div>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);

function useSlash(focus: () => void): void {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      if (document.querySelector('[role="dialog"], [role="menu"]')) return;
      event.preventDefault();
      focus();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
}
