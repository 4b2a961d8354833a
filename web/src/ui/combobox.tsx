// A field with a list that narrows while the user types, for lists too long for a Select. With `free`, any
// other text is taken too.
import { Check, ChevronsUpDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useId, useState, type KeyboardEvent } from 'react';
import { classNames } from '#lib/class-names';
import { useTexts } from '#i18n';
import { fieldTexts } from './form/texts.ts';
import { CONTROL, useControl } from './form/field.tsx';

interface ComboOption {
  value: string;
  label: string;
}

interface ComboboxProps {
  /** The chosen value; empty for none. */
  value: string;
  options: readonly ComboOption[];
  onChange: (value: string) => void;
  /** The first option, for no choice. */
  none: string;
  free?: boolean;
}

const MOST = 100;

/** Options that contain the text, at their start first. Exported for tests. */
export function matchingOptions(options: readonly ComboOption[], text: string): ComboOption[] {
  const wanted = text.trim().toLowerCase();
  const at = ({ label }: ComboOption) => label.toLowerCase().indexOf(wanted);
  return options
    .filter((option) => at(option) >= 0)
    .toSorted((a, b) => Number(at(a) > 0) - Number(at(b) > 0))
    .slice(0, MOST);
}

export function Combobox({ value, options, onChange, none, free = false }: ComboboxProps) {
  const texts = useTexts(fieldTexts);
  const control = useControl();
  const list = useId();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const chosen = options.find((option) => option.value === value);
  const found = matchingOptions(options, text);
  const typed = free && text.trim() !== '' && !found.some((option) => option.value === text.trim());
  const shown: ComboOption[] = [
    ...(text.trim() === '' ? [{ value: '', label: none }] : []),
    ...(typed ? [{ value: text.trim(), label: text.trim() }] : []),
    ...found,
  ];
  const current = Math.min(active, shown.length - 1);

  const choose = (option: ComboOption | undefined) => {
    if (!option) return;
    setOpen(false);
    onChange(option.value);
  };
  const change = (next: boolean) => {
    setOpen(next);
    setText('');
    setActive(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: current + 1, ArrowUp: current - 1 };
    const step = steps[event.key];
    if (event.key === 'Enter') choose(shown[current]);
    else if (step !== undefined) setActive(Math.max(0, Math.min(shown.length - 1, step)));
    else return;
    event.preventDefault();
  };
  return (
    <Popover.Root open={open} onOpenChange={change}>
      <Popover.Trigger
        {...control}
        aria-describedby={classNames(control['aria-describedby'], `${list}-value`)}
        type="button"
        className={classNames(CONTROL, 'flex h-9 items-center gap-2 px-2.5 text-left')}
      >
        <span
          id={`${list}-value`}
          className={classNames('min-w-0 flex-1 truncate', value === '' && 'text-muted')}
        >
          {value === '' ? none : (chosen?.label ?? value)}
        </span>
        <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-muted" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 grid w-(--radix-popover-trigger-width) min-w-56 animate-appear gap-1 rounded-lg border bg-surface p-1 shadow-float"
        >
          <input
            role="combobox"
            aria-label={texts.find}
            aria-expanded
            aria-controls={list}
            aria-activedescendant={shown.length > 0 ? `${list}-${current}` : undefined}
            autoComplete="off"
            placeholder={texts.find}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setActive(0);
            }}
            onKeyDown={onKeyDown}
            className="h-8 w-full rounded-md bg-sunken px-2.5 text-sm ring-inside placeholder:text-muted"
          />
          <div id={list} role="listbox" aria-label={texts.find} className="max-h-64 overflow-y-auto">
            {shown.map((option, index) => (
              <div
                key={option.value}
                id={`${list}-${index}`}
                role="option"
                aria-selected={option.value === value}
                ref={(node) => {
                  if (index === current) node?.scrollIntoView({ block: 'nearest' });
                }}
                onPointerMove={() => setActive(index)}
                onClick={() => choose(option)}
                className={classNames(
                  'flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2.5 py-1 text-sm wrap-anywhere',
                  index === current && 'bg-hover',
                )}
              >
                <span className="min-w-0 flex-1">{option.label}</span>
                {option.value === value && <Check size={14} aria-hidden className="shrink-0" />}
              </div>
            ))}
            {shown.length === 0 && <p className="px-2.5 py-1.5 text-sm text-muted">{texts.nothingFound}</p>}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
