// The agent graph as a picture, and as a table with the same data and links.
import { Workflow } from 'lucide-react';
import { useMemo } from 'react';
import { useFormat, useTexts } from '#i18n';
import { useUrl } from '#lib/url-state';
import { Badge, Card, Duration, EmptyState, Money, Table, Tokens, type TableColumn } from '#ui';
import { START, buildGraph, type AgentGraph, type GraphNode } from './agent-graph.ts';
import { layOutGraph } from './graph-layout.ts';
import { GraphPicture } from './graph-picture.tsx';
import { useTypeName } from '../trace/node-kind.tsx';
import { traceTexts } from '../texts.ts';
import type { Tree } from '../trace/tree.ts';

/** What to search for to find the spans of a node: its name, up to the first number that was grouped. */
const soughtFor = (name: string): string => (name.split('*')[0] ?? '').trim() || name;

export function GraphView({ tree }: { tree: Tree }) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const [, change] = useUrl();
  const graph = useMemo(() => buildGraph(tree), [tree]);
  const pick = ({ name }: GraphNode) => change({ view: undefined, q: soughtFor(name), show: undefined });
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
    <Card title={texts.graph} about={`${texts.graphAbout} ${texts.graphHelp}`}>
      <GraphPicture layout={layout} onPick={pick} />
      {layout.leftOut > 0 && (
        <p className="text-sm text-muted">{texts.graphLeftOut(format.count(layout.leftOut))}</p>
      )}
      <Parts graph={graph} onPick={pick} />
    </Card>
  );
}

/** Tools have no figures, which is different from zero. */
const madeCalls = (tokens: number, costUsd: number): boolean => tokens > 0 || costUsd > 0;

function Parts({ graph, onPick }: { graph: AgentGraph; onPick: (node: GraphNode) => void }) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const typeName = useTypeName();
  const names = new Map(graph.nodes.map(({ key, name }) => [key, name]));
  const next = Map.groupBy(graph.edges, ({ from }) => from);
  const columns: TableColumn<GraphNode>[] = [
    {
      id: 'name',
      title: texts.graphColumns.name,
      cell: (node) => (
        <button
          type="button"
          title={node.name}
          aria-label={texts.showInTree(node.name)}
          onClick={() => onPick(node)}
          className="block max-w-36 truncate rounded-sm font-medium text-accent underline-offset-3 hover:underline sm:max-w-64"
        >
          {node.name}
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
      id: 'time',
      title: texts.graphColumns.time,
      number: true,
      cell: ({ totalMs }) => <Duration ms={totalMs > 0 ? totalMs : null} />,
    },
    {
      id: 'self',
      title: texts.graphColumns.self,
      number: true,
      wideOnly: true,
      cell: ({ selfMs }) => <Duration ms={selfMs > 0 ? selfMs : null} />,
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
