// The agent graph as a picture, and as a table with the same data and links.
import { Workflow } from 'lucide-react';
import { useId, useMemo } from 'react';
import { useFormat, useTexts } from '#i18n';
import { useUrl } from '#lib/url-state';
import { Badge, Card, EmptyState, Money, Table, Tokens, type TableColumn } from '#ui';
import { START, type AgentGraph, type GraphNode } from './agent-graph.ts';
import { BOX, layOutGraph, type Layout, type Placed } from './graph-layout.ts';
import { lookOf, useTypeName } from '../trace/node-kind.tsx';
import { traceTexts } from '../texts.ts';

export function GraphView({ graph }: { graph: AgentGraph }) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const layout = useMemo(() => layOutGraph(graph), [graph]);
  if (graph.nodes.length < 2) {
    return (
      <Card>
        <EmptyState icon={<Workflow size={22} aria-hidden />} title={texts.graphNone}>
          {texts.graphNoneAbout}
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card title={texts.graph} about={texts.graphAbout}>
      <Picture layout={layout} />
      {layout.leftOut > 0 && (
        <p className="text-sm text-muted">{texts.graphLeftOut(format.count(layout.leftOut))}</p>
      )}
      <Parts graph={graph} />
    </Card>
  );
}

const INKS: Record<string, string> = {
  'text-accent': 'stroke-accent fill-accent-soft',
  'text-plum': 'stroke-plum fill-plum-soft',
  'text-warm': 'stroke-warm fill-warm-soft',
  'text-cool': 'stroke-cool fill-cool-soft',
  'text-muted': 'stroke-control fill-sunken',
};

function Picture({ layout }: { layout: Layout }) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const arrow = useId();
  const label = texts.graphSays(format.count(layout.placed.length), format.count(layout.edges.length));
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={texts.graphPicture}
      className="overflow-x-auto rounded-md ring-inside"
    >
      <svg
        role="img"
        aria-label={label}
        width={layout.width + 4}
        height={layout.height + 4}
        viewBox={`-2 -2 ${layout.width + 4} ${layout.height + 4}`}
        className="mx-auto block"
      >
        <defs>
          <marker
            id={arrow}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0 0 8 4 0 8z" className="fill-control" />
          </marker>
        </defs>
        {layout.edges.map(({ edge, from, to }) => {
          const way = wayOf(from, to);
          return (
            <g key={`${edge.from} ${edge.to}`}>
              <path
                d={way.d}
                fill="none"
                className="stroke-control"
                strokeWidth={Math.min(4, 1 + Math.log10(edge.count) * 1.5)}
                markerEnd={`url(#${arrow})`}
              />
              {edge.count > 1 && (
                <text
                  x={way.x}
                  y={way.y}
                  textAnchor="middle"
                  className="fill-text stroke-surface text-xs [paint-order:stroke] [stroke-width:4px]"
                >
                  {texts.times(format.compact(edge.count))}
                </text>
              )}
            </g>
          );
        })}
        {layout.placed.map((place) => (
          <Box key={place.node.key} place={place} again={layout.again.get(place.node.key) ?? 0} />
        ))}
      </svg>
    </div>
  );
}

/** A curve to the right; edges to the same or an earlier column go around the boxes. */
function wayOf(from: Placed, to: Placed): { d: string; x: number; y: number } {
  const begin = { x: from.x + BOX.width, y: from.y + BOX.height / 2 };
  if (to.x > from.x) {
    const end = { x: to.x - 2, y: to.y + BOX.height / 2 };
    const middle = (begin.x + end.x) / 2;
    return {
      d: `M${begin.x} ${begin.y}C${middle} ${begin.y} ${middle} ${end.y} ${end.x} ${end.y}`,
      x: (begin.x + 3 * middle * 2 + end.x) / 8,
      y: (begin.y + end.y) / 2 + 4,
    };
  }
  const end = { x: to.x + BOX.width + 2, y: to.y + BOX.height / 2 + 8 };
  const bow = Math.max(begin.x, end.x) + 40;
  return {
    d: `M${begin.x} ${begin.y}C${bow} ${begin.y} ${bow} ${end.y} ${end.x} ${end.y}`,
    x: bow - 12,
    y: (begin.y + end.y) / 2 + 4,
  };
}

