// The dashboards of the account: open, create, import, duplicate, export, delete.
import { FileUp, LayoutDashboard, Plus } from 'lucide-react';
import { useState } from 'react';
import { useGet, useSession, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { useHome } from '#lib/home';
import {
  Ago,
  Badge,
  Button,
  ButtonLink,
  Card,
  EmptyState,
  Loaded,
  Page,
  SkeletonRows,
  Table,
  TextLink,
  type TableColumn,
} from '#ui';
import { CreateDashboard, ImportDashboard } from './create-dashboard.tsx';
import { DashboardMenu } from './dashboard-menu.tsx';
import { dashboardsTexts } from './texts.ts';

type Head = Schemas['DashboardHead'];
/** Null for the built-in overview. */
type Row = Head | null;

export function DashboardsPage() {
  const texts = useTexts(dashboardsTexts);
  const mayWrite = useSession().role !== 'viewer';
  const [dialog, setDialog] = useState<'create' | 'import' | null>(null);
  const list = useGet('/v1/dashboards', {}, { wholeAccount: true });
  const rows = (list.data?.dashboards ?? []).toSorted((a, b) => a.name.localeCompare(b.name));
  const create = (
    <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => setDialog('create')}>
      {texts.create}
    </Button>
  );
  return (
    <Page
      title={texts.title}
      about={texts.about}
      actions={
        mayWrite && (
          <>
            <Button icon={<FileUp size={16} aria-hidden />} onClick={() => setDialog('import')}>
              {texts.import}
            </Button>
            {create}
          </>
        )
      }
    >
      <Card>
        <Loaded
          of={list}
          skeleton={<SkeletonRows />}
          empty={
            rows.length === 0 && (
              <EmptyState
                icon={<LayoutDashboard size={22} aria-hidden />}
                title={texts.none}
                actions={
                  <>
                    <ButtonLink to="/">{texts.toOverview}</ButtonLink>
                    {mayWrite && create}
                  </>
                }
              >
                {texts.noneAbout}
              </EmptyState>
            )
          }
        >
          {() => <DashboardTable rows={rows} mayWrite={mayWrite} />}
        </Loaded>
      </Card>
      {dialog === 'create' && <CreateDashboard onClose={() => setDialog(null)} />}
      {dialog === 'import' && <ImportDashboard onClose={() => setDialog(null)} />}
    </Page>
  );
}

function DashboardTable({ rows, mayWrite }: { rows: readonly Head[]; mayWrite: boolean }) {
  const texts = useTexts(dashboardsTexts);
  const [home, setHome] = useHome(useSession().account.id);
  const columns: TableColumn<Row>[] = [
    {
      id: 'name',
      title: texts.columns.name,
      cell: (row) => {
        const description = row === null ? texts.builtInAbout : row.description;
        return (
          <div className="grid min-w-0 justify-items-start">
            <span className="flex min-w-0 flex-wrap items-center gap-2">
              {row === null ? (
                <TextLink to="/overview">{texts.builtIn}</TextLink>
              ) : (
                <TextLink to="/dashboards/$id" params={{ id: String(row.id) }} className="wrap-anywhere">
                  {row.name}
                </TextLink>
              )}
              {home !== null && home === row?.id && <Badge>{texts.home}</Badge>}
            </span>
            {description !== '' && <span className="text-sm wrap-anywhere text-muted">{description}</span>}
          </div>
        );
      },
    },
    { id: 'widgets', title: texts.columns.widgets, number: true, cell: (row) => row?.widgets ?? '' },
    {
      id: 'updated',
      title: texts.columns.updated,
      wideOnly: true,
      cell: (row) => row && <Ago at={row.updatedAt} />,
    },
    {
      id: 'more',
      title: <span className="sr-only">{texts.actions}</span>,
      number: true,
      cell: (row) =>
        row === null ? (
          home !== null && (
            <Button size="small" look="quiet" onClick={() => setHome(null)}>
              {texts.setHome}
            </Button>
          )
        ) : (
          <DashboardMenu dashboard={row} mayWrite={mayWrite} />
        ),
    },
  ];
  return (
    <Table
      label={texts.title}
      columns={columns}
      rows={[null, ...rows]}
      rowKey={(row) => row?.id ?? 'overview'}
    />
  );
}
