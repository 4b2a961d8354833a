// Checks that the metrics, their page, the dashboard and the alerting rules agree: every metric has a line on
// the page, and no panel or alert uses a metric that does not exist.
import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Meters } from './meters.ts';

const read = (file: string): string => readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');

function openMeters(): Meters {
  const meters = new Meters('1.2.3');
  meters.read({
    jobNames: ['log-rotation'],
    waiting: () => ({ records: 1, bytes: 2, segments: 3, seconds: 4, requests: 5 }),
    queries: () => ({ running: 6, waiting: 7 }),
    jobsRunning: () => 8,
    oldestDueSeconds: async () => 9,
    disk: async () => ({ freeBytes: 10, sizeBytes: 11 }),
  });
  return meters;
}

interface Described {
  name: string;
  type: string;
  labels: string[];
}

/** Read from the library, because a scrape shows only labels that were used. */
const own = (meters: Meters): Described[] =>
  meters.registry
    .getMetricsAsArray()
    .map((metric) => {
      const { name, type, labelNames } = metric as unknown as {
        name: string;
        type?: string;
        labelNames: string[];
      };
      return { name, type: type ?? metric.constructor.name.toLowerCase(), labels: labelNames.toSorted() };
    })
    .filter(({ name }) => name.startsWith('tracewell_'))
    .toSorted((a, b) => a.name.localeCompare(b.name));

const page = read('docs/metrics.md');

describe('docs/metrics.md', () => {
  it('lists every metric with its type and labels, and no other', () => {
    const rows = page
      .matchAll(/^\| `(tracewell_\w+)` *\| (\w+) *\| ([^|]*)\|/gm)
      .map(([, name = '', type = '', labels = '']) => ({
        name,
        type,
        labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label).toSorted(),
      }))
      .toArray();
    expect(rows.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(own(openMeters()));
  });

  it('explains every alert', () => {
    const rules = parse(read('deploy/prometheus/rules.yaml')) as Rules;
    const named = [...page.matchAll(/^\| `(Tracewell\w+)`/gm)].map(([, name]) => name).toSorted();
    expect(named).toEqual(rules.groups.flatMap((group) => group.rules.map(({ alert }) => alert)).toSorted());
  });
});

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[];
}

interface Panel {
  id: number;
  title: string;
  type: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; refId: string }[];
}

const dashboard = JSON.parse(read('deploy/grafana/tracewell.json')) as {
  uid: string;
  schemaVersion: number;
  panels: Panel[];
};

const expressions = [
  ...(parse(read('deploy/prometheus/rules.yaml')) as Rules).groups.flatMap(({ rules }) =>
    rules.map(({ alert, expr }) => [alert, expr] as const),
  ),
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** Grafana replaces these variables before Prometheus reads the query. */
const asAsked = (expr: string): string =>
  expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*');

function faultsIn(expr: string): string[] {
  const faults: string[] = [];
  parser.parse(expr).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) faults.push(`${from}: ${expr.slice(from, to + 10)}`);
    },
  });
  return faults;
}

/** Names of series, and of the labels in their selectors and groupings. */
function seriesIn(expr: string): string[] {
  const names: string[] = [];
  parser.parse(expr).iterate({
    enter: ({ name, from, to }) => {
      if (name === 'Identifier') names.push(expr.slice(from, to));
    },
  });
  return names.filter((name) => !['instance', 'le'].includes(name));
}

describe('the dashboard and the alerting rules', () => {
  it('a broken query is detected', () => {
    expect(faultsIn('sum(rate(x[5m])')).not.toEqual([]);
    expect(seriesIn('sum by (le) (rate(tracewell_x_total{a="b"}[5m]))')).toContain('tracewell_x_total');
  });

  it.each(expressions)('%s: the query parses and its metrics exist', (_, expr) => {
    const asked = asAsked(expr);
    expect(faultsIn(asked)).toEqual([]);
    const series = openMeters()
      .registry.getMetricsAsArray()
      .flatMap(({ name, ...metric }) =>
        'buckets' in metric ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
      );
    const known = new Set([...series, 'up']);
    const named = [...asked.matchAll(/\b(?:tracewell|process|nodejs)_\w+|\bup\b/g)].map(([name]) => name);
    expect(named).not.toEqual([]);
    expect(seriesIn(asked)).toEqual(expect.arrayContaining(named));
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it('no two panels overlap or share an id', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
    expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(39);
  });
});

describe('labels', () => {
  const textOf = (meters: Meters) => meters.registry.metrics();

  it('have only codes as values, and a limited number of them', async () => {
    const meters = openMeters();
    const door = 'traces';
    meters.count({ event: 'rejected', door, reason: 'model "acme" is unknown' }, 3);
    for (let at = 0; at < 1_000; at += 1)
      meters.count({ event: 'rejected', door, reason: `made_up_${at}` }, 1);
    const lines = (await textOf(meters))
      .split('\n')
      .filter((line) => line.startsWith('tracewell_ingest_rejected'));
    expect(lines).toHaveLength(61);
    expect(lines).toContain('tracewell_ingest_rejected_records_total{door="traces",reason="other"} 943');
  });

  it('jobs start with zero failures, and a run adds its outcome', async () => {
    const meters = openMeters();
    const failed = 'tracewell_job_runs_total{job_name="log-rotation",outcome="failed"}';
    expect(await textOf(meters)).toContain(`${failed} 0`);
    const step = { kind: 'job', name: 'log-rotation', outcome: (end: string) => end } as const;
    await meters.run(step, async () => 'failed');
    await expect(meters.run(step, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    const text = await textOf(meters);
    expect(text).toContain(`${failed} 1`);
    expect(text).toContain('tracewell_job_runs_total{job_name="log-rotation",outcome="error"} 1');
    expect(text).toContain('tracewell_job_duration_seconds_count{job_name="log-rotation"} 2');
  });

  it('the event loop is not sampled before the first scrape', async () => {
    const meters = openMeters();
    const text = await textOf(meters);
    expect(text).toContain('tracewell_event_loop_delay_max_seconds 0\n');
    expect(text).not.toContain('nodejs_eventloop_lag_p99_seconds');
  });
});
