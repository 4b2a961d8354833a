// Which measurements make up the table. Each is a script of its own, run in a process of its own, so that
// none warms up another.

export interface Run {
  name: string;
  script: string;
  args: string[];
  /** Smaller, to see that everything works and roughly where the figures are. */
  quick: string[];
}

const ingest = (name: string, kind: string, ...flags: string[]): Run => ({
  name,
  script: 'ingest.ts',
  args: [kind, '200000', '5', ...flags],
  quick: [kind, '100000', '3', ...flags],
});

export const RUNS: readonly Run[] = [
  {
    name: 'service',
    script: 'service.ts',
    // A minute, because the jobs of every minute are part of being idle.
    args: ['10', '60', '--rows=10000000'],
    quick: ['4', '60', '--rows=1000000'],
  },
  ingest('ingest', 'ingest'),
  ingest('traces-json', 'traces-json'),
  ingest('traces-protobuf', 'traces-protobuf'),
  ingest('logs-json', 'logs-json'),
  ingest('logs-protobuf', 'logs-protobuf'),
  ingest('content', 'ingest', '--content'),
  ingest('langfuse', 'langfuse'),
  ingest('langsmith', 'langsmith'),
  { name: 'resolve', script: 'resolve.ts', args: ['10'], quick: ['3'] },
  { name: 'gate', script: 'gate-check.ts', args: ['10'], quick: ['3'] },
  { name: 'alerts', script: 'alerts.ts', args: [], quick: ['--records=1000000', '--rounds=2'] },
  { name: 'export', script: 'export.ts', args: ['50000', '5'], quick: ['50000', '3'] },
  {
    name: 'queries',
    script: 'queries.ts',
    args: [],
    quick: ['--rows=1000000', '--account-rows=100000', '--rounds=10'],
  },
];
