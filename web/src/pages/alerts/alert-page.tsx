// One alert: its state, a preview over the past, its channels, and its firings.
import { useNavigate, useParams } from '@tanstack/react-router';
import { ArrowLeft, Bell } from 'lucide-react';
import type { ReactNode } from 'react';
import { isApiError, useGet, useSession } from '#api';
import { useTexts } from '#i18n';
import { useNow } from '#lib/use-now';
import {
  Ago,
  ButtonLink,
  Card,
  EmptyState,
  Loaded,
  Page,
  Skeleton,
  SkeletonRows,
  Stat,
  TextLink,
  Time,
  Waiting,
} from '#ui';
import { AlertActions, EnabledSwitch } from './alert-actions.tsx';
import { useAlertWords } from './alert-values.ts';
import { Events } from './events.tsx';
import { AlertPreview } from './preview.tsx';
import { AlertStateSign } from './rules.tsx';
import { Undeliverable } from './test-channel.tsx';
import { alertFormTexts } from './form-texts.ts';
import { alertsTexts } from './texts.ts';
import type { AlertData, AlertChannelKind } from './types.ts';

const FOREVER = '9999';

export function AlertPage() {
  const texts = useTexts(alertsTexts);
  const form = useTexts(alertFormTexts);
  const navigate = useNavigate();
  const mayChange = useSession().role !== 'viewer';
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const number = Number(id);
  const known = Number.isSafeInteger(number) && number > 0;
  const asked = useGet(
    '/v1/alerts/{id}',
    { path: { id: number } },
    { enabled: known, refetchInterval: 30_000 },
  );
  const back = (
    <TextLink to="/alerts" className="inline-flex items-center gap-1.5 text-sm">
      <ArrowLeft size={14} aria-hidden />
      {texts.back}
    </TextLink>
  );
  if (!known || (isApiError(asked.error) && asked.error.status === 404)) {
    return (
      <Page title={texts.title} about={back}>
        <Card>
          <EmptyState
            icon={<Bell size={22} aria-hidden />}
            title={texts.notFound}
            actions={<ButtonLink to="/alerts">{texts.back}</ButtonLink>}
          >
            {texts.notFoundAbout}
          </EmptyState>
        </Card>
      </Page>
    );
  }
  if (asked.data === undefined) {
    return (
      <Page title={texts.title} about={back}>
        <Loaded of={asked} error="card" skeleton={<AlertSkeleton />}>
          {() => null}
        </Loaded>
      </Page>
    );
  }
  const { alert } = asked.data;
  return (
    <Page
      title={alert.name}
      about={back}
      actions={
        mayChange && (
          <>
            <EnabledSwitch alert={alert} />
            <AlertActions alert={alert} onRemoved={() => void navigate({ to: '/alerts' })} />
          </>
        )
      }
    >
      <Standing alert={alert} />
      <div className="grid min-w-0 gap-4 xl:grid-cols-[2fr_1fr]">
        <Card title={form.preview}>
          <AlertPreview
            rule={alert}
            subject={{
              evalCriterionId: alert.evalCriterionId,
              scoreName: alert.scoreName,
              scoreValue: alert.scoreValue,
              of: alert.of,
              filter: alert.filter,
              forEach: alert.forEach,
              percentile: alert.percentile,
            }}
          />
        </Card>
        <Targets alert={alert} />
      </div>
      <Card>
        <h2 className="text-base/5">{texts.events}</h2>
        <Events alertId={alert.id} mayChange={mayChange} />
      </Card>
    </Page>
  );
}

const AlertSkeleton = () => (
  <>
    <Card>
      <Waiting>
        <div className="grid gap-4">
          <Skeleton className="h-12" />
          <Skeleton className="h-60" />
        </div>
      </Waiting>
    </Card>
    <Card>
      <SkeletonRows />
    </Card>
  </>
);

function Standing({ alert }: { alert: AlertData }) {
  const texts = useTexts(alertsTexts);
  const words = useAlertWords();
  const now = useNow(10_000);
  const { silencedUntil, lastTriggeredAt, alertType, lastObservedValue, thresholdValue } = alert;
  const silent = silencedUntil !== null && Date.parse(silencedUntil) > now ? silencedUntil : null;
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="font-medium">{words.rule(alert)}</p>
        <p className="flex flex-wrap items-center gap-x-3 text-sm">
          <AlertStateSign alert={alert} />
          {silent !== null && (
            <span className="text-muted">
              {silent.startsWith(FOREVER) ? (
                texts.silencedForever
              ) : (
                <>
                  {texts.silencedUntil} <Time at={silent} />
                </>
              )}
            </span>
          )}
        </p>
      </div>
      <div className="grid grid-cols-2 gap-4 md:grid-cols-4">
        <Stat label={texts.facts.now} value={words.value(alertType, lastObservedValue)} />
        <Stat label={texts.facts.threshold} value={words.value(alertType, thresholdValue)} />
        <Stat
          label={texts.facts.window}
          value={
            <span className="inline-block first-letter:uppercase">{words.span(alert.windowMinutes)}</span>
          }
        />
        <Stat
          label={texts.facts.last}
          value={lastTriggeredAt === null ? texts.never : <Ago at={lastTriggeredAt} />}
        />
      </div>
    </Card>
  );
}

function Targets({ alert }: { alert: AlertData }) {
  const texts = useTexts(alertsTexts);
  return (
    <Card title={texts.channelsTitle} about={texts.channelsAbout}>
      <dl className="grid gap-3">
        {alert.channelKinds.map((channel) => (
          <div key={channel} className="min-w-0">
            <dt className="text-sm text-muted">{texts.channels[channel]}</dt>
            <dd className="grid min-w-0 gap-1.5 wrap-anywhere">
              <Target channel={channel} alert={alert} />
              <Undeliverable channel={channel} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Target({
  channel,
  alert: { channelTargets },
}: {
  channel: AlertChannelKind;
  alert: AlertData;
}): ReactNode {
  const texts = useTexts(alertsTexts);
  const form = useTexts(alertFormTexts);
  if (channel === 'email') return channelTargets.email?.to?.join(', ') || texts.owners;
  if (channel === 'pagerduty') {
    const target = channelTargets.pagerduty;
    return target ? `${target.routingKey} (${form.targets.regions[target.region ?? 'us']})` : '–';
  }
  return <code className="font-mono text-sm">{channelTargets[channel]?.url ?? '–'}</code>;
}
