// The page of one call. Its parts are in the kit, because lists and traces show calls too.
import { useParams } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useGet } from '#api';
import { useTexts } from '#i18n';
import { isObject } from '#lib/is-object';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import {
  Badge,
  Breadcrumbs,
  ButtonLink,
  CallActions,
  CallSkeleton,
  CallView,
  Card,
  EmptyState,
  Loaded,
  Page,
  StatusDot,
  Time,
  callTabOf,
} from '#ui';
import { pageTexts } from './texts.ts';

export function SingleCallPage() {
  const texts = useTexts(pageTexts);
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const asked = useGet('/v1/query/calls/{id}', { path: { id } }, { staleTime: 60_000 });
  const [search, change] = useUrl();
  const list = { name: texts.calls, to: '/calls' };
  if (!asked.data)
    return (
      <Page title={texts.call} crumbs={<Breadcrumbs list={list} here={texts.call} />}>
        <Loaded of={asked} error="card" skeleton={<CallSkeleton />} missing={<Missing />}>
          {() => null}
        </Loaded>
      </Page>
    );
  const { call, scores } = asked.data;
  const meta: unknown = call.requestMeta;
  const userId = isObject(meta) && typeof meta['userId'] === 'string' ? meta['userId'] : null;
  return (
    <Page
      title={call.model}
      crumbs={
        <Breadcrumbs
          list={list}
          userId={userId}
          sessionId={call.sessionId}
          traceId={call.traceId}
          at={call.timestamp}
          here={texts.call}
        />
      }
      about={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusDot tone={call.error === null ? 'good' : 'bad'}>
            {call.error === null ? texts.ok : texts.failed}
          </StatusDot>
          <Badge>{call.provider}</Badge>
          <Time at={call.timestamp} show="full" />
        </span>
      }
      actions={<CallActions call={call} />}
    >
      <CallView
        call={call}
        scores={scores}
        tab={callTabOf(first(search['tab']))}
        onTab={(tab) => change({ tab: tab === 'details' ? undefined : tab }, { replace: true })}
      />
    </Page>
  );
}

function Missing() {
  const texts = useTexts(pageTexts);
  return (
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
}
