// Totals of the trace, and warnings: truncated, several roots, missing parents.
import { Info, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useTexts } from '#i18n';
import { Button, Card, Duration, Money, Stat, TextLink, Time, Tokens } from '#ui';
import type { Trace } from './spans.ts';
import { totalsOf, type Sums } from './sums.ts';
import { traceTexts } from '../texts.ts';
import type { RootCause, Tree } from './tree.ts';
import type { Spans } from './use-spans.ts';

interface TraceHeadProps {
  trace: Trace;
  tree: Tree;
  sums: Sums;
  missing: Spans['missing'];
}

export function TraceHead({ trace, tree, sums, missing }: TraceHeadProps) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const totals = totalsOf(tree, sums);
  return (
    <>
      <Card>
        <div className="grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-3 xl:grid-cols-6">
          <Stat label={texts.stats.duration} value={<Duration ms={tree.totalMs} />}>
            <p className="text-xs text-muted">
              <Time at={new Date(tree.startMs).toISOString()} show="full" />
            </p>
          </Stat>
          <Stat label={texts.stats.cost} value={<Money usd={totals.cost} />} />
          <Stat label={texts.stats.tokens} value={<Tokens count={totals.tokens} />} />
          <Stat label={texts.stats.calls} value={format.count(totals.calls)} />
          <Stat label={texts.stats.spans} value={format.count(tree.nodes.length)} />
          <Stat
            label={texts.stats.errors}
            value={
              <span className={totals.errors > 0 ? 'text-bad' : undefined}>
                {format.count(totals.errors)}
              </span>
            }
          />
        </div>
      </Card>
      {missing && <Missing trace={trace} shown={tree.nodes.length} missing={missing} />}
      <Notes tree={tree} isWhole={missing === null} isCut={trace.truncated} />
    </>
  );
}

interface MissingProps {
  trace: Trace;
  shown: number;
  missing: NonNullable<Spans['missing']>;
}

/** The rest of a long trace is loading, or failed to load. */
function Missing({ trace, shown, missing: { loaded, total, error, retry } }: MissingProps) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  if (error === null) {
    return (
      <div className="flex items-center gap-3 rounded-lg border bg-surface px-4 py-3">
        <LoaderCircle size={16} className="shrink-0 animate-spin text-muted" aria-hidden />
        <p role="status" className="min-w-0">
          {texts.loadingRest(format.count(loaded), total === null ? null : format.count(total))}
        </p>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border bg-warm-soft px-4 py-3">
      <Info size={16} className="shrink-0 text-warm" aria-hidden />
      <p className="min-w-0 flex-1 basis-64">
        {texts.truncated(format.count(shown))}{' '}
        <TextLink to="/calls" search={{ traceId: trace.traceId }}>
          {texts.truncatedLink}
        </TextLink>
      </p>
      <Button size="small" onClick={retry}>
        {texts.loadRest}
      </Button>
    </div>
  );
}

function Notes({ tree, isWhole, isCut }: { tree: Tree; isWhole: boolean; isCut: boolean }) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const count = (sought: RootCause) => tree.roots.filter(({ cause }) => cause === sought).length;
  const missing = count('missing-parent');
  const cycles = count('cycle');
  const notes: [string, ReactNode][] = [];
  // Unknown as long as only a part of the trace is loaded.
  if (!isWhole) return null;
  if (isCut) notes.push(['cut', texts.cut]);
  if (missing > 0) notes.push(['missing', texts.missingParents(missing, format.count(missing))]);
  if (cycles > 0) notes.push(['cycles', texts.cycles(cycles, format.count(cycles))]);
  if (tree.roots.length > 1) notes.push(['roots', texts.severalRoots(format.count(tree.roots.length))]);
  if (notes.length === 0) return null;
  return (
    <ul aria-label={texts.notes} className="grid gap-2 rounded-lg border bg-warm-soft px-4 py-3">
      {notes.map(([key, note]) => (
        <li key={key} className="flex items-start gap-2.5">
          <Info size={16} className="mt-[3px] shrink-0 text-warm" aria-hidden />
          <p className="min-w-0">{note}</p>
        </li>
      ))}
    </ul>
  );
}
