// What an item is about, without its scores: what a judge said must not lead the reviewer.
import { CircleAlert, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAskPages, useGet, useRows, type Answer } from '#api';
import { useFormat, useTexts } from '#i18n';
import {
  AppLink,
  Badge,
  Card,
  ConversationView,
  Duration,
  LoadMore,
  Loaded,
  NoContent,
  SkeletonRows,
  type AppLinkProps,
} from '#ui';
import { queueTexts } from './texts.ts';
import type { QueueItemData } from './types.ts';

export function ReviewedItem({ item: { callId, traceId, sessionId } }: { item: QueueItemData }) {
  if (traceId !== null) return <ReviewedRun id={traceId} />;
  if (sessionId !== null) return <ReviewedSession id={sessionId} />;
  return <ReviewedCall id={callId ?? ''} />;
}

interface FrameProps {
  title: string;
  id: string;
  link: Pick<AppLinkProps, 'to' | 'params'>;
  open: string;
  children: ReactNode;
}

const Frame = ({ title, id, link, open, children }: FrameProps) => (
  <Card
    title={title}
    about={
      <span className="block max-w-64 truncate font-mono text-xs sm:max-w-md" title={id}>
        {id}
      </span>
    }
    actions={
      <AppLink
        {...link}
        className="inline-flex items-center gap-1.5 text-sm font-medium text-accent hover:underline"
      >
        {open}
        <ExternalLink size={14} aria-hidden />
      </AppLink>
    }
  >
    {children}
  </Card>
);

function ReviewedCall({ id }: { id: string }) {
  const { flow: words } = useTexts(queueTexts);
  const asked = useGet('/v1/query/calls/{id}', { path: { id } }, { staleTime: 300_000 });
  return (
    <Frame
      title={asked.data?.call.model ?? words.call}
      id={id}
      link={{ to: '/calls/$id', params: { id } }}
      open={words.openCall}
    >
      <Loaded of={asked} skeleton={<SkeletonRows rows={4} />}>
        {({ call }) => (
          <ConversationView call={call} label={words.conversation} empty={<NoContent call={call} />} />
        )}
      </Loaded>
    </Frame>
  );
}

function ReviewedRun({ id }: { id: string }) {
  const { flow: words } = useTexts(queueTexts);
  return (
    <>
      <Frame title={words.run} id={id} link={{ to: '/traces/$id', params: { id } }} open={words.openRun}>
        <CallsInOrder of={{ traceId: id }} />
      </Frame>
      <Card title={words.steps}>
        <Steps traceId={id} />
      </Card>
    </>
  );
}

function ReviewedSession({ id }: { id: string }) {
  const { flow: words } = useTexts(queueTexts);
  return (
    <Frame
      title={words.session}
      id={id}
      link={{ to: '/sessions/$id', params: { id } }}
      open={words.openSession}
    >
      <CallsInOrder of={{ sessionId: id }} />
    </Frame>
  );
}

/** Calls with their messages that are loaded at a time. */
const STEP = 20;
/** What a call adds to the messages before it is mostly at their end. */
const LAST = 2;

const callsIn = ({ records }: Answer<'post', '/v1/query/calls'>) => records;

function CallsInOrder({ of }: { of: { traceId: string } | { sessionId: string } }) {
  const { flow: words } = useTexts(queueTexts);
  const { asked, rows } = useRows(
    useAskPages(
      '/v1/query/calls',
      {
        ...of,
        includeEvalRuns: true,
        sortBy: 'timestamp',
        sortOrder: 'asc',
        limit: STEP,
        content: true,
      },
      { staleTime: 300_000 },
    ),
    callsIn,
  );
  return (
    <>
      <Loaded
        of={asked}
        skeleton={<SkeletonRows rows={4} />}
        empty={rows.length === 0 && <p className="text-muted">{words.noCalls}</p>}
      >
        {() => (
          <ol aria-label={words.conversation} className="grid min-w-0 gap-5">
            {rows.map((call, at) => (
              <li key={call.id} className="grid min-w-0 gap-2">
                <p className="flex flex-wrap items-center gap-x-3 border-b pb-1 text-sm text-muted">
                  <AppLink to="/calls/$id" params={{ id: call.id }} className="hover:underline">
                    {words.callAt(at + 1, call.model)}
                  </AppLink>
                  <Duration ms={call.latencyMs} />
                  {call.error !== null && <Badge tone="bad">{words.failed}</Badge>}
                </p>
                <ConversationView
                  call={call}
                  empty={<NoContent call={call} />}
                  {...(at === 0 ? {} : { last: LAST })}
                />
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      <LoadMore pages={asked} />
    </>
  );
}

const MOST_STEPS = 80;
const INDENT_PX = 14;
const DEEPEST = 10;

/** The outline of the run, also if it has no calls. */
function Steps({ traceId }: { traceId: string }) {
  const { flow: words } = useTexts(queueTexts);
  const format = useFormat();
  const asked = useGet(
    '/v1/query/trace/{id}/outline',
    { path: { id: traceId }, query: { maxSpans: MOST_STEPS } },
    { staleTime: 300_000 },
  );
  return (
    <Loaded of={asked} skeleton={<SkeletonRows rows={4} />}>
      {({ lines }) => (
        <ol className="grid min-w-0 gap-1">
          {lines.map(({ depth, span, hidden }, at) => (
            <li
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              className="flex min-w-0 items-center gap-2"
              style={{ paddingLeft: Math.min(depth, DEEPEST) * INDENT_PX }}
            >
              {span ? (
                <>
                  {span.error !== null && (
                    <CircleAlert size={15} aria-label={words.failed} className="shrink-0 text-bad" />
                  )}
                  <AppLink
                    to="/traces/$id"
                    params={{ id: traceId }}
                    search={{ span: span.id }}
                    className="min-w-0 truncate hover:underline"
                    title={span.error ?? span.name}
                  >
                    {span.name}
                  </AppLink>
                  <span className="shrink-0 text-sm text-muted">
                    <Duration ms={span.durationMs} />
                  </span>
                </>
              ) : (
                <span className="text-sm text-muted">{words.hidden(format.count(hidden?.spans ?? 0))}</span>
              )}
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  );
}
