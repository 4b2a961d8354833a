// The figures of the whole trace, and what one must know to read them: cut off, without a root, with parents that are missing.
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useTexts } from '#i18n';
import { Card, Duration, Money, Stat, TextLink, Time, Tokens } from '#ui';
import { totalsOf, type Sums } from './sums.ts';
import { traceTexts } from './texts.ts';
import type { RootCause, Trace, Tree } from './tree.ts';

export interface TraceHeadProps {
  trace: Trace;
  tree: Tree;
  sums: Sums;
}

export function TraceHead({ trace, tree, sums }: TraceHeadProps) {
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
      <Notes trace={trace} tree={tree} />
    </>
  );
}

function Notes({ trace, tree }: Omit<TraceHeadProps, 'sums'>) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const count = (sought: RootCause) => tree.roots.filter(({ cause }) => cause === sought).length;
  const missing = count('missing-parent');
  const cycles = count('cycle');
  const notes: [string, ReactNode][] = [];
  if (trace.truncated)
    notes.push([
      'truncated',
      <>
        {texts.truncated(format.count(tree.nodes.length))}{' '}
        <TextLink to="/calls" search={{ traceId: trace.traceId }}>
          {texts.truncatedLink}
        </TextLink>
      </>,
    ]);
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
