// JSON as a collapsible tree. Long values are shown on request; copying copies everything.
import { parsedJson, storedMediaIn } from '@tracewell/sdk/reading';
import { ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { classNames } from '#lib/class-names';
import { useFormat, useTexts } from '#i18n';
import { Button } from './button.tsx';
import { CopyButton } from './code-block.tsx';
import { MediaView } from './conversation/media-view.tsx';
import { kitTexts } from './texts.ts';

const OPEN_DEPTH = 2;
const MANY = 100;
const LONG = 400;
const MOST_MEDIA = 12;
const HAS_MEDIA = /mediaId|@@@langfuseMedia:/;
/** With `folds`, JSON with more lines starts folded. */
const FOLDED_LINES = 20;

interface JsonViewProps {
  label: string;
  value: unknown;
  /** A long value begins folded. */
  folds?: boolean;
}

export function JsonView({ label, value, folds = false }: JsonViewProps) {
  const texts = useTexts(kitTexts);
  const format = useFormat();
  const [whole, setWhole] = useState(false);
  const written = useMemo(() => JSON.stringify(value, null, 2) ?? 'null', [value]);
  const media = useMemo(
    () => (HAS_MEDIA.test(written) ? storedMediaIn(value, MOST_MEDIA) : []),
    [written, value],
  );
  const lines = folds ? written.split('\n').length : 0;
  const isLong = lines > FOLDED_LINES;
  return (
    <figure className="min-w-0 overflow-hidden rounded-md border bg-sunken">
      <figcaption className="flex items-center justify-between gap-2 border-b py-1 pr-1 pl-3.5 text-sm text-muted">
        <span className="truncate">{label}</span>
        <CopyButton text={written} what={label} />
      </figcaption>
      {media.length > 0 && (
        <div className="flex flex-wrap items-center gap-3 border-b p-3.5">
          {media.map((file) => (
            <MediaView key={file.stored?.id} media={file} />
          ))}
        </div>
      )}
      <div
        tabIndex={0}
        role="group"
        aria-label={label}
        className={classNames(
          'overflow-auto p-3.5 font-mono text-sm ring-inside',
          !isLong ? 'max-h-[60vh]' : whole ? undefined : 'max-h-100',
        )}
      >
        <Node value={value} depth={0} />
      </div>
      {isLong && (
        <div className="border-t p-1">
          <Button look="quiet" size="small" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? texts.showLess : texts.showLines(format.count(lines))}
          </Button>
        </div>
      )}
    </figure>
  );
}

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null;

function Node({ name, value, depth }: { name?: string; value: unknown; depth: number }) {
  // Instrumentations write objects as text into attributes.
  const read = useMemo(() => (depth > 0 ? parsedJson(value) : value), [value, depth]);
  if (isTree(read) && Object.keys(read).length > 0) {
    return (
      <Branch
        {...(name === undefined ? {} : { name })}
        value={read}
        depth={depth}
        isText={typeof value === 'string'}
      />
    );
  }
  return (
    <div className="pl-5 break-words whitespace-pre-wrap">
      {name !== undefined && <span className="text-muted">{name}: </span>}
      <Leaf value={value} />
    </div>
  );
}

/** As JSON, but with real line breaks in text. */
const writtenOut = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replaceAll(/\\(.)/g, (whole, letter) => (letter === 'n' ? '\n' : whole));

function Leaf({ value }: { value: unknown }) {
  const texts = useTexts(kitTexts);
  const [whole, setWhole] = useState(false);
  const text = writtenOut(value);
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

interface BranchProps {
  name?: string;
  value: object;
  depth: number;
  /** The value was sent as JSON text. */
  isText: boolean;
}

function Branch({ name, value, depth, isText }: BranchProps) {
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
          {isText && ` · ${texts.jsonText}`}
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
