import { X } from 'lucide-react';
import { useTexts } from '#i18n';
import { kitTexts } from './texts.ts';

interface ChipProps {
  name: string;
  /** Omit it if the name says everything. */
  value?: string;
  onRemove: () => void;
}

/** An active filter in a list of them. */
export function Chip({ name, value, onRemove }: ChipProps) {
  const texts = useTexts(kitTexts);
  return (
    <li className="inline-flex h-8 max-w-full min-w-0 items-center rounded-md border bg-accent-soft pl-2.5 text-sm">
      <span className={value === undefined ? 'truncate font-medium' : 'shrink-0 text-muted'}>{name}</span>
      {value !== undefined && (
        <span className="ml-1.5 truncate font-medium" title={value}>
          {value}
        </span>
      )}
      <button
        type="button"
        aria-label={texts.remove(value === undefined ? name : `${name} ${value}`)}
        onClick={onRemove}
        className="ml-1 grid h-full w-7 shrink-0 place-items-center rounded-md text-muted ring-inside hover:text-text"
      >
        <X size={14} aria-hidden />
      </button>
    </li>
  );
}
