import { describe, expect, it } from 'vitest';
import type { FoundProposal } from './detect/facts.ts';
import { proposedOf, settleProposals, type ProposalRow, type Proposed } from './settle.ts';

type Repeated = Extract<FoundProposal, { kind: 'repeated_calls' }>;

const repeated = (changes: Partial<Repeated> = {}): Repeated => ({
  kind: 'repeated_calls',
  project: 1,
  cause: ['openai', 'gpt-4o', 'prompt', 'classify'],
  title: 'Reuse answers',
  detail: 'Many are the same.',
  callIds: ['c1'],
  traceIds: [],
  values: {
    provider: 'openai',
    model: 'gpt-4o',
    classKind: 'prompt',
    className: 'classify',
    sameAnswer: 'unknown',
    calls: 1_000,
    repeats: 400,
    mostInADay: 30,
    repeatsCostUsd: 5,
  },
  savingUsd: 5,
  confidence: 0.6,
  ...changes,
});

const proposed = (changes: Partial<Repeated> = {}): Proposed => proposedOf(repeated(changes), 'prj_1');

const row = (changes: Partial<ProposalRow> = {}, of = proposed()): ProposalRow => ({
  ...of,
  id: 'prp_1',
  account_id: 'acc_1',
  status: 'open',
  decided_weight: null,
  decided_by: null,
  comment: null,
  created_at: 1,
  updated_at: 1,
  ...changes,
});

const outcome = (rows: ProposalRow[], all: Proposed[]) => {
  const { fresh, changed, expired } = settleProposals(rows, all);
  return [fresh.length, changed.map(({ again }) => again), expired];
};

it('a saving beyond the exact integer range is capped', () => {
  expect(proposed({ savingUsd: 1e15 }).saving_micros).toBe(Number.MAX_SAFE_INTEGER);
});

describe('a cause', () => {
  it('consists of kind, project and cause, without numbers', () => {
    const one = proposed().fingerprint;
    expect(
      proposed({ savingUsd: 9, title: 'Other words', values: { ...repeated().values, repeats: 9 } })
        .fingerprint,
    ).toBe(one);
    const other = { ...repeated(), kind: 'cheaper_model' } as unknown as FoundProposal;
    expect(proposedOf(other, 'prj_1').fingerprint).not.toBe(one);
    expect(proposed({ cause: ['openai', 'gpt-4o', 'prompt', 'other'] }).fingerprint).not.toBe(one);
    expect(proposedOf(repeated(), 'prj_2').fingerprint).not.toBe(one);
  });

  it('stores the project, micro-dollars and the number that must double', () => {
    expect(proposed()).toMatchObject({ saving_micros: 5_000_000, weight: 5_000_000, confidence: 0.6 });
    expect(proposed({ failures: 12 })).toMatchObject({ saving_micros: 5_000_000, weight: 12 });
    expect(JSON.parse(proposed().evidence)).toEqual({
      callIds: ['c1'],
      traceIds: [],
      values: { projectId: 'prj_1', ...repeated().values },
    });
  });
});

describe('settling', () => {
  it.each<[string, ProposalRow[], Proposed[], unknown]>([
    ['new', [], [proposed()], [1, [], []]],
    ['open, as it was', [row()], [proposed()], [0, [], []]],
    ['open, with new figures', [row()], [proposed({ savingUsd: 6 })], [0, [false], []]],
    ['open, gone', [row()], [], [0, [], ['prp_1']]],
    ['expired, gone', [row({ status: 'expired' })], [], [0, [], []]],
    ['expired, back', [row({ status: 'expired' })], [proposed()], [0, [true], []]],
    ['accepted, gone', [row({ status: 'accepted', decided_weight: 5_000_000 })], [], [0, [], []]],
  ])('%s', (_, rows, all, expected) => {
    expect(outcome(rows, all)).toEqual(expected);
  });

  it.each(['accepted', 'dismissed'] as const)('%s proposals come back when they have doubled', (status) => {
    const decided = [row({ status, decided_weight: 5_000_000 })];
    expect(outcome(decided, [proposed({ savingUsd: 9.99 })])).toEqual([0, [], []]);
    expect(outcome(decided, [proposed({ savingUsd: 10 })])).toEqual([0, [true], []]);
  });

  it('failing versions come back by their failures, whatever the cost', () => {
    const decided = [row({ status: 'dismissed', decided_weight: 30 }, proposed({ failures: 30 }))];
    expect(outcome(decided, [proposed({ failures: 59, savingUsd: 100 })])).toEqual([0, [], []]);
    expect(outcome(decided, [proposed({ failures: 60, savingUsd: 0 })])).toEqual([0, [true], []]);
    // Twice zero is still zero.
    const none = [row({ status: 'dismissed', decided_weight: 0 }, proposed({ failures: 0 }))];
    expect(outcome(none, [proposed({ failures: 1 })])).toEqual([0, [], []]);
  });
});