const LONGEST = 22;

function Box({ place: { node, x, y }, again }: { place: Placed; again: number }) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const typeName = useTypeName();
  const isStart = node.key === START;
  const name = isStart ? texts.graphStart : node.name;
  const look = isStart ? 'text-muted' : lookOf(node.part).ink;
  const parts = [
    typeName(node.part),
    texts.times(format.compact(node.count)),
    ...(again > 0 ? [texts.again(format.compact(again))] : []),
  ];
  return (
    <g transform={`translate(${x} ${y})`}>
      <title>{name}</title>
      <rect
        width={BOX.width}
        height={BOX.height}
        rx="6"
        className={node.errors > 0 ? 'fill-bad-soft stroke-bad' : INKS[look]}
      />
      <text x="12" y={isStart ? 29 : 21} className="fill-text text-sm font-semibold">
        {name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name}
      </text>
      {!isStart && (
        <text x="12" y="38" className="fill-muted text-xs">
          {parts.join(' · ')}
        </text>
      )}
    </g>
  );
}

/** Tools have no figures of their own, which differs from zero. */
const madeCalls = (tokens: number, costUsd: number): boolean => tokens > 0 || costUsd > 0;

function Parts({ graph }: { graph: AgentGraph }) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const typeName = useTypeName();
  const [, change] = useUrl();
  const names = new Map(graph.nodes.map(({ key, name }) => [key, name]));
  const next = Map.groupBy(graph.edges, ({ from }) => from);
  const columns: TableColumn<GraphNode>[] = [
    {
      id: 'name',
      title: texts.graphColumns.name,
      cell: ({ name }) => (
        <button
          type="button"
          title={name}
          aria-label={texts.showInTree(name)}
          onClick={() => change({ view: undefined, q: name, show: undefined })}
          className="block max-w-36 truncate rounded-sm font-medium text-accent underline-offset-3 hover:underline sm:max-w-64"
        >
          {name}
        </button>
      ),
    },
    {
      id: 'kind',
      title: texts.graphColumns.kind,
      cell: ({ part }) => <Badge>{typeName(part)}</Badge>,
      wideOnly: true,
    },
    {
      id: 'calls',
      title: texts.graphColumns.calls,
      wideOnly: true,
      cell: ({ key }) => {
        const text = (next.get(key) ?? [])
          .map(({ to, count }) => `${names.get(to) ?? ''} ${texts.times(format.compact(count))}`)
          .join(', ');
        return (
          <span className="block max-w-72 truncate text-muted" title={text}>
            {text}
          </span>
        );
      },
    },
    {
      id: 'count',
      title: texts.graphColumns.count,
      number: true,
      cell: ({ count }) => format.count(count),
    },
    {
      id: 'errors',
      title: texts.graphColumns.errors,
      number: true,
      cell: ({ errors }) => (
        <span className={errors > 0 ? 'font-medium text-bad' : 'text-muted'}>{format.count(errors)}</span>
      ),
    },
    {
      id: 'tokens',
      title: texts.graphColumns.tokens,
      number: true,
      wideOnly: true,
      cell: ({ tokens, costUsd }) => <Tokens count={madeCalls(tokens, costUsd) ? tokens : null} />,
    },
    {
      id: 'cost',
      title: texts.graphColumns.cost,
      number: true,
      cell: ({ tokens, costUsd }) => <Money usd={madeCalls(tokens, costUsd) ? costUsd : null} />,
    },
  ];
  const rows = graph.nodes.filter(({ key }) => key !== START).toSorted((a, b) => b.count - a.count);
  return <Table label={texts.graphTable} columns={columns} rows={rows} rowKey={({ key }) => key} />;
}
