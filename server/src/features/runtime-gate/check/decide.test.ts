import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import type { GateBudgetsTable, GatePoliciesTable } from '#metadata';
import type { BudgetScope } from '../budgets/schemas.ts';
import type { PolicyMatch } from '../policies/schemas.ts';
import { GateFigures } from '../figures.ts';
import { providerNamer } from '#otlp';
import { NOTHING } from '../spend/spent.ts';
import { viewOf } from '../view.ts';
import { decideCheck, NONE_APPROVED, type CheckFigures, type GateRequest } from './decide.ts';

const USD = 1_000_000;
const nameOf = providerNamer(['openai', 'anthropic']);

const budget = (
  id: string,
  changes: Partial<Omit<GateBudgetsTable, 'scope'>> & { scope?: BudgetScope } = {},
): GateBudgetsTable => ({
  account_id: 'acc_1',
  name: id,
  limit_micros: 10 * USD,
  period: 'day',
  action: 'deny',
  fail_mode: 'open',
  on_unpriced: 'warn',
  generation: 0,
  created_at: 0,
  updated_at: 0,
  ...changes,
  id,
  scope: JSON.stringify(changes.scope ?? {}),
});

const policy = (
  id: string,
  effect: GatePoliciesTable['effect'],
  changes: Partial<Omit<GatePoliciesTable, 'match'>> & { match?: PolicyMatch } = {},
): GatePoliciesTable => ({
  account_id: 'acc_1',
  name: id,
  enabled: 1,
  priority: 100,
  max_cost_micros: null,
  max_tokens: null,
  fail_mode: 'open',
  approval_minutes: null,
  created_at: 0,
  updated_at: 0,
  ...changes,
  id,
  effect,
  match: JSON.stringify(changes.match ?? {}),
});

const request = (changes: Partial<GateRequest> = {}): GateRequest => ({
  provider: 'openai',
  model: 'gpt-4o',
  tool: null,
  tags: {},
  projectId: 'prj_1',
  costMicros: USD,
  tokens: null,
  approved: NONE_APPROVED,
  ...changes,
});

interface Case {
  budgets?: GateBudgetsTable[];
  policies?: GatePoliciesTable[];
  spent?: number;
  held?: number;
  known?: boolean;
  request?: Partial<GateRequest>;
  decision: 'allow' | 'deny' | 'require_approval';
  reasons?: string[];
  matched?: string[];
}

const parse = (json: string) => JSON.parse(json) as Record<string, string>;

