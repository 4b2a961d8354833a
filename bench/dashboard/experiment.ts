// An experiment of 10,000 items x 3 variants, whose answers differ in a few words.
import type { components } from '@tracewell/sdk';

type Schemas = components['schemas'];

export const EXPERIMENT_ITEMS = 10_000;
const NAMES = ['asker 1', 'asker 2', 'asker 3'];
const AT = '2026-06-15T12:00:00.000Z';

export const experiment: Schemas['Experiment'] = {
  id: 'exp_long',
  name: 'Long',
  projectId: null,
  status: 'done',
  reason: null,
  message: null,
  datasetId: 1,
  datasetVersion: 1,
  split: null,
  itemCount: EXPERIMENT_ITEMS,
  variants: NAMES.map((name) => ({
    name,
    kind: 'model',
    promptId: 1,
    promptName: 'asker',
    promptVersion: name.slice(-1),
    messages: [],
    connectionId: 'mdc_1',
    model: 'gpt-4o-mini',
    settings: {},
    tools: [],
    outputSchema: null,
  })),
  criteria: [],
  baseline: 0,
  repetitions: 1,
  concurrency: 16,
  limitUsd: null,
  cellCount: EXPERIMENT_ITEMS * NAMES.length,
  doneCount: EXPERIMENT_ITEMS * NAMES.length,
  failedCount: 0,
  costUsd: 1.5,
  shipped: null,
  createdBy: 'key_1',
  createdAt: AT,
  startedAt: AT,
  endedAt: AT,
};

export const leaderboard: Schemas['ExperimentLeaderboard'] = {
  baseline: 0,
  winner: null,
  verdict: null,
  entries: [],
};

const WORDS = 'the order was sent to another address and the customer wants to know when it arrives'.split(
  ' ',
);
const sentence = (at: number, variant: number): string =>
  Array.from({ length: 90 }, (_, word) =>
    word % 11 === variant ? `word${at % 100}` : (WORDS[(at * 7 + word) % WORDS.length] ?? ''),
  ).join(' ');

const rowAt = (position: number): Schemas['ExperimentRow'] => ({
  position,
  itemId: position + 1,
  disagreement: (position % 10) / 10,
  score: 0.5,
  costUsd: 0.00015,
  latencyMs: 900,
  input: `Question ${position}: ${sentence(position, 9)}`,
  expectedOutput: null,
  cells: NAMES.map((_, variant) => ({
    variant,
    repetition: 0,
    status: 'done',
    reason: null,
    callId: null,
    scores: [{ criterionId: 1, score: 4, normalizedScore: 0.75 }],
    costUsd: 0.00005,
    latencyMs: 700 + variant,
    inputTokens: 100,
    outputTokens: 20,
    attempts: 1,
    outputValid: null,
    verdict: null,
    output: sentence(position, variant),
    outputTruncated: false,
  })),
});

export function results(limit: number, cursor: string | undefined): Schemas['ExperimentResults'] {
  const from = Number(cursor ?? 0);
  const to = Math.min(EXPERIMENT_ITEMS, from + limit);
  return {
    rows: Array.from({ length: to - from }, (_, at) => rowAt(from + at)),
    nextCursor: to < EXPERIMENT_ITEMS ? String(to) : null,
  };
}
