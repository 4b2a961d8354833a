// The audit log: who changed what, and whether the hash chain is intact. The filters are in the URL.
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useGetPages, useMayManage, useSession } from '#api';
import { useTexts } from '#i18n';
import { Button, Card, EmptyState, Loaded, LoadMore, Page, SkeletonRows } from '#ui';
import { EntryDetails } from './entry-details.tsx';
import { EntryTable } from './entry-table.tsx';
import { AuditFilters, useAuditFilter } from './filters.tsx';
import { auditTexts } from './texts.ts';
import type { AuditEntryData } from './types.ts';
import { useNames } from './use-names.ts';
import { VerifyChain } from './verify-chain.tsx';

export function AuditPage() {
  const texts = useTexts(auditTexts);
  const mayManage = useMayManage();
  const { role } = useSession();
  return (
    <Page wide title={texts.title} about={texts.about}>
      {mayManage ? (
        <Entries />
      ) : (
        <Card>
          <EmptyState icon={<ScrollText size={22} aria-hidden />} title={texts.notAllowed}>
            {texts.notAllowedAbout(role)}
          </EmptyState>
        </Card>
      )}
    </Page>
  );
}

function Entries() {
  const texts = useTexts(auditTexts);
  const { filter, change, clear } = useAuditFilter();
  const names = useNames();
  const [looking, setLooking] = useState<AuditEntryData | null>(null);
  const list = useGetPages(
    '/v1/audit',
    { query: { ...filter, limit: 50 } },
    { wholeAccount: true, keepPrevious: true },
  );
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  const filtered = Object.keys(filter).length > 0;
  return (
    <>
      <VerifyChain />
      <Card>
        <AuditFilters
          filter={filter}
          actors={names.actors}
          actions={[...new Set(entries.map(({ action }) => action))].toSorted()}
          onChange={change}
          {...(filtered ? { onClear: clear } : {})}
        />
        <Loaded
          of={list}
          skeleton={<SkeletonRows rows={8} />}
          empty={
            entries.length === 0 && (
              <EmptyState
                icon={<ScrollText size={22} aria-hidden />}
                title={filtered ? texts.noneFound : texts.none}
                actions={filtered && <Button onClick={clear}>{texts.clear}</Button>}
              >
                {filtered ? texts.noneFoundAbout : texts.noneAbout}
              </EmptyState>
            )
          }
        >
          {() => (
            <>
              <EntryTable entries={entries} nameOf={names.nameOf} onFilter={change} onLook={setLooking} />
              <LoadMore pages={list} />
            </>
          )}
        </Loaded>
      </Card>
      {looking && <EntryDetails entry={looking} nameOf={names.nameOf} onClose={() => setLooking(null)} />}
    </>
  );
}
