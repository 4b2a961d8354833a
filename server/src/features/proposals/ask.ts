// Collects the facts for the detectors: a few grouped queries to the records, and scores from the metadata
// store. Queries that cannot lead to a proposal are skipped.
import { DAY_MS } from '#lib/clock';
import type { Account } from '#core/access/accounts';
import type { SystemContext } from '#core/context';
import type { KnownPrompt, Scope } from '#records';
import type { ProposalFacts, ScoredCall } from './detect/facts.ts';
import { longContextQuestion } from './detect/long-context.ts';
import { selectHumanScores, selectJudgeScores, selectKnownPrompts } from './store.ts';
import { MIN_SAVING_USD, REPEATED_CALLS, WINDOW_DAYS } from './thresholds.ts';
import { selectCallClasses } from './records/class-figures.ts';
import { selectPromptVersions } from './records/prompt-versions.ts';
import { selectRepeatedInputs } from './records/repeated-inputs.ts';
import { selectLongContexts } from './records/long-contexts.ts';
import { selectClassesOfCalls, type ClassedCall } from './records/classes-of-calls.ts';

const MAX_CLASSES = 2_000;
const MAX_VERSIONS = 1_000;
const MAX_REPEATS = 500;
/** Limited, because each query contains the names of all of them. */
const MAX_PROMPTS = 300;
/** Limit for each kind of score; the newest are read. */
const MAX_SCORES = 1_000;
/** Ids can be long, and the size of a query is limited. */
const PLACES_AT_ONCE = 500;

interface Window {
  startMs: number;
  endMs: number;
}

export const windowDays = ({ retentionDays }: Account): number => Math.min(WINDOW_DAYS, retentionDays);

export async function askFacts(
  ctx: SystemContext,
  account: Account,
  signal: AbortSignal,
): Promise<ProposalFacts> {
  const endMs = ctx.clock.now();
  const window = { startMs: endMs - windowDays(account) * DAY_MS, endMs };
  const scope: Scope = {
    account: account.number,
    project: null,
    sinceMs: endMs - account.retentionDays * DAY_MS,
  };
  const prompts = await selectKnownPrompts(ctx.db, account.id, MAX_PROMPTS);
  const classes = await ctx.records.ask(scope, selectCallClasses(window, prompts, MAX_CLASSES));
  signal.throwIfAborted();
  const versions = await ctx.records.ask(scope, selectPromptVersions(window, prompts, MAX_VERSIONS));
  signal.throwIfAborted();
  // A project that spends less cannot save as much.
  const spends = classes.some(({ projectCostUsd }) => projectCostUsd >= MIN_SAVING_USD);
  const repeats = spends
    ? await ctx.records.ask(
        scope,
        selectRepeatedInputs(window, prompts, {
          least: REPEATED_CALLS.perDay,
          limit: MAX_REPEATS,
        }),
      )
    : [];
  signal.throwIfAborted();
  const longContexts = spends
    ? await ctx.records.ask(scope, selectLongContexts(window, prompts, longContextQuestion(classes)))
    : [];
  signal.throwIfAborted();
  const scores = await askScores(ctx, account, scope, window, prompts);
  return { endMs, classes, repeats, versions, longContexts, scores, prompts };
}

async function askScores(
  ctx: SystemContext,
  account: Account,
  scope: Scope,
  window: Window,
  prompts: readonly KnownPrompt[],
): Promise<ScoredCall[]> {
  const asked = { accountId: account.id, ...window, limit: MAX_SCORES };
  const human = await selectHumanScores(ctx.db, asked);
  const judge = await selectJudgeScores(ctx.db, asked);
  const scored = [...human, ...judge];
  const places = [
    ...new Map(scored.map(({ callId, timestampMs }) => [callId, { id: callId, timestampMs }])).values(),
  ];
  const byId = new Map<string, ClassedCall>();
  for (let from = 0; from < places.length; from += PLACES_AT_ONCE) {
    const some = places.slice(from, from + PLACES_AT_ONCE);
    for (const each of await ctx.records.ask(scope, selectClassesOfCalls(some, prompts)))
      byId.set(each.id, each);
  }
  return scored.flatMap(({ callId, source, score }) => {
    const call = byId.get(callId);
    return call ? [{ ...call, source, score }] : [];
  });
}
