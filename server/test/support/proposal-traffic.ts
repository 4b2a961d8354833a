// Calls of an invented account, and the figures that the engine would compute for them: for detectors,
// without an engine.
import { DAY_MS, MINUTE_MS } from '#lib/clock';
import type { ProposalFacts, ScoredCall } from '../../src/features/proposals/detect/facts.ts';
import { END_MS, facts } from './proposal-figures.ts';
import type { ClassFigures } from '../../src/features/proposals/records/class-figures.ts';
import type { RepeatFigures } from '../../src/features/proposals/records/repeated-inputs.ts';
import type { VersionFigures } from '../../src/features/proposals/records/prompt-versions.ts';

export interface MadeCall {
  model: string;
  className: string;
  version: string;
  atMs: number;
  input: number;
  output: number;
  costUsd: number;
  failed: boolean;
  inputHash: number;
  score: number | null;
}

/** mulberry32: the same numbers for the same seed, everywhere. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.round((sorted.length - 1) * share)] ?? 0;

export function factsOf(calls: readonly MadeCall[]): ProposalFacts {
  const projectCostUsd = sum(calls, ({ costUsd }) => costUsd);
  const classes = [...Map.groupBy(calls, ({ model, className }) => `${model} ${className}`).values()];
  const versions = [...Map.groupBy(calls, ({ className, version }) => `${className} ${version}`).values()];
  return facts({
    classes: classes.map((some) => classOf(some, projectCostUsd)),
    repeats: classes.map(repeatsOf).filter(({ repeats }) => repeats > 0),
    versions: versions.map(versionOf),
    scores: calls.flatMap(scoreOf),
  });
}

const sum = <Each>(all: readonly Each[], of: (each: Each) => number): number =>
  all.reduce((total, each) => total + of(each), 0);

const identity = ({ model, className }: MadeCall) => ({
  project: 1,
  provider: 'openai',
  model,
  classKind: 'prompt',
  className,
});

function classOf(some: readonly MadeCall[], projectCostUsd: number): ClassFigures {
  const [first] = some;
  if (!first) throw new Error('A class has calls.');
  const served = some.filter(({ failed }) => !failed);
  const inputs = served.map(({ input }) => input).toSorted((left, right) => left - right);
  const outputs = served.map(({ output }) => output).toSorted((left, right) => left - right);
  const days = [...Map.groupBy(served, ({ atMs }) => Math.floor(atMs / DAY_MS)).values()];
  return {
    ...identity(first),
    gateway: '',
    calls: some.length,
    errors: some.length - served.length,
    projectCostUsd,
    costUsd: sum(served, ({ costUsd }) => costUsd),
    withTools: 0,
    usage: {
      uncachedInput: sum(served, ({ input }) => input),
      cacheRead: 0,
      cacheWrite: 0,
      outputText: sum(served, ({ output }) => output),
      reasoning: 0,
      audio: 0,
    },
    input: {
      p05: quantile(inputs, 0.05),
      p50: quantile(inputs, 0.5),
      p75: quantile(inputs, 0.75),
      p95: quantile(inputs, 0.95),
      max: inputs.at(-1) ?? 0,
    },
    outputP95: quantile(outputs, 0.95),
    dailyLeastInput: days.map((day) => Math.min(...day.map(({ input }) => input))),
    slots: new Set(served.map(({ atMs }) => Math.floor(atMs / (5 * MINUTE_MS)))).size,
    callIds: [],
    traceIds: [],
  };
}

function repeatsOf(some: readonly MadeCall[]): RepeatFigures {
  const [first] = some;
  if (!first) throw new Error('A class has calls.');
  const served = some.filter(({ failed }) => !failed);
  const groups = [
    ...Map.groupBy(served, ({ atMs, inputHash }) => `${Math.floor(atMs / DAY_MS)} ${inputHash}`).values(),
  ].filter((group) => group.length > 1);
  return {
    ...identity(first),
    calls: sum(groups, (group) => group.length),
    repeats: sum(groups, (group) => group.length - 1),
    repeatsCostUsd: sum(groups, (group) => sum(group.slice(1), ({ costUsd }) => costUsd)),
    most: Math.max(0, ...groups.map((group) => group.length)),
    callIds: [],
    traceIds: [],
  };
}

function versionOf(some: readonly MadeCall[]): VersionFigures {
  const failed = some.filter((call) => call.failed);
  const times = some.map(({ atMs }) => atMs).toSorted((left, right) => left - right);
  return {
    project: 1,
    prompt: some[0]?.className ?? '',
    version: some[0]?.version ?? '',
    calls: some.length,
    errors: failed.length,
    costUsd: sum(some, ({ costUsd }) => costUsd),
    errorsCostUsd: sum(failed, ({ costUsd }) => costUsd),
    firstSeenMs: times[0] ?? END_MS,
    lastSeenMs: times.at(-1) ?? END_MS,
    callIds: [],
    traceIds: [],
  };
}

const scoreOf = (call: MadeCall, at: number): ScoredCall[] =>
  call.score === null
    ? []
    : [
        {
          ...identity(call),
          id: `m${at}`,
          prompt: call.className,
          version: call.version,
          ofEvalRun: false,
          source: 'human',
          score: call.score,
        },
      ];
