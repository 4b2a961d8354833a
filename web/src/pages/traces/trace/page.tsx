// One trace: its head, and its spans as a tree, a timeline, a graph or a log, with the content of the chosen
// span.
import { useParams } from '@tanstack/react-router';
import { GitCompare, Workflow } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useSession } from '#api';
import { useTexts } from '#i18n';
import { useUrl } from '#lib/url-state';
import {
  AddToQueue,
  ButtonLink,
  Card,
  CopyButton,
  CopyLink,
  EmptyState,
  JudgeNow,
  Loaded,
  RunComments,
  Skeleton,
  Waiting,
  useTitle,
} from '#ui';
import { runCompareTexts } from '../compare/texts.ts';
import { findCriticalPath } from './critical-path.ts';
import { firstError } from './first-error.ts';
import { callsLink } from './links.ts';
import { mainRoot } from './main-root.ts';
import { shortName } from './node-kind.tsx';
import { selfTimes } from './self-time.ts';
import { sumSubtrees } from './sums.ts';
import { traceTexts } from '../texts.ts';
import { TraceFacts, TraceNotes } from './trace-head.tsx';
import { TraceView } from './trace-view.tsx';
import { layOutTree } from './tree.ts';
import { useSpans, type Spans } from './use-spans.ts';
import { WalkButtons } from './walk-buttons.tsx';

export function SingleTracePage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const texts = useTexts(traceTexts);
  const asked = useSpans(id);
  const walk = <WalkButtons id={id} />;
  if (asked.data && !asked.error) return <TheTrace key={id} id={id} asked={asked.data} walk={walk} />;
  return (
    <Frame title={texts.title} actions={<div className="flex items-center gap-2">{walk}</div>}>
      <Loaded of={asked} error="card" skeleton={<Loading />} missing={<Missing />}>
        {() => null}
      </Loaded>
    </Frame>
  );
}

interface FrameProps {
  title: string;
  facts?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** Lower and wider than other pages, because the spans and their content need the room. */
function Frame({ title, facts, actions, children }: FrameProps) {
  useTitle(title);
  return (
    <div className="mx-auto flex w-full max-w-[110rem] min-w-0 flex-col gap-2 px-4 py-3 sm:px-6 lg:h-dvh">
      <header className="flex items-start justify-between gap-x-4 max-sm:flex-col max-sm:gap-y-2">
        <h1 className="min-w-0 flex-1 truncate text-lg max-sm:max-w-full" title={title}>
          {title}
        </h1>
        {actions}
      </header>
      {facts}
      {children}
    </div>
  );
}

interface TheTraceProps {
  id: string;
  asked: Spans;
  walk: ReactNode;
}

function TheTrace({ id, asked: { spans, isVoice, missing }, walk }: TheTraceProps) {
  const texts = useTexts(traceTexts);
  const compare = useTexts(runCompareTexts);
  const [, change] = useUrl();
  const tree = useMemo(() => layOutTree(spans), [spans]);
  const sums = useMemo(() => sumSubtrees(tree), [tree]);
  const path = useMemo(() => findCriticalPath(tree), [tree]);
  const self = useMemo(() => selfTimes(tree), [tree]);
  const root = mainRoot(tree, missing === null);
  const { role } = useSession();
  const hasCalls = spans.some(({ call }) => call !== null);
  return (
    <Frame
      title={root === null ? texts.title : shortName(root.name)}
      facts={
        <TraceFacts
          tree={tree}
          sums={sums}
          onErrors={() => {
            const at = firstError(tree, sums);
            const span = at === null ? undefined : tree.nodes[at]?.id;
            change({ view: undefined, show: 'errors', q: undefined, span });
          }}
        />
      }
      actions={
        <div className="flex min-w-0 items-center gap-2">
          {walk}
          <code className="max-w-24 truncate font-mono text-xs text-muted max-2xl:sr-only" title={id}>
            {id}
          </code>
          <CopyButton text={id} what={texts.theId} />
          <RunComments traceId={id} />
          {hasCalls && <JudgeNow about="trace" id={id} short />}
          {role !== 'viewer' && <AddToQueue calls={{ traceIds: [id] }} short />}
          <ButtonLink to="/traces/compare" search={{ a: id }} size="small" title={compare.button}>
            <GitCompare size={16} aria-hidden />
            <span className="max-xl:sr-only">{compare.button}</span>
          </ButtonLink>
          <ButtonLink to="/calls" search={callsLink(id, tree)} size="small">
            {texts.allCalls}
          </ButtonLink>
          <CopyLink />
        </div>
      }
    >
      <TraceNotes traceId={id} tree={tree} missing={missing} />
      <TraceView
        key={missing ? 'first' : 'whole'}
        traceId={id}
        isVoice={isVoice}
        tree={tree}
        sums={sums}
        path={path}
        self={self}
      />
    </Frame>
  );
}

const Loading = () => (
  <Waiting>
    <div className="grid gap-2">
      <Skeleton className="h-8 max-w-xl" />
      <div className="grid gap-3 lg:grid-cols-[minmax(0,35fr)_minmax(0,65fr)]">
        <div className="grid content-start gap-2.5 rounded-lg border bg-surface p-3">
          {Array.from({ length: 12 }, (_, index) => (
            <span key={index} style={{ paddingLeft: (index % 4) * 14 }}>
              <Skeleton className="h-5" />
            </span>
          ))}
        </div>
        <div className="hidden content-start gap-4 rounded-lg border bg-surface p-4 lg:grid">
          <Skeleton className="h-6 w-1/3" />
          <Skeleton className="h-24" />
          <Skeleton className="h-48" />
        </div>
      </div>
    </div>
  </Waiting>
);

function Missing() {
  const texts = useTexts(traceTexts);
  return (
    <Card>
      <EmptyState
        icon={<Workflow size={22} aria-hidden />}
        title={texts.missing}
        actions={
          <ButtonLink to="/calls" look="main">
            {texts.toCalls}
          </ButtonLink>
        }
      >
        {texts.missingAbout}
      </EmptyState>
    </Card>
  );
}
