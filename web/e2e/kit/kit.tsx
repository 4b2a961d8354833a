// All components of the kit on one page, for review and tests: `npm run dev -w web`, then /e2e/kit/index.html.
import './kit.css';
import { createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { Inbox, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { followLanguage, useFormat } from '#i18n';
import { parseSearch, stringifySearch } from '#lib/search-text';
import { followTheme } from '#lib/theme';
import { useCallFilter, useWindow } from '#lib/url-state';
import {
  Ago,
  Badge,
  Button,
  Card,
  Checkbox,
  CodeBlock,
  ColumnChoice,
  ConfirmDialog,
  Duration,
  EmptyState,
  ErrorState,
  Field,
  FilterChips,
  Histogram,
  IconButton,
  Input,
  JsonView,
  LineChart,
  Menu,
  MenuItem,
  Money,
  Page,
  Select,
  SkeletonRows,
  StatusDot,
  Switch,
  TextArea,
  Time,
  Toasts,
  Tokens,
  TooltipProvider,
  VirtualTable,
  WindowPicker,
  say,
  useColumns,
  type Sorting,
  type VirtualColumn,
} from '#ui';

interface Row {
  id: string;
  model: string;
  latencyMs: number;
  costUsd: number;
}

const ROWS: Row[] = Array.from({ length: 100_000 }, (_, index) => ({
  id: `call-${index}`,
  model:
    ['gpt-4o-mini', 'claude-sonnet-4-5', 'a-model-with-a-very-long-name-that-nobody-would-choose'][
      index % 3
    ] ?? '',
  latencyMs: (index * 37) % 9_000,
  costUsd: ((index * 13) % 700) / 1e5,
}));

const COLUMNS: VirtualColumn<Row>[] = [
  { id: 'id', title: 'Id', width: 'minmax(120px, 1fr)', cell: ({ id }) => id },
  { id: 'model', title: 'Model', width: 'minmax(160px, 2fr)', cell: ({ model }) => model },
  {
    id: 'latency',
    title: 'Latency',
    width: '110px',
    number: true,
    sortable: true,
    cell: ({ latencyMs }) => <Duration ms={latencyMs} />,
  },
  { id: 'cost', title: 'Cost', width: '110px', number: true, cell: ({ costUsd }) => <Money usd={costUsd} /> },
];

function TableOfMany() {
  const [opened, setOpened] = useState('nothing');
  const [sorting, setSorting] = useState<Sorting>({ column: 'latency', order: 'desc' });
  const { columns, toggle } = useColumns('kit', COLUMNS, ['id', 'model', 'latency', 'cost']);
  return (
    <Card
      title="VirtualTable"
      about={`Opened: ${opened}`}
      actions={<ColumnChoice all={COLUMNS} shown={columns} onToggle={toggle} />}
    >
      <VirtualTable
        label="Calls"
        className="h-96"
        columns={columns}
        rows={ROWS}
        rowKey={({ id }) => id}
        onOpen={({ id }) => setOpened(id)}
        sorting={sorting}
        onSort={setSorting}
      />
    </Card>
  );
}

function Charts() {
  const format = useFormat();
  const [picked, setPicked] = useState('nothing');
  const points = Array.from({ length: 24 }, (_, hour) => ({
    short: `${hour}:00`,
    long: `Nov 15, ${hour}:00`,
  }));
  return (
    <>
      <Card>
        <LineChart
          title="LineChart"
          label="Latency over time"
          points={points}
          series={[
            {
              name: 'p50',
              color: 'var(--color-accent)',
              values: points.map((_, i) => (i % 7 === 3 ? null : 500 + i * 20)),
            },
            {
              name: 'p95',
              color: 'var(--color-warm)',
              values: points.map((_, i) => 1500 + ((i * 331) % 900)),
            },
          ]}
          format={format.duration}
          onPick={(index) => setPicked(String(index))}
        />
        <p>Picked: {picked}</p>
      </Card>
      <Card>
        <Histogram
          title="Histogram"
          label="Latency, distribution"
          buckets={Array.from({ length: 30 }, (_, i) => ({
            from: i * 100,
            to: i * 100 + 100,
            count: (i * 53) % 97,
          }))}
          formatEdge={format.duration}
          formatCount={format.count}
          seriesName="Calls"
        />
      </Card>
    </>
  );
}

function Kit() {
  const { choice, choose } = useWindow();
  const [filter, setFilter] = useCallFilter();
  const [on, setOn] = useState(false);
  const [asking, setAsking] = useState(false);
  return (
    <main>
      <Page title="The kit" actions={<WindowPicker choice={choice} onChange={choose} />}>
        <FilterChips filter={filter} onChange={setFilter} />
        <Card title="Buttons and signs">
          <div className="flex flex-wrap items-center gap-3">
            <Button look="main">Main</Button>
            <Button>Plain</Button>
            <Button look="quiet">Quiet</Button>
            <Button look="danger" onClick={() => setAsking(true)}>
              Delete
            </Button>
            <Button busy>Busy</Button>
            <IconButton
              label="Throw away"
              icon={<Trash2 size={16} aria-hidden />}
              onClick={() => say('Thrown away.')}
            />
            <Menu trigger={<Button>Menu</Button>}>
              <MenuItem onSelect={() => say('First.')}>First</MenuItem>
              <MenuItem danger onSelect={() => say('Second.', 'bad')}>
                Second
              </MenuItem>
            </Menu>
            {(['neutral', 'accent', 'good', 'bad', 'warm', 'cool', 'plum'] as const).map((tone) => (
              <Badge key={tone} tone={tone}>
                {tone}
              </Badge>
            ))}
            <StatusDot tone="good">Healthy</StatusDot>
            <Time at="2026-11-15T03:04:05.000Z" />
            <Ago at="2026-11-15T03:04:05.000Z" />
            <Tokens count={1_234_567} />
          </div>
        </Card>
        <Card title="Fields">
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Name" hint="As others know it.">
              <Input />
            </Field>
            <Field label="Address" fault="This is not an address.">
              <Input defaultValue="nowhere" />
            </Field>
            <Field label="Kind">
              <Select>
                <option>One</option>
                <option>Other</option>
              </Select>
            </Field>
            <Field label="Note">
              <TextArea />
            </Field>
            <Checkbox label="Remember" hint="Until the browser is closed." />
            <Switch label="Redaction" hint="Takes effect at once." checked={on} onChange={setOn} />
          </div>
        </Card>
        <TableOfMany />
        <div className="grid gap-4 lg:grid-cols-2">
          <Charts />
          <Card title="States">
            <SkeletonRows rows={2} />
            <EmptyState icon={<Inbox size={22} aria-hidden />} title="Nothing here yet">
              Send something.
            </EmptyState>
            <ErrorState error={new Error('The store does not answer.')} onRetry={() => say('Tried.')} />
          </Card>
          <Card title="Code">
            <CodeBlock label="Shell" code="curl http://127.0.0.1:4318/v1/health" />
            <JsonView
              label="Record"
              value={{ id: 'x', tags: { a: '1' }, list: [1, 2, { deep: { deeper: null } }] }}
            />
          </Card>
        </div>
        <ConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          onConfirm={() => setAsking(false)}
          title="Delete it?"
          about="It cannot be taken back."
          action="Delete it"
        />
      </Page>
      <Toasts />
    </main>
  );
}

followTheme();
followLanguage();
const root = createRootRoute({ component: Kit, notFoundComponent: Kit });
const router = createRouter({
  routeTree: root,
  parseSearch,
  stringifySearch: stringifySearch as (search: Record<string, unknown>) => string,
});
const place = document.getElementById('root');
if (place)
  createRoot(place).render(
    <TooltipProvider>
      <RouterProvider router={router} />
    </TooltipProvider>,
  );
