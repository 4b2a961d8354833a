// The audit log: who changed what, and whether the hash chain is intact. The filters are in the URL.
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useGetPages, useMayManage, useSession, useRows, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Button, Card, EmptyState, Page, ListTable } from '#ui';
import { EntryDetails } from './entry-details.tsx';
import { useEntryColumns } from './entry-columns.tsx';
import { AuditFilters, useAuditFilter } from './filters.tsx';
import { auditTexts } from './texts.ts';
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
  const [looking, setLooking] = useState<Schemas['AuditEntry'] | null>(null);
  const list = useRows(
    useGetPages('/v1/audit', { query: { ...filter, limit: 50 } }, { wholeAccount: true, keepPrevious: true }),
    ({ entries }) => entries,
  );
  const columns = useEntryColumns({ nameOf: names.nameOf, onFilter: change, onLook: setLooking });
  const filtered = Object.keys(filter).length > 0;
  return (
    <>
      <VerifyChain />
      <Card>
        <AuditFilters
          filter={filter}
          actors={names.actors}
          actions={[...new Set(list.rows.map(({ action }) => action))].toSorted()}
          onChange={change}
          {...(filtered ? { onClear: clear } : {})}
        />
        <ListTable
          of={list}
          skeleton={8}
          label={texts.title}
          columns={columns}
          rowKey={({ id }) => id}
          empty={{
            icon: <ScrollText size={22} aria-hidden />,
            title: filtered ? texts.noneFound : texts.none,
            actions: filtered && <Button onClick={clear}>{texts.clear}</Button>,
            children: filtered ? texts.noneFoundAbout : texts.noneAbout,
          }}
        />
      </Card>
      {looking && <EntryDetails entry={looking} nameOf={names.nameOf} onClose={() => setLooking(null)} />}
    </>
  );
}
