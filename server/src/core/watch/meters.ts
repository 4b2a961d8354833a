// The metrics of this process, in the Prometheus format. docs/metrics.md explains each one; a test compares
// the two. Nothing runs between scrapes: counters increase when something happens, and gauges are read by the
// scrape.
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { WatchedEvent, WatchedStep, StepKind } from '#lib/watch';

/** Ten samples a second cost 0.05 % of a core. The library takes a hundred, even without scrapes. */
const LOOP_SAMPLE_MS = 100;
const NEVER_MS = 2 ** 31 - 1;
const LIBRARY_LOOP = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'];

const REQUEST_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const WORK_SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300];

/**
 * Most reasons are our own codes, but a few come from other programs. Each counter keeps this many of them.
 */
const MAX_VALUES = 60;
const CODE = /^[a-z][a-z0-9_-]{0,39}$/;
const OTHER = 'other';

/** The sources of the gauges, read by each scrape. */
export interface MeterSources {
  jobNames: readonly string[];
  waiting: () => { records: number; bytes: number; segments: number; seconds: number; requests: number };
  queries: () => { running: number; waiting: number };
  jobsRunning: () => number;
  /** Undefined if the store does not answer. */
  oldestDueSeconds: () => Promise<number | undefined>;
  /** Undefined if no store is on a disk of this machine. */
  disk: () => Promise<{ freeBytes: number; sizeBytes: number } | undefined>;
}

interface StepMetrics {
  duration: string;
  ends: string;
  /** The label for the name of the step; null if all steps of the kind have the same name. */
  label: string | null;
  help: string;
}

const STEPS: Readonly<Record<StepKind, StepMetrics>> = {
  commit: {
    duration: 'commit_duration_seconds',
    ends: 'commits_total',
    label: null,
    help: 'Writes of records, until they are durable',
  },
  load: {
    duration: 'log_load_duration_seconds',
    ends: 'log_loads_total',
    label: null,
    help: 'Loads of log segments into the tables',
  },
  question: {
    duration: 'question_duration_seconds',
    ends: 'questions_total',
    label: 'question',
    help: 'Questions to the records store, including their waits',
  },
  job: {
    duration: 'job_duration_seconds',
    ends: 'job_runs_total',
    label: 'job_name',
    help: 'Runs of background jobs',
  },
  outbound: {
    duration: 'outbound_call_duration_seconds',
    ends: 'outbound_calls_total',
    label: 'purpose',
    help: 'Calls to other services',
  },
};
const KINDS = Object.keys(STEPS) as StepKind[];

const labelled = ({ label }: StepMetrics, name: string): Record<string, string> =>
  label === null ? {} : { [label]: name };

export class Meters {
  readonly registry = new Registry();
  readonly #requests: Counter;
  readonly #requestSeconds: Histogram;
  readonly #seconds: Readonly<Record<StepKind, Histogram>>;
  readonly #ends: Readonly<Record<StepKind, Counter>>;
  readonly #counts: Readonly<Record<WatchedEvent['event'], Counter>>;
  readonly #known = new Map<string, Set<string>>();