const CASES: Record<string, Case> = {
  'nothing set: allowed': { decision: 'allow', reasons: [], matched: [] },
  'exactly the limit': { budgets: [budget('b')], spent: 8, held: 1, decision: 'allow', reasons: [] },
  'a micro-dollar above the limit': {
    budgets: [budget('b')],
    spent: 8,
    held: 1,
    request: { costMicros: USD + 1 },
    decision: 'deny',
    reasons: ['b'],
  },
  'spent beyond the limit, no cost estimated': {
    budgets: [budget('b')],
    spent: 10.000001,
    request: { costMicros: null },
    decision: 'deny',
  },
  'all spent, no cost estimated': {
    budgets: [budget('b')],
    spent: 10,
    request: { costMicros: null },
    decision: 'allow',
  },
  'a limit of 0 refuses even a free step': {
    budgets: [budget('b', { limit_micros: 0 })],
    request: { costMicros: 0 },
    decision: 'deny',
  },
  'warn: a reason, and allowed': {
    budgets: [budget('b', { action: 'warn' })],
    spent: 10,
    decision: 'allow',
    reasons: ['b'],
  },
  'the strictest of several budgets': {
    budgets: [budget('w', { action: 'warn' }), budget('d'), budget('a', { action: 'require_approval' })],
    spent: 10,
    decision: 'deny',
    reasons: ['w', 'd', 'a'],
  },
  'approval before a warning': {
    budgets: [budget('w', { action: 'warn' }), budget('a', { action: 'require_approval' })],
    spent: 10,
    decision: 'require_approval',
  },
  'an allow policy does not lift a budget': {
    budgets: [budget('b')],
    policies: [policy('p', 'allow')],
    spent: 10,
    decision: 'deny',
    reasons: ['b'],
  },
  'a deny policy wins over a budget that asks': {
    budgets: [budget('a', { action: 'require_approval' })],
    policies: [policy('p', 'deny')],
    spent: 10,
    decision: 'deny',
    reasons: ['p', 'a'],
  },
  'first by priority': {
    policies: [policy('late', 'deny', { priority: 9 }), policy('first', 'allow', { priority: 1 })],
    decision: 'allow',
  },
  'the older one of the same priority': {
    policies: [
      policy('newer', 'deny', { created_at: 2 }),
      policy('older', 'require_approval', { created_at: 1 }),
    ],
    decision: 'require_approval',
    reasons: ['older'],
  },
  'a disabled policy is ignored': { policies: [policy('p', 'deny', { enabled: 0 })], decision: 'allow' },
  'overlapping: the narrow one before the wide one': {
    policies: [
      policy('wide', 'deny', { priority: 2, match: { models: ['gpt-*'] } }),
      policy('narrow', 'allow', { priority: 1, match: { models: ['gpt-4o'] } }),
    ],
    decision: 'allow',
  },
  'allow matches up to its maximum': {
    policies: [policy('cheap', 'allow', { max_cost_micros: USD, priority: 1 }), policy('rest', 'deny')],
    decision: 'allow',
  },
  'allow does not match above its maximum': {
    policies: [policy('cheap', 'allow', { max_cost_micros: USD - 1, priority: 1 }), policy('rest', 'deny')],
    decision: 'deny',
    reasons: ['rest'],
  },
  'deny matches above its maximum only': {
    policies: [policy('p', 'deny', { max_cost_micros: USD })],
    decision: 'allow',
  },
  'deny matches above either maximum': {
    policies: [policy('p', 'deny', { max_cost_micros: 5 * USD, max_tokens: 10 })],
    request: { tokens: 11 },
    decision: 'deny',
  },
  'allow requires both': {
    policies: [
      policy('p', 'allow', { max_cost_micros: 5 * USD, max_tokens: 10, priority: 1 }),
      policy('d', 'deny'),
    ],
    request: { tokens: 11 },
    decision: 'deny',
  },
  'no estimate, open: counts as zero': {
    policies: [policy('p', 'deny', { max_tokens: 10 })],
    decision: 'allow',
  },
  'no estimate, closed: counts as too much': {
    policies: [policy('p', 'deny', { max_tokens: 10, fail_mode: 'closed' })],
    decision: 'deny',
  },
  'no estimate, closed: an allow policy does not match': {
    policies: [
      policy('p', 'allow', { max_tokens: 10, fail_mode: 'closed', priority: 1 }),
      policy('d', 'deny'),
    ],
    decision: 'deny',
    reasons: ['d'],
  },
  'tools by pattern, in either case': {
    policies: [policy('p', 'deny', { match: { tools: ['delete_*', 'drop'] } })],
    request: { tool: 'delete_user' },
    decision: 'deny',
  },
  'a policy for tools does not match steps without a tool': {
    policies: [policy('p', 'deny', { match: { tools: ['*'] } })],
    decision: 'allow',
  },
  'empty lists are ignored': {
    policies: [policy('p', 'deny', { match: { providers: [], models: [], tools: [], tags: {} } })],
    decision: 'deny',
  },
  'providers by name': {
    policies: [policy('p', 'deny', { match: { providers: ['anthropic', 'mistral'] } })],
    decision: 'allow',
  },
  'providers of a policy in any spelling': {
    policies: [policy('p', 'deny', { match: { providers: [' OpenAI '] } })],
    decision: 'deny',
  },
  'the provider of a budget in any spelling': {
    budgets: [
      budget('b', { scope: { provider: 'Azure.AI.OpenAI' } }),
      budget('c', { scope: { provider: 'Claude' } }),
    ],
    decision: 'allow',
    matched: ['b'],
  },
  'no provider and no model, open: not matched': {
    policies: [policy('p', 'deny', { match: { providers: ['openai'] } })],
    request: { provider: null, model: null },
    decision: 'allow',
  },
  'no provider, closed: matched': {
    policies: [policy('p', 'deny', { fail_mode: 'closed', match: { providers: ['anthropic'] } })],
    request: { provider: null },
    decision: 'deny',
  },
  'another provider, closed: not matched': {
    policies: [policy('p', 'deny', { fail_mode: 'closed', match: { providers: ['anthropic'] } })],
    decision: 'allow',
  },
  'no model, closed: matched': {
    policies: [policy('p', 'require_approval', { fail_mode: 'closed', match: { models: ['o3*'] } })],
    request: { model: null },
    decision: 'require_approval',
  },
  'a tool call without provider and model, closed: not matched': {
    policies: [
      policy('p', 'deny', { fail_mode: 'closed', match: { providers: ['anthropic'] } }),
      policy('m', 'deny', { fail_mode: 'closed', match: { models: ['*'] } }),
    ],
    request: { provider: null, model: null, tool: 'search' },
    decision: 'allow',
  },
  'a model call without a tool, closed: not matched': {
    policies: [policy('p', 'deny', { fail_mode: 'closed', match: { tools: ['*'] } })],
    decision: 'allow',
  },
  'no fields at all, closed: a policy for tools matches': {
    policies: [policy('p', 'deny', { fail_mode: 'closed', match: { tools: ['wire-*'] } })],
    request: { provider: null, model: null },
    decision: 'deny',
  },
  'no fields, closed: an allow policy does not match': {
    policies: [
      policy('p', 'allow', { fail_mode: 'closed', priority: 1, match: { providers: ['openai'] } }),
      policy('d', 'deny'),
    ],
    request: { provider: null, model: null },
    decision: 'deny',
    reasons: ['d'],
  },
  'all tags must match': {
    policies: [policy('p', 'deny', { match: { tags: { env: 'prod', team: 'a' } } })],
    request: { tags: { env: 'prod', team: 'b' } },
    decision: 'allow',
  },
  'tags that every object inherits': {
    policies: [policy('p', 'deny', { match: { tags: { constructor: '' } } })],
    budgets: [budget('b', { scope: { tags: parse('{"__proto__": "x"}') } })],
    decision: 'allow',
    matched: [],
  },
  'a tag named like the prototype': {
    budgets: [budget('b', { scope: { tags: parse('{"__proto__": "x"}') } })],
    request: { tags: parse('{"__proto__": "x"}') },
    decision: 'allow',
    matched: ['b'],
  },
  'only budgets of its scope': {
    budgets: [
      budget('project', { scope: { projectId: 'prj_2' } }),
      budget('provider', { scope: { provider: 'google' } }),
      budget('model', { scope: { model: 'claude*' } }),
      budget('tags', { scope: { tags: { env: 'prod' } } }),
      budget('mine', {
        scope: { projectId: 'prj_1', provider: 'openai', model: 'GPT-?o', tags: { env: 'dev' } },
      }),
    ],
    request: { tags: { env: 'dev', other: '1' } },
    spent: 10,
    decision: 'deny',
    matched: ['mine'],
  },
  'spend not known, open': { budgets: [budget('b')], known: false, decision: 'allow', reasons: ['b'] },
  'spend not known, closed': {
    budgets: [budget('b', { fail_mode: 'closed', action: 'warn' })],
    known: false,
    decision: 'deny',
    reasons: ['b'],
  },
  'unknown, and already too much': { budgets: [budget('b')], known: false, spent: 10, decision: 'deny' },
  'approved: past the policy and the budget': {
    budgets: [budget('b', { action: 'require_approval' })],
    policies: [policy('p', 'require_approval')],
    spent: 10,
    request: { approved: new Set(['b', 'p']) },
    decision: 'allow',
    reasons: [],
  },
  'approved: past one of two': {
    budgets: [budget('b', { action: 'require_approval' })],
    policies: [policy('p', 'require_approval')],
    spent: 10,
    request: { approved: new Set(['p']) },
    decision: 'require_approval',
    reasons: ['b'],
  },
  'an approval lifts no denial': {
    budgets: [budget('b')],
    policies: [policy('p', 'deny')],
    spent: 10,
    request: { approved: new Set(['b', 'p']) },
    decision: 'deny',
    reasons: ['p', 'b'],
  },
};

