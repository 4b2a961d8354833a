// One line about the trace, and notes about what is odd or missing.
import { Info, LoaderCircle, MessagesSquare, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat, useTexts } from '#i18n';
import { Button, Duration, Money, StatusDot, TextLink, Time, Tokens } from '#ui';
import { traceTexts } from '../texts.ts';
import { callsLink, peopleOf } from './links.ts';
import { totalsOf, type Sums } from './sums.ts';
import type { RootCause, Tree } from './tree.ts';
import type { Spans } from './use-spans.ts';

interface TraceFactsProps {
  tree: Tree;
  sums: Sums;
  onErrors: () => void;
}

export function TraceFacts({ tree, sums, onErrors }: TraceFactsProps) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const totals = totalsOf(tree, sums);
  const { userId, sessionId } = peopleOf(tree.nodes);
  return (
    <dl className="-mt-1 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-sm">
      <Fact name={texts.stats.start}>
        <Time at={new Date(tree.startMs).toISOString()} />
      </Fact>
      <Fact name={texts.stats.duration} strong>
        <Duration ms={tree.totalMs} />
      </Fact>
      <Fact name={texts.stats.cost} strong>
        <Money usd={totals.cost} />
      </Fact>
      <Fact name={texts.stats.tokens} unit={texts.units.tokens}>
        <Tokens count={totals.tokens} />
      </Fact>
      <Fact name={texts.stats.spans} unit={texts.units.spans(tree.nodes.length)}>
        {format.count(tree.nodes.length)}
      </Fact>
      <Fact name={texts.stats.calls} unit={texts.units.calls(totals.calls)}>
        {format.count(totals.calls)}
      </Fact>
      <Fact name={texts.stats.errors}>
        {totals.errors === 0 ? (
          <StatusDot tone="neutral">{texts.noErrors}</StatusDot>
        ) : (
          <button
            type="button"
            onClick={onErrors}
            className="rounded-sm font-medium text-bad underline-offset-3 hover:underline"
          >
            {texts.errorCount(totals.errors, format.count(totals.errors))}
          </button>
        )}
      </Fact>
      {userId !== null && (
        <Fact name={texts.facts.user} icon={<UserRound {...ICON} />}>
          <TextLink
            to="/users/$id"
            params={{ id: userId }}
            title={userId}
            className="inline-block max-w-28 truncate align-bottom"
          >
            {userId}
          </TextLink>
        </Fact>
      )}
      {sessionId !== null && (
        <Fact name={texts.toSession} icon={<MessagesSquare {...ICON} />}>
          <TextLink
            to="/sessions/$id"
            params={{ id: sessionId }}
            title={sessionId}
            className="inline-block max-w-28 truncate align-bottom"
          >
            {sessionId}
          </TextLink>
        </Fact>
      )}
    </dl>
  );
}

const ICON = { size: 14, 'aria-hidden': true, className: 'mr-1 inline align-[-2px] text-muted' } as const;

interface FactProps {
  name: string;
  /** Shown before the value, where the value does not explain itself. */
  icon?: ReactNode;
  unit?: string;
  strong?: boolean;
  children: ReactNode;
}

const Fact = ({ name, icon, unit, strong = false, children }: FactProps) => (
  <div className="flex min-w-0 items-center gap-1" title={name}>
    <dt className="sr-only">{name}</dt>
    <dd className={`min-w-0 ${strong ? 'font-medium' : ''}`}>
      {icon}
      {children}
      {unit !== undefined && <span className="text-muted"> {unit}</span>}
    </dd>
  </div>
);

interface TraceNotesProps {
  traceId: string;
  tree: Tree;
  missing: Spans['missing'];
}

export function TraceNotes({ traceId, tree, missing }: TraceNotesProps) {
  if (missing) return <Missing link={callsLink(traceId, tree)} shown={tree.nodes.length} missing={missing} />;
  return <Notes tree={tree} />;
}

interface MissingProps {
  link: Record<string, string>;
  shown: number;
  missing: NonNullable<Spans['missing']>;
}

/** The rest of a long trace is loading, or failed to load. */
function Missing({ link, shown, missing: { loaded, total, error, retry } }: MissingProps) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  if (error === null) {
    return (
      <div className="flex items-center gap-2 text-sm text-muted">
        <LoaderCircle size={14} className="shrink-0 animate-spin" aria-hidden />
        <p role="status" className="min-w-0">
          {texts.loadingRest(format.count(loaded), total === null ? null : format.count(total))}
        </p>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md bg-warm-soft px-3 py-1.5 text-sm">
      <Info size={16} className="shrink-0 text-warm" aria-hidden />
      <p className="min-w-0 flex-1 basis-64">
        {texts.truncated(format.count(shown))}{' '}
        <TextLink to="/calls" search={link}>
          {texts.truncatedLink}
        </TextLink>
      </p>
      <Button size="small" onClick={retry}>
        {texts.loadRest}
      </Button>
    </div>
  );
}

function Notes({ tree }: { tree: Tree }) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const count = (sought: RootCause) => tree.roots.filter(({ cause }) => cause === sought).length;
  const missing = count('missing-parent');
  const cycles = count('cycle');
  const notes: [string, string][] = [];
  if (missing > 0) notes.push(['missing', texts.missingParents(missing, format.count(missing))]);
  if (cycles > 0) notes.push(['cycles', texts.cycles(cycles, format.count(cycles))]);
  if (tree.roots.length > 1) notes.push(['roots', texts.severalRoots(format.count(tree.roots.length))]);
  if (notes.length === 0) return null;
  return (
    <ul aria-label={texts.notes} className="grid gap-0.5 rounded-md bg-warm-soft px-3 py-1.5 text-sm">
      {notes.map(([key, note]) => (
        <li key={key} className="flex items-start gap-2">
          <Info size={14} className="mt-[3px] shrink-0 text-warm" aria-hidden />
          <p className="min-w-0">{note}</p>
        </li>
      ))}
    </ul>
  );
}
