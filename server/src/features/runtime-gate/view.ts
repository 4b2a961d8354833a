// The budgets and policies of an account as checks need them: in order, with compiled patterns.
import { compileGlob, lowerAscii, type Glob } from '#lib/glob';
import type { GateBudgetsTable, GatePoliciesTable } from '#metadata';
import { squashed, visible, type ProviderNamer } from '#otlp';
import type { BudgetScope } from './budgets/schemas.ts';
import type { PolicyMatch } from './policies/schemas.ts';

type Tags = Readonly<Record<string, string>>;

/** What rules are matched against: a step that is checked, or a stored call. */
export interface GateSubject {
  /** As stored with calls (`ProviderNamer`). */
  provider: string | null;
  /** In lower case, like `tool`. */
  model: string | null;
  tool: string | null;
  tags: Tags;
  projectId: string;
}

export interface ViewBudget {
  id: string;
  /** Key of the budget with its current scope; another scope is another key. */
  spendKey: string;
  generation: number;
  name: string;
  limitMicros: number;
  period: GateBudgetsTable['period'];
  action: GateBudgetsTable['action'];
  failMode: GateBudgetsTable['fail_mode'];
  onUnpriced: GateBudgetsTable['on_unpriced'];
  scope: BudgetScope;
  matches: (subject: GateSubject) => boolean;
}

export interface ViewPolicy {
  id: string;
  name: string;
  effect: GatePoliciesTable['effect'];
  maxCostMicros: number | null;
  maxTokens: number | null;
  failMode: GatePoliciesTable['fail_mode'];
  approvalMinutes: number | null;
  matches: (subject: GateSubject) => boolean;
}

export interface View {
  budgets: readonly ViewBudget[];
  /** Enabled rules, in the order in which they are tried. */
  policies: readonly ViewPolicy[];
}

type TagPairs = readonly (readonly [key: string, value: string])[];

const pairsOf = (tags: Tags | null | undefined): TagPairs => Object.entries(tags ?? {});

function hasTags(tags: Tags, wanted: TagPairs): boolean {
  // Names come from the caller, so inherited properties must not match.
  for (const [key, value] of wanted) if (tags[key] !== value || !Object.hasOwn(tags, key)) return false;
  return true;
}

const anyOf = (patterns: readonly string[] | null | undefined): Glob | null => {
  if (!patterns || patterns.length === 0) return null;
  const globs = patterns.map(compileGlob);
  const [only] = globs;
  return globs.length === 1 && only ? only : (text) => globs.some((glob) => glob(text));
};

/** A check that omits a field that a rule matches on does not match the rule. */
const fits = (glob: Glob | null, text: string | null): boolean =>
  glob === null || (text !== null && glob(text));

function scopeMatcher({
  provider = null,
  model,
  tags,
  projectId = null,
}: BudgetScope): ViewBudget['matches'] {
  const glob = anyOf(model === null || model === undefined ? null : [model]);
  const pairs = pairsOf(tags);
  return (subject) =>
    (provider === null || subject.provider === provider) &&
    (projectId === null || subject.projectId === projectId) &&
    fits(glob, subject.model) &&
    hasTags(subject.tags, pairs);
}

/**
 * A policy that denies or asks also matches a name that differs from a whole name of its list by punctuation
 * only. With wildcards that would be too much: `gpt-4-*` is not `gpt-4o`.
 */
function modelsOf(patterns: readonly string[] | null | undefined, loose: boolean): Glob | null {
  const globs = anyOf(patterns?.map(visible));
  if (globs === null || !loose) return globs;
  const names = (patterns ?? []).filter((pattern) => !/[*?]/.test(pattern));
  const wanted = new Set(names.map((name) => squashed(visible(name))));
  return wanted.size === 0 ? globs : (model) => globs(model) || wanted.has(squashed(model));
}

function policyMatcher(
  { providers, models, tools, tags }: PolicyMatch,
  { closed, loose }: { closed: boolean; loose: boolean },
  nameOf: ProviderNamer,
): ViewPolicy['matches'] {
  const wanted =
    providers && providers.length > 0
      ? new Set(providers.map((name) => squashed(nameOf(name, null) ?? '')))
      : null;
  const providerGlob: Glob | null = wanted && ((provider) => wanted.has(squashed(provider)));
  const modelGlob = modelsOf(models, loose);
  const toolGlob = anyOf(tools);
  const pairs = pairsOf(tags);
  return (subject) => {
    const { provider, model, tool } = subject;
    // A step is a model call or a tool call: a field of the other kind is not missing.
    const modelUntold = closed && tool === null;
    const toolUntold = closed && provider === null && model === null;
    return (
      (fits(providerGlob, provider) || (modelUntold && provider === null)) &&
      (fits(modelGlob, model) || (modelUntold && model === null)) &&
      (fits(toolGlob, tool) || (toolUntold && tool === null)) &&
      hasTags(subject.tags, pairs)
    );
  };
}

export const viewBudget = (row: GateBudgetsTable, nameOf: ProviderNamer): ViewBudget => {
  const written = JSON.parse(row.scope) as BudgetScope;
  const scope = { ...written, provider: nameOf(written.provider ?? null, null) };
  return {
    id: row.id,
    spendKey: `${row.id}#${row.generation}`,
    generation: row.generation,
    name: row.name,
    limitMicros: row.limit_micros,
    period: row.period,
    action: row.action,
    failMode: row.fail_mode,
    onUnpriced: row.on_unpriced,
    scope,
    matches: scopeMatcher(scope),
  };
};

const viewPolicy = (row: GatePoliciesTable, nameOf: ProviderNamer): ViewPolicy => ({
  id: row.id,
  name: row.name,
  effect: row.effect,
  maxCostMicros: row.max_cost_micros,
  maxTokens: row.max_tokens,
  failMode: row.fail_mode,
  approvalMinutes: row.approval_minutes,
  // An omitted field can prevent a step from being allowed, never the reverse.
  matches: policyMatcher(
    JSON.parse(row.match) as PolicyMatch,
    { closed: row.fail_mode === 'closed' && row.effect !== 'allow', loose: row.effect !== 'allow' },
    nameOf,
  ),
});

/** Lower priority first, then older, then by id, so that every process has the same order. */
const inOrder = (left: GatePoliciesTable, right: GatePoliciesTable): number =>
  left.priority - right.priority || left.created_at - right.created_at || (left.id < right.id ? -1 : 1);

export const viewOf = (
  budgets: readonly GateBudgetsTable[],
  policies: readonly GatePoliciesTable[],
  nameOf: ProviderNamer,
): View => ({
  budgets: budgets.map((row) => viewBudget(row, nameOf)),
  policies: policies
    .filter((row) => row.enabled === 1)
    .toSorted(inOrder)
    .map((row) => viewPolicy(row, nameOf)),
});

export const lowered = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : lowerAscii(text);
