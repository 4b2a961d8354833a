// Firings, newest first, each with the type, threshold and window at that time.
import { useInfiniteQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { request, useGet, useProjectId, useSend, useSession, useRows } from '#api';
import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import {
  Ago,
  Badge,
  Button,
  FixButton,
  fixTexts,
  TextLink,
  Time,
  UnpricedNote,
  say,
  useErrorText,
  type TableColumn,
  ListTable,
} from '#ui';
import { useAlertWords } from './alert-values.ts';
import { callsOfFiring } from './calls-of-firing.ts';
import { AlertDeliveries } from './deliveries.tsx';
import { alertsTexts } from './texts.ts';
import type { AlertEventData } from './types.ts';

const PAGE = 20;

/** The API pages by time and id of the last event, not by cursor. */
function useEvents(alertId: number | null) {
  const projectId = useProjectId();
  const path = '/v1/alerts/events';
  const query = { limit: PAGE, ...(alertId === null ? {} : { alertId }) };
  return useInfiniteQuery({
    queryKey: [projectId, 'get', path, query, 'pages'],
    initialPageParam: null as AlertEventData | null,
    queryFn: ({ pageParam: last, signal }) => {
      const before = last === null ? {} : { beforeTriggeredAt: last.triggeredAt, beforeId: last.id };
      return request('get', path, { query: { ...query, ...before } }, { projectId, signal });
    },
    getNextPageParam: ({ events }) => (events.length < PAGE ? null : (events.at(-1) ?? null)),
    refetchInterval: 30_000,
  });
}

interface EventsProps {
  /** null: the events of all alerts. */
  alertId: number | null;
  mayChange: boolean;
}

export function Events({ alertId, mayChange }: EventsProps) {
  const texts = useTexts(alertsTexts);
  const list = useRows(useEvents(alertId), ({ events }) => events);
  const [shown, setShown] = useState<AlertEventData | null>(null);
  const named = alertId === null;
  return (
    <>
      <ListTable
        of={list}
        label={texts.events}
        columns={useEventColumns({ named, mayChange, onDeliveries: setShown })}
        rowKey={({ id }) => id}
        empty={{
          icon: <BellRing size={22} aria-hidden />,
          title: named ? texts.noEvents : texts.noEventsOfOne,
          children: texts.noEventsAbout,
        }}
      />
      {shown && <AlertDeliveries event={shown} onClose={() => setShown(null)} />}
    </>
  );
}

interface CellProps {
  named: boolean;
  mayChange: boolean;
  onDeliveries: (event: AlertEventData) => void;
}

function useEventColumns(props: CellProps): TableColumn<AlertEventData>[] {
  const { named, mayChange, onDeliveries } = props;
  const { eventColumns: titles, columns } = useTexts(alertsTexts);
  const words = useAlertWords();
  return [
    {
      id: 'when',
      title: titles.when,
      cell: (event) => (
        <div className="grid gap-0.5">
          <Time at={event.triggeredAt} show="short" />
          <span className="text-xs text-muted">
            <Ago at={event.triggeredAt} />
          </span>
        </div>
      ),
    },
    {
      id: 'alert',
      title: named ? titles.alert : columns.rule,
      cell: (event) => <Fired event={event} {...props} />,
    },
    {
      id: 'value',
      title: titles.value,
      number: true,
      wideOnly: true,
      cell: ({ alertType, observedValue, unpriced }) => (
        <>
          <span className="font-medium">{words.value(alertType, observedValue)}</span>
          <UnpricedNote calls={unpriced?.calls} />
        </>
      ),
    },
    {
      id: 'sent',
      title: titles.sent,
      wideOnly: true,
      cell: (event) => <Sent event={event} onDeliveries={onDeliveries} />,
    },
    { id: 'fix', title: titles.fix, wideOnly: true, cell: (event) => <Fix event={event} /> },
    {
      id: 'state',
      title: titles.state,
      wideOnly: true,
      cell: (event) => <Acknowledged event={event} mayChange={mayChange} />,
    },
  ];
}

/** What fired; on a phone, with everything that the other columns hold. */
function Fired({ event, named, mayChange, onDeliveries }: CellProps & { event: AlertEventData }) {
  const words = useAlertWords();
  return (
    <div className="grid min-w-0 gap-0.5">
      {named && (
        <TextLink
          to="/alerts/$id"
          params={{ id: String(event.alertId) }}
          title={event.alertName}
          className="line-clamp-2 max-w-64"
        >
          {event.alertName}
        </TextLink>
      )}
      {event.group && (
        <span className="max-w-64 truncate text-sm font-medium" title={event.group.value}>
          {event.group.value}
        </span>
      )}
      <span className={classNames('text-sm text-muted', !named && 'max-md:hidden')}>{words.rule(event)}</span>
      <span className="text-sm font-medium md:hidden">
        {words.value(event.alertType, event.observedValue)}
      </span>
      <UnpricedNote calls={event.unpriced?.calls} className="md:hidden" />
      <div className="flex flex-wrap items-center gap-2 md:hidden">
        <Sent event={event} onDeliveries={onDeliveries} />
        <Fix event={event} />
      </div>
      <div className="md:hidden">
        <Acknowledged event={event} mayChange={mayChange} />
      </div>
    </div>
  );
}

function Sent({ event, onDeliveries }: Pick<CellProps, 'onDeliveries'> & { event: AlertEventData }) {
  const texts = useTexts(alertsTexts);
  const format = useFormat();
  const channels =
    event.channelsSent.map((channel) => texts.channels[channel]).join(', ') || texts.nothingSent;
  return (
    <Button
      look="quiet"
      size="small"
      className="-ml-2.5"
      aria-label={texts.deliveriesNamed(channels, event.alertName, format.time(event.triggeredAt))}
      onClick={() => onDeliveries(event)}
    >
      {channels}
    </Button>
  );
}

function Fix({ event }: { event: AlertEventData }) {
  const texts = useTexts(alertsTexts);
  const fixing = useTexts(fixTexts);
  const alerts = useGet('/v1/alerts', { query: { limit: 200 } });
  const alert = alerts.data?.find(({ id }) => id === event.alertId);
  const query = callsOfFiring(event, alert);
  if (event.alertType === 'guardian_findings') return <TextLink to="/guardian">{texts.toFindings}</TextLink>;
  return query ? <FixButton iconOnly name={fixing.firingOf(event.alertName)} calls={{ query }} /> : null;
}

function Acknowledged({ event, mayChange }: { event: AlertEventData; mayChange: boolean }) {
  const texts = useTexts(alertsTexts);
  const errorText = useErrorText();
  const { user } = useSession();
  const acknowledge = useSend('post', '/v1/alerts/events/{eventId}/acknowledge', {
    changes: ['/v1/alerts'],
    onSuccess: ({ alreadyAcknowledged }) =>
      say(alreadyAcknowledged ? texts.acknowledgedBefore : texts.acknowledgedNow),
  });
  if (event.acknowledgedAt !== null) {
    const who = event.acknowledgedBy;
    return (
      <div className="grid justify-items-start gap-0.5" title={who ?? undefined}>
        <Badge tone="good">{texts.acknowledged}</Badge>
        <span className="text-xs text-muted">
          <Ago at={event.acknowledgedAt} />
          {who !== null && (who === user.id || who === user.email) ? ` · ${texts.byYou}` : ''}
        </span>
      </div>
    );
  }
  if (!mayChange) return <span className="text-muted">–</span>;
  return (
    <Button
      size="small"
      aria-label={texts.acknowledgeNamed(event.alertName)}
      busy={acknowledge.isPending}
      onClick={() =>
        acknowledge.mutate(
          { path: { eventId: event.id }, body: { source: 'dashboard' } },
          { onError: (error) => say(errorText(error), 'bad') },
        )
      }
    >
      {texts.acknowledge}
    </Button>
  );
}