  constructor(version: string) {
    const registers = [this.registry];
    const counter = (name: string, help: string, labelNames: readonly string[]) =>
      new Counter({ name: `tracewell_${name}`, help, labelNames: [...labelNames], registers });
    const histogram = (name: string, help: string, labelNames: readonly string[], buckets: number[]) =>
      new Histogram({ name: `tracewell_${name}`, help, labelNames: [...labelNames], buckets, registers });
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: NEVER_MS });
    for (const value of LIBRARY_LOOP)
      this.registry.removeSingleMetric(`nodejs_eventloop_lag_${value}_seconds`);
    new Gauge({
      name: 'tracewell_build_info',
      help: 'The version of this process; always 1',
      labelNames: ['version'],
      registers,
    }).set({ version }, 1);
    this.#requests = counter('http_requests_total', 'Requests answered', ['method', 'route', 'status']);
    this.#requestSeconds = histogram(
      'http_request_duration_seconds',
      'Time from the request line to the end of the reply',
      ['method', 'route', 'status'],
      REQUEST_SECONDS,
    );
    const byKind = <Made>(make: (step: StepMetrics, labels: string[]) => Made) =>
      Object.fromEntries(
        KINDS.map((kind) => [kind, make(STEPS[kind], STEPS[kind].label === null ? [] : [STEPS[kind].label])]),
      ) as Record<StepKind, Made>;
    this.#seconds = byKind((step, labels) =>
      histogram(step.duration, `${step.help}: duration`, labels, WORK_SECONDS),
    );
    this.#ends = byKind((step, labels) =>
      counter(step.ends, `${step.help}: outcomes`, [...labels, 'outcome']),
    );
    const stored = counter('ingest_records_total', 'Records that clients sent and that are stored', [
      'door',
      'outcome',
    ]);
    this.#counts = {
      stored,
      duplicates: stored,
      rejected: counter('ingest_rejected_records_total', 'Records that were rejected one by one', [
        'door',
        'reason',
      ]),
      refused: counter('ingest_refused_requests_total', 'Ingest requests that were refused as a whole', [
        'door',
        'reason',
      ]),
      engine_error: counter('engine_errors_total', 'Statements that the records engine did not complete', [
        'work',
        'reason',
      ]),
      notification: counter('notifications_total', 'Attempts to deliver a notification', [
        'channel',
        'outcome',
      ]),
    };
    this.#addLoop();
  }

  count(counted: WatchedEvent, by: number): void {
    this.#counts[counted.event].inc(this.#labelsOf(counted), by);
  }

  answered(method: string, route: string, status: number, elapsedMs: number): void {
    this.#requests.inc({ method, route, status: String(status) });
    const group = `${Math.floor(status / 100)}xx`;
    this.#requestSeconds.observe({ method, route, status: group }, elapsedMs / 1_000);
  }

  async run<Result>(step: WatchedStep<Result>, work: () => Promise<Result>): Promise<Result> {
    const began = performance.now();
    let outcome = 'error';
    try {
      const result = await work();
      outcome = step.outcome?.(result) ?? 'ok';
      return result;
    } finally {
      const labels = labelled(STEPS[step.kind], step.name);
      this.#seconds[step.kind].observe(labels, (performance.now() - began) / 1_000);
      this.#ends[step.kind].inc({ ...labels, outcome: this.#bounded(step.kind, outcome) });
    }
  }

  /**
   * Called once, when the stores are open. Failures of a job are counted from zero, because an alert misses
   * the first failure of a counter that starts at one.
   */
  read({ jobNames, waiting, queries, jobsRunning, oldestDueSeconds, disk }: MeterSources): void {
    for (const name of jobNames) this.#ends.job.inc({ job_name: name, outcome: 'failed' }, 0);
    this.#gauge(
      'records_waiting',
      'Acknowledged records that are not in the tables yet',
      () => waiting().records,
    );
    this.#gauge(
      'records_waiting_bytes',
      'Bytes of records that are not in the tables yet',
      () => waiting().bytes,
    );
    this.#gauge(
      'records_waiting_segments',
      'Closed log segments that are not in the tables yet',
      () => waiting().segments,
    );
    this.#gauge(
      'records_waiting_seconds',
      'Age of the oldest record that is not in the tables yet',
      () => waiting().seconds,
    );
    this.#gauge(
      'records_unacknowledged_requests',
      'Requests whose records are not on disk yet',
      () => waiting().requests,
    );
    this.#gauge('queries_running', 'Queries that hold an engine connection', () => queries().running);
    this.#gauge('queries_waiting', 'Queries that wait for an engine connection', () => queries().waiting);
    this.#gauge('jobs_running', 'Background jobs running in this process', jobsRunning);
    this.#gauge(
      'jobs_oldest_due_seconds',
      'How long the oldest due job has waited, in any process',
      oldestDueSeconds,
    );
    this.#gauge(
      'disk_free_bytes',
      'Free space of the disk of the data folder',
      async () => (await disk())?.freeBytes,
    );
    this.#gauge(
      'disk_size_bytes',
      'Size of the disk of the data folder',
      async () => (await disk())?.sizeBytes,
    );
  }

  #gauge(name: string, help: string, value: () => number | undefined | Promise<number | undefined>): void {
    this.registry.registerMetric(
      new Gauge({
        name: `tracewell_${name}`,
        help,
        registers: [],
        async collect() {
          const now = await value();
          if (now === undefined) this.remove();
          else this.set(now);
        },
      }),
    );
  }

  /** Measuring the busy share costs nothing. The delay is sampled from the first scrape on. */
  #addLoop(): void {
    let last = performance.eventLoopUtilization();
    this.#gauge(
      'event_loop_busy_ratio',
      'Share of time in which the event loop was busy since the last scrape',
      () => {
        const now = performance.eventLoopUtilization();
        const { utilization } = performance.eventLoopUtilization(now, last);
        last = now;
        return utilization;
      },
    );
    const delay = monitorEventLoopDelay({ resolution: LOOP_SAMPLE_MS });
    this.#gauge(
      'event_loop_delay_max_seconds',
      'Longest sampled delay of the event loop since the last scrape',
      () => {
        // A sample is the time between two ticks of the sampler.
        const most = delay.count === 0 ? 0 : Math.max(0, delay.max / 1e9 - LOOP_SAMPLE_MS / 1_000);
        delay.enable();
        delay.reset();
        return most;
      },
    );
  }

  #labelsOf(counted: WatchedEvent): Record<string, string> {
    switch (counted.event) {
      case 'stored':
      case 'duplicates':
        return { door: counted.door, outcome: counted.event };
      case 'rejected':
      case 'refused':
        return { door: counted.door, reason: this.#bounded(counted.event, counted.reason) };
      case 'engine_error':
        return { work: counted.work, reason: this.#bounded(counted.event, counted.reason) };
      default:
        return { channel: counted.channel, outcome: counted.outcome };
    }
  }

  /** A sentence becomes `other`, and so does a code beyond the limit. */
  #bounded(counter: string, code: string): string {
    if (!CODE.test(code)) return OTHER;
    const known = this.#known.getOrInsertComputed(counter, () => new Set());
    if (known.has(code)) return code;
    if (known.size >= MAX_VALUES) return OTHER;
    known.add(code);
    return code;
  }
}
