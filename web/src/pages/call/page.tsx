// One call: its conversation, its cost explained, related records, annotations, scores and safety assessments.
import { useParams } from '@tanstack/react-router';
import { GitBranch, SearchX } from 'lucide-react';
import { useGet, useMayManage, useSession } from '#api';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import {
  Badge,
  ButtonLink,
  Card,
  ConversationView,
  Duration,
  EmptyState,
  JsonView,
  Loaded,
  Money,
  Page,
  Skeleton,
  Stat,
  StatusDot,
  Tabs,
  Time,
  Tokens,
  Waiting,
} from '#ui';
import { AddToDataset } from './add-to-dataset.tsx';
import { AnnotationsCard } from './annotations-card.tsx';
import { ContentMissing } from './content-missing.tsx';
import { CostCard } from './cost-card.tsx';
import { EraseCall } from './erase-call.tsx';
import { FactsCard, TagsCard } from './facts-card.tsx';
import { hasContent, metaOf, numberIn } from './meta.ts';
import { SafetyCard } from './safety-card.tsx';
import { ScoresCard } from './scores-card.tsx';
import { callTexts } from './texts.ts';
import type { Call } from './types.ts';

export function CallPage() {
  const texts = useTexts(callTexts);
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const asked = useGet('/v1/query/calls/{id}', { path: { id } }, { staleTime: 60_000 });
  if (asked.data) return <TheCall call={asked.data.call} />;
  const missing = (
    <Card>
      <EmptyState
        icon={<SearchX size={22} aria-hidden />}
        title={texts.notThere}
        actions={
          <ButtonLink to="/calls" look="main">
            {texts.toCalls}
          </ButtonLink>
        }
      >
        {texts.notThereAbout}
      </EmptyState>
    </Card>
  );
  return (
    <Page title={texts.call}>
      <Loaded of={asked} error="card" skeleton={<CallSkeleton />} missing={missing}>
        {() => null}
      </Loaded>
    </Page>
  );
}

function TheCall({ call }: { call: Call }) {
  const texts = useTexts(callTexts);
  const { role, account } = useSession();
  const mayManage = useMayManage();
  const meta = metaOf(call);
  const mayCollect = role !== 'viewer' && account.plan !== 'free' && hasContent(meta);
  return (
    <Page
      title={call.model}
      about={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusDot tone={call.error === null ? 'good' : 'bad'}>
            {call.error === null ? texts.ok : texts.failed}
          </StatusDot>
          <Badge>{call.provider}</Badge>
          <Time at={call.timestamp} show="full" />
        </span>
      }
      actions={
        <>
          {call.traceId !== null && (
            <ButtonLink to="/traces/$id" params={{ id: call.traceId }} size="small">
              <GitBranch size={16} aria-hidden />
              {texts.toTrace}
            </ButtonLink>
          )}
          {mayCollect && <AddToDataset callId={call.id} />}
          {mayManage && <EraseCall callId={call.id} />}
        </>
      }
    >
      <Card>
        <div className="grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-4">
          <Stat label={texts.took} value={<Duration ms={call.latencyMs} />} />
          <Stat label={texts.firstToken} value={<Duration ms={numberIn(meta, 'ttftMs')} />} />
          <Stat label={texts.tokens} value={<Tokens count={call.totalTokens} />} />
          <Stat label={texts.cost} value={<Money usd={call.costUsd} />} />
        </div>
      </Card>
      {call.error !== null && <Failure call={call} />}
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Card>
          <Content call={call} />
        </Card>
        <div className="grid min-w-0 gap-4">
          <CostCard call={call} />
          <TagsCard call={call} />
          <FactsCard call={call} />
          <AnnotationsCard key={call.id} callId={call.id} />
          <ScoresCard callId={call.id} />
          <SafetyCard callId={call.id} />
        </div>
      </div>
    </Page>
  );
}

function Failure({ call }: { call: Call }) {
  const texts = useTexts(callTexts);
  return (
    <section
      aria-label={texts.failed}
      className="grid min-w-0 gap-3 rounded-lg border border-bad/30 bg-bad-soft p-4"
    >
      <p className="font-medium break-words whitespace-pre-wrap text-bad">{call.error || texts.failed}</p>
      {call.errorDetails !== null && call.errorDetails !== undefined && (
        <JsonView label={texts.errorDetails} value={call.errorDetails} />
      )}
    </section>
  );
}

const TABS = ['chat', 'raw'] as const;

function Content({ call }: { call: Call }) {
  const texts = useTexts(callTexts);
  const [search, change] = useUrl();
  const tab = TABS.find((name) => name === first(search['tab'])) ?? 'chat';
  const meta = metaOf(call);
  return (
    <Tabs
      label={texts.content}
      value={tab}
      onChange={(next) => change({ tab: next === 'chat' ? undefined : next }, { replace: true })}
      tabs={[
        {
          value: 'chat',
          label: texts.conversation,
          content: (
            <div className="grid min-w-0 gap-4">
              {!hasContent(meta) && <ContentMissing meta={meta} />}
              <ConversationView call={call} />
            </div>
          ),
        },
        { value: 'raw', label: texts.raw, content: <JsonView label={texts.rawLabel} value={call} /> },
      ]}
    />
  );
}

const CallSkeleton = () => (
  <Waiting>
    <div className="grid gap-6">
      <Skeleton className="h-24 rounded-lg" />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid content-start gap-5 rounded-lg border bg-surface p-5">
          {[16, 28, 20].map((height) => (
            <div key={height} className="grid grid-cols-[28px_minmax(0,1fr)] gap-3">
              <Skeleton className="size-7" />
              <div className="grid gap-2">
                <Skeleton className="h-4 w-24" />
                <span className="block" style={{ height: height * 4 }}>
                  <Skeleton className="h-full" />
                </span>
              </div>
            </div>
          ))}
        </div>
        <div className="grid content-start gap-4">
          <Skeleton className="h-56 rounded-lg" />
          <Skeleton className="h-28 rounded-lg" />
          <Skeleton className="h-64 rounded-lg" />
        </div>
      </div>
    </div>
  </Waiting>
);
