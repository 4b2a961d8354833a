// A part of the facets that can be folded. Which parts are open is remembered in this browser.
import { ChevronRight } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { classNames } from '#lib/class-names';
import { stored, useStored } from '#lib/stored';

const OPEN_AT_FIRST = ['status', 'type', 'tool', 'provider', 'model', 'run.status', 'run.agent', 'run.tool'];

const openParts = stored<readonly string[]>('facets.open', (text) => {
  const read: unknown = text === null ? null : JSON.parse(text);
  return Array.isArray(read) ? read.filter((name) => typeof name === 'string') : OPEN_AT_FIRST;
});

interface FacetSectionProps {
  /** Identifies the part. */
  name: string;
  title: string;
  /** How many values are chosen in it. */
  chosen: number;
  children: ReactNode;
}

export function FacetSection({ name, title, chosen, children }: FacetSectionProps) {
  const id = useId();
  const open = useStored(openParts);
  const isOpen = open.includes(name);
  return (
    <section className="border-b border-line/60 last:border-b-0">
      <h3 className="text-sm">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => openParts.set(isOpen ? open.filter((one) => one !== name) : [...open, name])}
          className="flex h-9 w-full min-w-0 items-center gap-1.5 rounded-sm text-left font-medium ring-inside hover:text-accent"
        >
          <ChevronRight
            size={14}
            aria-hidden
            className={classNames('shrink-0 text-muted transition-transform', isOpen && 'rotate-90')}
          />
          <span className="min-w-0 truncate" title={title}>
            {title}
          </span>
          {chosen > 0 && (
            <span className="ml-auto rounded-full bg-accent-soft px-1.5 text-xs text-accent">{chosen}</span>
          )}
        </button>
      </h3>
      <div id={id} hidden={!isOpen} className="pb-3">
        {isOpen && children}
      </div>
    </section>
  );
}
