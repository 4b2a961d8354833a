// The guardian's inbox: a summary, the list, and the open finding beside it (in place of the list on narrow
// screens).
import { ShieldCheck } from 'lucide-react';
import { useGetPages, useSend, useSession, useRows } from '#api';
import { useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { Button, ButtonLink, Page, say, useErrorText, ListRows, usePageKeys } from '#ui';
import { FindingFilters } from './filters.tsx';
import { FindingDetail } from './finding-detail.tsx';
import { FindingTable } from './finding-list.tsx';
import { FindingsSummary } from './summary.tsx';
import { guardianTexts } from './texts.ts';
import type { FindingData, Status } from './types.ts';
import { useInbox } from './use-inbox.ts';

export function GuardianPage() {
  const texts = useTexts(guardianTexts);
  const errorText = useErrorText();
  const mayChange = useSession().role !== 'viewer';
  const inbox = useInbox();
  const { filter, openId } = inbox;
  const list = useRows(
    useGetPages(
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
    ),
    ({ findings }) => findings,
  );
  const { rows: findings } = list;
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
  usePageKeys({
    j: () => go(place + 1),
    k: () => go(place === -1 ? 0 : place - 1),
    a: byKey('acknowledged'),
    r: byKey('resolved'),
    x: byKey('dismissed'),
    Escape: openId === null ? undefined : () => inbox.open(null),
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
          <ListRows
            of={list}
            framed
            skeleton={5}
            empty={{
              icon: <ShieldCheck size={22} aria-hidden />,
              title: inbox.narrowed ? texts.noneHere : texts.none,
              actions: inbox.narrowed ? (
                <Button onClick={inbox.clear}>{texts.clear}</Button>
              ) : (
                <ButtonLink to="/alerts">{texts.toAlerts}</ButtonLink>
              ),
              children: inbox.narrowed ? texts.noneHereAbout : texts.noneAbout,
            }}
          >
            {() => (
              <>
                <FindingTable
                  findings={findings}
                  openId={openId}
                  onOpen={(id) => inbox.open(id, { replace: openId !== null })}
                />
                <p className="text-sm text-muted max-lg:hidden">{texts.keys}</p>
              </>
            )}
          </ListRows>
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
