// JSON as a collapsible tree. Long values are shown on request; copying copies everything.
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '#lib/class-names';
import { useTexts } from '#i18n';
import { CopyButton } from './code-block.tsx';
import { kitTexts } from './texts.ts';

const OPEN_DEPTH = 2;
const MANY = 100;
const LONG = 2_000;

export function JsonView({ label, value }: { label: string; value: unknown }) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-md border bg-sunken">
      <figcaption className="flex items-center justify-between gap-2 border-b py-1 pr-1 pl-3.5 text-sm text-muted">
        <span className="truncate">{label}</span>
        <CopyButton text={JSON.stringify(value, null, 2) ?? 'null'} what={label} />
      </figcaption>
      <div
        tabIndex={0}
        role="group"
        aria-label={label}
        className="max-h-[60vh] overflow-auto p-3.5 font-mono text-sm ring-inside"
      >
        <Node value={value} depth={0} />
      </div>
    </figure>
  );
}

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null;

function Node({ name, value, depth }: { name?: string; value: unknown; depth: number }) {
  if (isTree(value) && Object.keys(value).length > 0) {
    return <Branch {...(name === undefined ? {} : { name })} value={value} depth={depth} />;
  }
  return (
    <div className="pl-5 break-words whitespace-pre-wrap">
      {name !== undefined && <span className="text-muted">{name}: </span>}
      <Leaf value={value} />
    </div>
  );
}

function Leaf({ value }: { value: unknown }) {
  const texts = useTexts(kitTexts);
  const [whole, setWhole] = useState(false);
  const text = JSON.stringify(value) ?? 'null';
  const tone =
    typeof value === 'string' ? 'text-good' : typeof value === 'number' ? 'text-cool' : 'text-plum';
  const long = text.length > LONG && !whole;
  return (
    <span className={tone}>
      {long ? `${text.slice(0, LONG)}…` : text}
      {long && (
        <button type="button" className="ml-2 text-accent underline" onClick={() => setWhole(true)}>
          {texts.more}
        </button>
      )}
    </span>
  );
}

function Branch({ name, value, depth }: { name?: string; value: object; depth: number }) {
  const texts = useTexts(kitTexts);
  const [open, setOpen] = useState(depth < OPEN_DEPTH);
  const [shown, setShown] = useState(MANY);
  const entries = Object.entries(value);
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="inline-flex items-center gap-1 rounded-sm hover:bg-hover"
      >
        <ChevronRight
          size={16}
          aria-hidden
          className={classNames('transition-transform', open && 'rotate-90')}
        />
        {name !== undefined && <span className="text-muted">{name}</span>}
        <span className="text-muted">
          {Array.isArray(value) ? '[ ]' : '{ }'} {texts.items(entries.length)}
        </span>
      </button>
      {open && (
        <div className="ml-2 border-l pl-2">
          {entries.slice(0, shown).map(([key, one]) => (
            <Node key={key} name={key} value={one} depth={depth + 1} />
          ))}
          {entries.length > shown && (
            <button
              type="button"
              className="ml-5 text-accent underline"
              onClick={() => setShown(shown + 10 * MANY)}
            >
              {texts.more} ({entries.length - shown})
            </button>
          )}
        </div>
      )}
    </div>
  );
}
