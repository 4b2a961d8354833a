import { Bell } from 'lucide-react';
import { useGet } from '#api';
import { useTexts } from '#i18n';
import { useNow } from '#lib/use-now';
import {
  Ago,
  Card,
  EmptyState,
  Loaded,
  SkeletonRows,
  StatusDot,
  Table,
  TextLink,
  type TableColumn,
  type Tone,
} from '#ui';
import type { AlertDraft } from './alert-form.tsx';
import { AlertActions, EnabledSwitch } from './alert-actions.tsx';
import { stateOf, useAlertWords, type AlertState } from './alert-values.ts';
import { TemplateList } from './templates.tsx';
import { alertsTexts } from './texts.ts';
import { useUndeliverable } from './use-undeliverable.ts';
import type { AlertData } from './types.ts';

const TONES: Record<AlertState, Tone> = {
  off: 'neutral',
  silenced: 'cool',
  holds: 'bad',
  quiet: 'good',
  unknown: 'neutral',
};

export function AlertStateSign({ alert }: { alert: AlertData }) {
  const texts = useTexts(alertsTexts);
  const state = stateOf(alert, useNow(10_000));
  return <StatusDot tone={TONES[state]}>{texts.states[state]}</StatusDot>;
}

interface RulesProps {
  mayChange: boolean;
  onAdjust: (draft: AlertDraft) => void;
}

export function Rules({ mayChange, onAdjust }: RulesProps) {
  const texts = useTexts(alertsTexts);
  const silent = useUndeliverable().has('email');
  const list = useGet('/v1/alerts', { query: { limit: 200 } }, { refetchInterval: 30_000 });
  const none = list.data?.length === 0 && (
    <>
      <EmptyState icon={<Bell size={22} aria-hidden />} title={texts.none}>
        {mayChange ? (silent ? texts.noneAboutSilent : texts.noneAbout) : texts.noneViewer}
      </EmptyState>
      {mayChange && (
        <div className="-mt-6">
          <TemplateList onAdjust={onAdjust} />
        </div>
      )}
    </>
  );
  return (
    <Card>
      <Loaded of={list} keepStale skeleton={<SkeletonRows />} empty={none}>
        {(alerts) => <RuleTable alerts={alerts} mayChange={mayChange} />}
      </Loaded>
    </Card>
  );
}

function RuleTable({ alerts, mayChange }: { alerts: readonly AlertData[]; mayChange: boolean }) {
  const texts = useTexts(alertsTexts);
  const words = useAlertWords();
  const columns: TableColumn<AlertData>[] = [
    {
      id: 'name',
      title: texts.columns.name,
      cell: (alert) => (
        <div className="grid min-w-0 gap-0.5">
          <TextLink
            to="/alerts/$id"
            params={{ id: String(alert.id) }}
            title={alert.name}
            className="line-clamp-2 max-w-72"
          >
            {alert.name}
          </TextLink>
          <span className="text-sm text-muted">{words.rule(alert)}</span>
          <span className="text-sm md:hidden">
            <AlertStateSign alert={alert} />
          </span>
        </div>
      ),
    },
    {
      id: 'state',
      title: texts.columns.state,
      wideOnly: true,
      cell: (alert) => <AlertStateSign alert={alert} />,
    },
    {
      id: 'now',
      title: texts.columns.now,
      number: true,
      wideOnly: true,
      cell: ({ alertType, lastObservedValue }) => words.value(alertType, lastObservedValue),
    },
    {
      id: 'last',
      title: texts.columns.last,
      wideOnly: true,
      cell: ({ lastTriggeredAt }) =>
        lastTriggeredAt === null ? (
          <span className="text-muted">{texts.never}</span>
        ) : (
          <Ago at={lastTriggeredAt} />
        ),
    },
    {
      id: 'channels',
      title: texts.columns.channels,
      wideOnly: true,
      cell: ({ channelKinds }) => channelKinds.map((channel) => texts.channels[channel]).join(', ') || '–',
    },
    ...(mayChange
      ? [
          {
            id: 'actions',
            title: <span className="sr-only">{texts.enabled}</span>,
            number: true,
            cell: (alert: AlertData) => (
              <div className="flex items-center justify-end gap-2">
                <EnabledSwitch alert={alert} hideLabel />
                <AlertActions alert={alert} />
              </div>
            ),
          },
        ]
      : []),
  ];
  return <Table label={texts.rules} columns={columns} rows={alerts} rowKey={({ id }) => id} />;
}
