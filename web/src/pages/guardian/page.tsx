// The guardian's inbox: a summary, the list, and the open finding beside it (in place of the list on narrow
// screens).
import { ShieldCheck } from 'lucide-react';
import { useGetPages, useSend, useSession } from '#api';
import { useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import {
  Button,
  ButtonLink,
  Card,
  EmptyState,
  Loaded,
  LoadMore,
  Page,
  SkeletonRows,
  say,
  useErrorText,
} from '#ui';
import { FindingFilters } from './filters.tsx';
import { FindingDetail } from './finding-detail.tsx';
import { FindingTable } from './finding-list.tsx';
import { FindingsSummary } from './summary.tsx';
import { guardianTexts } from './texts.ts';
import type { FindingData, Status } from './types.ts';
import { useInboxKeys } from './use-inbox-keys.ts';
import { useInbox } from './use-inbox.ts';

export function GuardianPage() {
  const texts = useTexts(guardianTexts);
  const errorText = useErrorText();
  const mayChange = useSession().role !== 'viewer';
  const inbox = useInbox();
  const { filter, openId } = inbox;
  const list = useGetPages(
    '/v1/guardian/findings',
    {
      query: {
        limit: 50,
        ...(filter.status === 'any' ? {} : { status: filter.status }),
        ...(filter.kind ? { kind: filter.kind } : {}),
        ...(filter.severity ? { severity: filter.severity } : {}),
      },
    },
    { refetchInterval: 30_000, keepPrevious: true },
  );
  const findings = list.data?.pages.flatMap((page) => page.findings) ?? [];
  const place = findings.findIndex(({ id }) => id === openId);
  const send = useSend('patch', '/v1/guardian/findings/{id}', { changes: ['/v1/guardian'] });

  const go = (index: number) => {
    const next = findings[Math.max(0, Math.min(findings.length - 1, index))];
    if (next) inbox.open(next.id, { replace: openId !== null });
  };
  const setStatus = (finding: FindingData, status: Status) => {
    // If the finding leaves the list, open the next one.
    const leaves = filter.status !== 'any' && filter.status !== status && place >= 0;
    const next = findings[place + 1] ?? findings[place - 1] ?? null;
    send.mutate(
      { path: { id: finding.id }, body: { status } },
      {
        onSuccess: () => {
          say(texts.changed[status]);
          if (leaves) inbox.open(next?.id ?? null, { replace: true });
        },
        onError: (error) => say(errorText(error), 'bad'),
      },
    );
  };
  const current = findings[place];
  const byKey = (status: Status) => () => {
    if (mayChange && current && current.status !== status && !send.isPending) setStatus(current, status);
  };
  useInboxKeys({
    j: () => go(place + 1),
    k: () => go(place === -1 ? 0 : place - 1),
    a: byKey('acknowledged'),
    r: byKey('resolved'),
    x: byKey('dismissed'),
    Escape: () => openId !== null && inbox.open(null),
  });

  return (
    <Page wide title={texts.title} about={texts.about}>
      <div className={classNames('grid gap-4', openId !== null && 'max-lg:hidden')}>
        <FindingsSummary filter={filter} onNarrow={inbox.narrow} />
        <FindingFilters filter={filter} narrowed={inbox.narrowed} onNarrow={inbox.narrow} />
      </div>
      <div
        className={classNames('grid min-w-0 items-start gap-4', openId !== null && 'lg:grid-cols-[2fr_3fr]')}
      >
        <div className={classNames('min-w-0', openId !== null && 'max-lg:hidden')}>
          <Loaded
            of={list}
            keepStale
            error="card"
            skeleton={
              <Card>
                <SkeletonRows rows={5} />
              </Card>
            }
            empty={findings.length === 0 && <Nothing narrowed={inbox.narrowed} onClear={inbox.narrow} />}
          >
            {() => (
              <div className="grid gap-3">
                <FindingTable
                  findings={findings}
                  openId={openId}
                  onOpen={(id) => inbox.open(id, { replace: openId !== null })}
                />
                <LoadMore pages={list} />
                <p className="text-sm text-muted max-lg:hidden">{texts.keys}</p>
              </div>
            )}
          </Loaded>
        </div>
        {openId !== null && (
          <FindingDetail
            key={openId}
            id={openId}
            busy={send.isPending}
            onStatus={mayChange ? setStatus : null}
            onClose={() => inbox.open(null)}
          />
        )}
      </div>
    </Page>
  );
}

interface NothingProps {
  narrowed: boolean;
  onClear: (filter: { status: 'open'; kind: null; severity: null }) => void;
}

function Nothing({ narrowed, onClear }: NothingProps) {
  const texts = useTexts(guardianTexts);
  return (
    <Card>
      <EmptyState
        icon={<ShieldCheck size={22} aria-hidden />}
        title={narrowed ? texts.noneHere : texts.none}
        actions={
          narrowed ? (
            <Button onClick={() => onClear({ status: 'open', kind: null, severity: null })}>
              {texts.clear}
            </Button>
          ) : (
            <ButtonLink to="/alerts">{texts.toAlerts}</ButtonLink>
          )
        }
      >
        {narrowed ? texts.noneHereAbout : texts.noneAbout}
      </EmptyState>
    </Card>
  );
}
