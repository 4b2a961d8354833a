// The measurements that make up the table. Each is a script that runs in its own process, so that none warms
// up another.

export interface Run {
  name: string;
  script: string;
  args: string[];
  /** Arguments for a smaller run, which shows that everything works and roughly where the figures are. */
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
    // Idle for five minutes, so that all jobs that run every few minutes are included.
    args: ['10', '300', '--rows=10000000'],
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
  { name: 'bodies', script: 'bodies.ts', args: [], quick: ['--worst'] },
  { name: 'datasets', script: 'dataset-upload.ts', args: ['10000', '3'], quick: ['10000', '1'] },
  // A smaller one would say nothing about the limits.
  { name: 'experiment', script: 'experiment.ts', args: ['1000', '3'], quick: ['1000', '3'] },
  {
    name: 'dashboard',
    script: 'dashboard-rows.ts',
    args: [],
    quick: ['--calls=20000', '--rounds=5'],
  },
  { name: 'mcp', script: 'mcp.ts', args: [], quick: ['--starts=2', '--rounds=10'] },
  {
    name: 'runs',
    script: 'runs.ts',
    args: ['--calls=1000000,10000000'],
    quick: ['--calls=100000,1000000', '--rounds=9'],
  },
  {
    name: 'queries',
    script: 'queries.ts',
    args: [],
    quick: ['--rows=1000000', '--account-rows=100000', '--rounds=10'],
  },
];