describe('the decision', () => {
  it.each(Object.entries(CASES))('%s', (_name, given) => {
    const figures: CheckFigures = {
      ...NOTHING,
      spentMicros: Math.round((given.spent ?? 0) * USD),
      heldMicros: (given.held ?? 0) * USD,
      known: given.known ?? true,
    };
    const view = viewOf(given.budgets ?? [], given.policies ?? [], nameOf);
    const verdict = decideCheck(view, () => figures, request(given.request));
    const named = verdict.reasons.map((reason) => ('policyId' in reason ? reason.policyId : reason.budgetId));
    const matched = verdict.matched.map((each) => each.budget.id);
    expect([verdict.decision, named, matched]).toEqual([
      given.decision,
      given.reasons ?? named,
      given.matched ?? matched,
    ]);
    expect(verdict.asking.length > 0 || given.decision !== 'require_approval').toBe(true);
  });

  it('returns what was lifted, and how long an approval may take', () => {
    const asks = policy('p', 'require_approval', { approval_minutes: 5 });
    const view = viewOf([], [asks], nameOf);
    const none: CheckFigures = { ...NOTHING, heldMicros: 0, known: true };
    expect(decideCheck(view, () => none, request()).approvalMinutes).toBe(5);
    expect(decideCheck(view, () => none, request({ approved: new Set(['p', 'other']) })).lifted).toEqual([
      'p',
    ]);
  });
});

