// The choice of view, the search and the filter of spans.
import { ArrowDownWideNarrow, ChevronsDownUp, ChevronsUpDown, Maximize2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useFormat, useTexts } from '#i18n';
import { Button, Field, IconButton, Input, Segments } from '#ui';
import type { RowFilter, RowOrder } from '../rows/visible-rows.ts';
import { traceTexts } from '../texts.ts';
import { SHOWS } from './use-rows.ts';

const VIEWS = ['tree', 'timeline', 'graph', 'log'] as const;
/** Of a run with spans of speech. */
const VOICE_VIEWS = [...VIEWS, 'voice'] as const;

export const viewsOf = (isVoice: boolean): readonly ViewName[] => (isVoice ? VOICE_VIEWS : VIEWS);

type ViewName = (typeof VOICE_VIEWS)[number];

interface ToolbarProps {
  views: readonly ViewName[];
  view: ViewName;
  onView: (view: ViewName) => void;
  filter: RowFilter;
  order: RowOrder;
  onOrder: (order: 'start' | 'duration') => void;
  found: number | null;
  onNarrow: (changes: Record<string, string | undefined>) => void;
  onExpandAll: () => void;
  onCollapseAll: () => void;
  /** null unless the timeline is zoomed. */
  onResetZoom: (() => void) | null;
}

export function Toolbar(props: ToolbarProps) {
  const {
    views,
    view,
    onView,
    filter,
    order,
    onOrder,
    found,
    onNarrow,
    onExpandAll,
    onCollapseAll,
    onResetZoom,
  } = props;
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const hasRows = view === 'tree' || view === 'timeline';
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Segments
        label={texts.views}
        value={view}
        onChange={onView}
        options={views.map((value) => ({ value, label: texts.view[value] }))}
      />
      {hasRows && (
        <>
          <Find text={filter.text} onChange={(q) => onNarrow({ q: q === '' ? undefined : q })} />
          <Segments
            label={texts.show}
            value={filter.show}
            onChange={(next) => onNarrow({ show: next === 'all' ? undefined : next })}
            options={SHOWS.map((value) => ({ value, label: texts.shows[value] }))}
          />
          <p role="status" className="text-sm text-muted">
            {found !== null && texts.matches(found, format.count(found))}
          </p>
          <div className="ml-auto flex items-center gap-1">
            {onResetZoom && (
              <Button
                size="small"
                look="quiet"
                icon={<Maximize2 size={14} aria-hidden />}
                onClick={onResetZoom}
              >
                {texts.resetZoom}
              </Button>
            )}
            {order !== 'slowest' && (
              <IconButton
                label={texts.byDuration}
                aria-pressed={order === 'duration'}
                className={order === 'duration' ? 'bg-accent-soft text-accent' : ''}
                icon={<ArrowDownWideNarrow size={16} aria-hidden />}
                onClick={() => onOrder(order === 'duration' ? 'start' : 'duration')}
              />
            )}
            <IconButton
              label={texts.expandAll}
              icon={<ChevronsUpDown size={16} aria-hidden />}
              onClick={onExpandAll}
            />
            <IconButton
              label={texts.collapseAll}
              icon={<ChevronsDownUp size={16} aria-hidden />}
              onClick={onCollapseAll}
            />
          </div>
        </>
      )}
    </div>
  );
}

const TYPING_MS = 200;

/** The URL is updated when typing pauses. */
function Find({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const texts = useTexts(traceTexts);
  const [typed, setTyped] = useState(text);
  const sent = useRef(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (text === sent.current) return;
    sent.current = text;
    setTyped(text);
  }, [text]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Field label={texts.find} hideLabel className="w-full sm:w-56">
      <Input
        type="search"
        className="h-8!"
        value={typed}
        placeholder={texts.findHint}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target: { value } }) => {
          setTyped(value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            sent.current = value;
            onChange(value);
          }, TYPING_MS);
        }}
      />
    </Field>
  );
}
