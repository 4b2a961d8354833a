// One dashboard: its figures in one request, and its editor. Window and filters are in the URL.
import { useNavigate, useParams } from '@tanstack/react-router';
import { LayoutDashboard, Pencil, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useGet, useSession, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useCallFilter, useUrl } from '#lib/url-state';
import {
  Board,
  Button,
  ButtonLink,
  Card,
  EmptyState,
  ErrorState,
  FilterChips,
  Loaded,
  Page,
  SharedCrosshair,
  Skeleton,
  useBoard,
  useBoardScope,
  useMarkers,
  Waiting,
  WindowPicker,
} from '#ui';
import { DashboardMenu } from './dashboard-menu.tsx';
import { BoardEditor } from './edit/board-editor.tsx';
import { dashboardsTexts } from './texts.ts';

type Dashboard = Schemas['Dashboard'];

export function DashboardPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return <DashboardOf id={Number(id)} missing={<Missing />} />;
}

/** `missing` is shown if there is no such dashboard. */
export function DashboardOf({ id, missing }: { id: number; missing: ReactNode }) {
  const texts = useTexts(dashboardsTexts);
  const loaded = useGet('/v1/dashboards/{id}', { path: { id } }, { wholeAccount: true });
  return (
    <Loaded
      of={loaded}
      error="card"
      skeleton={
        <Page title={texts.title}>
          <Waiting>
            <Skeleton className="h-72" />
          </Waiting>
        </Page>
      }
      missing={missing}
    >
      {({ dashboard }) => <Opened key={dashboard.id} dashboard={dashboard} />}
    </Loaded>
  );
}

function Missing() {
  const texts = useTexts(dashboardsTexts);
  return (
    <Page title={texts.title}>
      <Card>
        <EmptyState
          icon={<LayoutDashboard size={22} aria-hidden />}
          title={texts.missing}
          actions={<ButtonLink to="/dashboards">{texts.toList}</ButtonLink>}
        >
          {texts.missingAbout}
        </EmptyState>
      </Card>
    </Page>
  );
}

function Opened({ dashboard }: { dashboard: Dashboard }) {
  const [search, change] = useUrl();
  const mayWrite = useSession().role !== 'viewer';
  const [adding, setAdding] = useState(false);
  const close = () => {
    setAdding(false);
    change({ edit: undefined }, { replace: true });
  };
  if (mayWrite && first(search['edit']) === 'true')
    return <BoardEditor dashboard={dashboard} isAdding={adding} onClose={close} />;
  return (
    <Shown
      dashboard={dashboard}
      mayWrite={mayWrite}
      onEdit={(add) => {
        setAdding(add);
        change({ edit: 'true' }, { replace: true });
      }}
    />
  );
}

interface ShownProps {
  dashboard: Dashboard;
  mayWrite: boolean;
  onEdit: (add: boolean) => void;
}

function Shown({ dashboard, mayWrite, onEdit }: ShownProps) {
  const { name, description, widgets } = dashboard;
  const texts = useTexts(dashboardsTexts);
  const navigate = useNavigate();
  const { scope, window } = useBoardScope();
  const [filter, setFilter] = useCallFilter();
  const board = useBoard(widgets, scope);
  const markers = useMarkers(scope);
  return (
    <Page
      wide
      title={name}
      {...(description === '' ? {} : { about: description })}
      actions={
        <>
          {mayWrite && (
            <Button size="small" icon={<Pencil size={16} aria-hidden />} onClick={() => onEdit(false)}>
              {texts.edit}
            </Button>
          )}
          <WindowPicker choice={window.choice} onChange={window.choose} />
          <DashboardMenu
            dashboard={dashboard}
            mayWrite={mayWrite}
            onDeleted={() => void navigate({ to: '/dashboards' })}
          />
        </>
      }
    >
      <FilterChips filter={filter} onChange={setFilter} />
      {board.failure ? (
        <Card>
          <ErrorState error={board.failure.error} onRetry={board.failure.refetch} />
        </Card>
      ) : widgets.length === 0 ? (
        <Card>
          <EmptyState
            icon={<LayoutDashboard size={22} aria-hidden />}
            title={texts.noWidgets}
            actions={
              mayWrite && (
                <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={() => onEdit(true)}>
                  {texts.addWidget}
                </Button>
              )
            }
          >
            {texts.noWidgetsAbout}
          </EmptyState>
        </Card>
      ) : (
        <SharedCrosshair>
          <Board widgets={widgets} board={board} scope={scope} window={window} markers={markers} />
        </SharedCrosshair>
      )}
    </Page>
  );
}