describe('calls without a price', () => {
  const decided = (changes: Partial<GateBudgetsTable>, figures: Partial<CheckFigures> = {}) => {
    const { scope: _scope, ...rest } = changes;
    const view = viewOf([budget('b', rest)], [], nameOf);
    const all = { ...NOTHING, heldMicros: 0, known: true, unpricedCalls: 3, unpricedTokens: 900, ...figures };
    const { decision, reasons } = decideCheck(view, () => all, request());
    return [decision, reasons.map(({ code }) => code)];
  };

  it('are a reason by default, nothing with "allow", and a refusal with "deny"', () => {
    expect(decided({})).toEqual(['allow', ['budget_unpriced']]);
    expect(decided({ on_unpriced: 'allow' })).toEqual(['allow', []]);
    expect(decided({ on_unpriced: 'deny' })).toEqual(['deny', ['budget_unpriced']]);
    expect(decided({ on_unpriced: 'deny' }, { unpricedCalls: 0 })).toEqual(['allow', []]);
  });

  it('are decided by their setting, whatever the fail mode says', () => {
    expect(decided({ fail_mode: 'closed' })).toEqual(['allow', ['budget_unpriced']]);
    expect(decided({ fail_mode: 'open', on_unpriced: 'deny' })).toEqual(['deny', ['budget_unpriced']]);
    // Spend that is not known at all is a matter of the fail mode.
    expect(decided({ fail_mode: 'closed' }, { known: false })).toEqual([
      'deny',
      ['budget_unpriced', 'budget_unknown'],
    ]);
  });
});

describe('the codes and figures of reasons', () => {
  const reasonsOf = (
    budgets: GateBudgetsTable[],
    policies: GatePoliciesTable[],
    figures: Partial<CheckFigures> = {},
    asked: Partial<GateRequest> = {},
  ) =>
    decideCheck(
      viewOf(budgets, policies, nameOf),
      () => ({ ...NOTHING, heldMicros: 0, known: true, ...figures }),
      request(asked),
    ).reasons;

  it.each([
    [reasonsOf([], [policy('p', 'deny', { name: 'No' })]), 'policy_denies', { policy: 'No' }],
    [reasonsOf([], [policy('p', 'require_approval', { name: 'Ask' })]), 'policy_asks', { policy: 'Ask' }],
    [
      reasonsOf([budget('b', { name: 'Daily' })], [], { spentMicros: 9.5 * USD, heldMicros: USD }),
      'budget_exceeded',
      { budget: 'Daily', period: 'day', limitUsd: 10, spentUsd: 9.5, heldUsd: 1, askedUsd: 1 },
    ],
    [
      reasonsOf([budget('b', { limit_micros: 0 })], [], {}, { costMicros: null }),
      'budget_exceeded',
      { budget: 'b', period: 'day', limitUsd: 0, spentUsd: 0, heldUsd: 0, askedUsd: 0 },
    ],
    [
      reasonsOf([budget('b', { fail_mode: 'closed' })], [], { known: false }),
      'budget_unknown',
      { budget: 'b', failMode: 'closed' },
    ],
    [
      reasonsOf([budget('b')], [], { unpricedCalls: 100, unpricedTokens: 5_000 }),
      'budget_unpriced',
      { budget: 'b', calls: 100, tokens: 5_000, onUnpriced: 'warn' },
    ],
  ] as const)('%#: the first of %j', ([reason], code, values) => {
    expect(reason).toMatchObject({ code, values });
    expect(reason?.message).not.toBe('');
    expect(Check(GateFigures.properties[code], reason?.values)).toBe(true);
  });
});
