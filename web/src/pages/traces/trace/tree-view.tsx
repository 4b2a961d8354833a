// The waterfall with its filters and the details of the selected span. Search, filter and selection are in the URL.
import { SearchX } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useFormat, useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { useWide } from '#lib/use-media';
import { Button, Card, EmptyState, Field, Input, Segments } from '#ui';
import type { CriticalPath } from './critical-path.ts';
import { Details } from './details.tsx';
import { Drawer } from './drawer.tsx';
import type { Sums } from './sums.ts';
import { traceTexts } from '../texts.ts';
import { valueAt, type Tree } from './tree.ts';
import { isFiltered, matchRows, visibleRows, type RowFilter } from './visible-rows.ts';
import { Waterfall } from './waterfall.tsx';

const SHOWS = ['all', 'errors', 'critical'] as const;

interface TreeViewProps {
  tree: Tree;
  sums: Sums;
  path: CriticalPath;
}

export function TreeView({ tree, sums, path }: TreeViewProps) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const [search, change] = useUrl();
  const isWide = useWide();
  const text = first(search['q']) ?? '';
  const show = SHOWS.find((one) => one === first(search['show'])) ?? 'all';
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const filter = useMemo((): RowFilter => ({ text, show }), [text, show]);
  const matches = useMemo(() => matchRows(tree, filter, path.on), [tree, filter, path]);
  const rows = useMemo(() => visibleRows(tree, closed, matches), [tree, closed, matches]);
  const found = useMemo(() => matches?.reduce((sum, one) => sum + one, 0) ?? null, [matches]);

  const spanId = first(search['span']);
  const selected = useMemo(() => {
    const at = spanId === undefined ? -1 : tree.nodes.findIndex(({ id }) => id === spanId);
    return at === -1 ? null : at;
  }, [tree, spanId]);

  const narrow = (changes: Record<string, string | undefined>) => {
    // Matches must be visible, even in collapsed spans.
    setClosed(new Set());
    change(changes, { replace: true });
  };
  const toggle = (at: number) => {
    const next = new Set(closed);
    if (!next.delete(at)) next.add(at);
    setClosed(next);
  };
  const closeAll = () =>
    setClosed(new Set(tree.nodes.flatMap((_, at) => (valueAt(tree.after, at) > at + 1 ? [at] : []))));
  const choose = (at: number) => change({ span: tree.nodes[at]?.id }, { replace: selected !== null });
  const close = () => change({ span: undefined });
  const details = selected !== null && (
    <Details key={spanId} tree={tree} sums={sums} path={path} at={selected} onClose={close} />
  );
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Find text={text} onChange={(q) => narrow({ q: q === '' ? undefined : q })} />
        <Segments
          label={texts.show}
          value={show}
          onChange={(next) => narrow({ show: next === 'all' ? undefined : next })}
          options={SHOWS.map((value) => ({ value, label: texts.shows[value] }))}
        />
        <p role="status" className="text-sm text-muted">
          {found !== null && texts.matches(found, format.count(found))}
        </p>
        <div className="ml-auto flex gap-1">
          <Button size="small" look="quiet" onClick={() => setClosed(new Set())}>
            {texts.expandAll}
          </Button>
          <Button size="small" look="quiet" onClick={closeAll}>
            {texts.collapseAll}
          </Button>
        </div>
      </div>
      {rows.length === 0 && isFiltered(filter) ? (
        <Card>
          <EmptyState
            icon={<SearchX size={22} aria-hidden />}
            title={texts.noMatch}
            actions={<Button onClick={() => narrow({ q: undefined, show: undefined })}>{texts.clear}</Button>}
          >
            {texts.noMatchAbout}
          </EmptyState>
        </Card>
      ) : (
        <div
          className={
            details && isWide ? 'grid min-w-0 grid-cols-[minmax(0,1fr)_22rem] items-start gap-4' : 'min-w-0'
          }
        >
          <div className="grid min-w-0 gap-2">
            <Waterfall
              tree={tree}
              sums={sums}
              path={path}
              rows={rows}
              matches={matches}
              closed={closed}
              onToggle={toggle}
              selected={selected}
              onSelect={choose}
            />
            <p className="text-xs text-muted">
              {texts.legend} <span className="max-md:hidden">{texts.keys}</span>
            </p>
          </div>
          {details &&
            (isWide ? (
              <aside
                aria-label={texts.details}
                className="max-h-[75dvh] min-w-0 overflow-y-auto rounded-lg border bg-surface shadow-card"
              >
                {details}
              </aside>
            ) : (
              <Drawer label={texts.details} onClose={close}>
                {details}
              </Drawer>
            ))}
        </div>
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
    <Field label={texts.find} hideLabel className="w-full sm:w-64">
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
