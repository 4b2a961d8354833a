// Replaces a records store, or parts of one. Tests provide a function for each query, change or method that
// they expect, under its name: `{ selectCalls: async (scope, filter, page) => [...] }`.
import {
  applyAdditions,
  applyErasures,
  applyStagedCosts,
  deleteAccount,
  deleteContent,
  deleteProject,
  reclassifyAsObservation,
  selectAggregate,
  selectAggregateSeries,
  selectArrivedCalls,
  selectCall,
  selectCallLocation,
  selectCalls,
  selectCallsAt,
  selectContentPlaces,
  selectDaysOfRecords,
  selectDerivedCosts,
  selectDistribution,
  selectDistributionSeries,
  selectFacetValues,
  selectFoundCalls,
  selectObservation,
  selectPercentiles,
  selectPercentileSeries,
  selectLineage,
  selectMediaExpiry,
  selectMediaOf,
  selectMessages,
  selectPossibleDuplicates,
  selectRecentRuns,
  selectPromptCalls,
  selectPromptUsage,
  selectRecordsToAddTo,
  selectSealedContent,
  selectSession,
  selectSessionSpans,
  selectSessions,
  selectSortedSessions,
  selectSortedTraces,
  selectSpanPage,
  selectSpans,
  selectStoredIds,
  selectTrace,
  selectTraceList,
  selectTraceMedia,
  selectTraceSpans,
  selectUnpricedModels,
  selectUsers,
  selectWholeTraces,
  selectGroupWindows,
  selectWindowSeries,
  selectWindowSums,
  setLineage,
  setRetention,
  stageAdditions,
  stageCosts,
  stageErasure,
  streamCalls,
  selectEndedRuns,
  selectMatchingRuns,
  streamCallsOfDays,
  streamObservationsOfDays,
  streamParquet,
  streamSpans,
  type Asks,
  type Change,
  type Question,
  type RecordsAdmin,
  type RecordsStore,
  type Scope,
  type SealedContent,
  type ServiceQuestion,
  type StreamQuestion,
  type Incoming,
  type WriteOutcome,
  type WriteRequest,
} from '#records';
import { decodeRecords } from './decode-records.ts';
import { selectReviewCandidates } from '../../src/features/annotations/review-queue/records.ts';
import { selectSpentUsd } from '../../src/features/runtime-gate/spend/records.ts';
import { selectCallsOfRuns, selectRunSizes } from '../../src/features/eval-rules/records/runs.ts';
import { selectArrivalCounts } from '../../src/features/guardian/records/arrivals.ts';
import {
  selectAnsweringModels,
  selectLatencyBaselines,
  selectQuarterBaselines,
  selectTraceBaselines,
} from '../../src/features/guardian/records/baseline.ts';
import { selectCallGroups } from '../../src/features/guardian/records/call-groups.ts';
import { selectEvidence, selectQuarters } from '../../src/features/guardian/records/quarters.ts';
import { selectRedactedCalls, selectRedactions } from '../../src/features/guardian/records/redactions.ts';
import { selectRetries } from '../../src/features/guardian/records/retries.ts';
import { selectLargeTraces, selectToolRepeats } from '../../src/features/guardian/records/traces.ts';
import { selectAccountsWithCalls } from '../../src/features/proposals/records/accounts-with-calls.ts';
import { selectCallClasses } from '../../src/features/proposals/records/class-figures.ts';
import { selectClassesOfCalls } from '../../src/features/proposals/records/classes-of-calls.ts';
import { selectLongContexts } from '../../src/features/proposals/records/long-contexts.ts';
import { selectPromptVersions } from '../../src/features/proposals/records/prompt-versions.ts';
import { selectRepeatedInputs } from '../../src/features/proposals/records/repeated-inputs.ts';
import { selectComparedSpans } from '../../src/features/query/compare/records.ts';
import { selectScoredRecords } from '../../src/features/scores/records.ts';
import { selectNewestCalls, selectScannableCalls } from '../../src/features/safety/scan/records.ts';

/** All queries and changes of the store. isolation.test.ts fails if one is missing here. */
export const DECLARED = {
  applyAdditions,
  applyErasures,
  applyStagedCosts,
  deleteAccount,
  deleteContent,
  deleteProject,
  reclassifyAsObservation,
  selectAccountsWithCalls,
  selectAggregate,
  selectAggregateSeries,
  selectAnsweringModels,
  selectArrivalCounts,
  selectArrivedCalls,
  selectCall,
  selectCallClasses,
  selectCallGroups,
  selectCallLocation,
  selectCalls,
  selectCallsAt,
  selectCallsOfRuns,
  selectClassesOfCalls,
  selectComparedSpans,
  selectContentPlaces,
  selectDaysOfRecords,
  selectDerivedCosts,
  selectDistribution,
  selectDistributionSeries,
  selectEndedRuns,
  selectEvidence,
  selectFacetValues,
  selectFoundCalls,
  selectLargeTraces,
  selectLatencyBaselines,
  selectLongContexts,
  selectNewestCalls,
  selectObservation,
  selectPercentiles,
  selectPercentileSeries,
  selectLineage,
  selectMatchingRuns,
  selectMediaExpiry,
  selectMediaOf,
  selectMessages,
  selectPossibleDuplicates,
  selectRecentRuns,
  selectPromptCalls,
  selectPromptUsage,
  selectPromptVersions,
  selectQuarterBaselines,
  selectQuarters,
  selectRecordsToAddTo,
  selectRedactedCalls,
  selectRedactions,
  selectRepeatedInputs,
  selectRetries,
  selectReviewCandidates,
  selectRunSizes,
  selectScannableCalls,
  selectScoredRecords,
  selectSealedContent,
  selectSession,
  selectSessionSpans,
  selectSessions,
  selectSortedSessions,
  selectSortedTraces,
  selectSpanPage,
  selectSpans,
  selectSpentUsd,
  selectStoredIds,
  selectToolRepeats,
  selectTrace,
  selectTraceBaselines,
  selectTraceList,
  selectTraceMedia,
  selectTraceSpans,
  selectUnpricedModels,
  selectUsers,
  selectWholeTraces,
  selectGroupWindows,
  selectWindowSeries,
  selectWindowSums,
  setLineage,
  setRetention,
  stageAdditions,
  stageCosts,
  stageErasure,
  streamCalls,
  streamCallsOfDays,
  streamObservationsOfDays,
  streamParquet,
  streamSpans,
};
type Declared = typeof DECLARED;

type Reply<Each> =
  Each extends Asks<infer Input, infer Value>
    ? Value extends Question<infer Answer>
      ? (scope: Scope, ...input: Input) => Promise<Answer>
      : Value extends StreamQuestion<infer Part>
        ? (scope: Scope, ...input: [...Input, signal: AbortSignal]) => Promise<AsyncIterable<Part>>
        : Value extends Change<infer Result>
          ? (account: number, ...input: [...Input, signal?: AbortSignal]) => Promise<Result>
          : Value extends ServiceQuestion<infer Answer>
            ? (...input: Input) => Promise<Answer>
            : never
    : never;

/** A function for every query, change and method of the store. */
export type RecordsReplies = { [Name in keyof Declared]: Reply<Declared[Name]> } & Omit<
  RecordsStore,
  'admin' | 'ask' | 'askAll' | 'stream' | 'write'
> &
  Omit<RecordsAdmin, 'change'> & {
    /** Gets the records as objects. */
    write: (request: Omit<WriteRequest, 'encoded'> & { records: Incoming[] }) => Promise<WriteOutcome>;
  };

export type FakeRecords = Partial<RecordsReplies>;

type AnyReply = (...input: unknown[]) => Promise<never>;

/** Names that `parts` lacks go to `rest`, and fail without it. */
export function fakeRecords(parts: FakeRecords, rest?: RecordsStore): RecordsStore {
  const replyTo = (name: string): AnyReply | undefined => Reflect.get(parts, name) as AnyReply | undefined;
  const store = <Name extends keyof RecordsStore>(name: Name): NonNullable<RecordsStore[Name]> => {
    const found = rest?.[name];
    if (found === undefined || found === null) throw new Error(`The test has no records store for ${name}.`);
    return found;
  };
  const own: Pick<RecordsStore, 'admin' | 'ask' | 'askAll' | 'stream'> = {
    ask: async (scope, question) =>
      replyTo(question.name)?.(scope, ...question.input) ?? store('ask')(scope, question),
    askAll: async (question) => replyTo(question.name)?.(...question.input) ?? store('askAll')(question),
    stream: async (scope, question, signal) =>
      replyTo(question.name)?.(scope, ...question.input, signal) ?? store('stream')(scope, question, signal),
    admin: new Proxy({} as RecordsAdmin, {
      get: (_, name) => {
        if (name !== 'change')
          return Reflect.get(parts, name) ?? (Reflect.get(store('admin'), name) as unknown);
        const change: RecordsAdmin['change'] = async (account, asked, signal) =>
          replyTo(asked.name)?.(account, ...asked.input, ...(signal ? [signal] : [])) ??
          store('admin').change(account, asked, signal);
        return change;
      },
    }),
  };
  // A proxy, because tests replace parts while the service runs.
  return new Proxy(own as RecordsStore, {
    get: (_, name) => {
      if (name in own) return Reflect.get(own, name) as unknown;
      const { write } = parts;
      if (name === 'write' && write)
        return async ({ encoded, ...order }: WriteRequest) =>
          write({ ...order, records: decodeRecords(encoded) });
      // What such a test keeps has all its messages.
      if (name === 'sharedMessages' && (write || !rest)) return () => null;
      return (Reflect.get(parts, name) ?? (rest && Reflect.get(rest, name))) as unknown;
    },
  });
}

/** Contents that share no messages. */
export const sealedAlone = (
  contents: Iterable<readonly [id: string, sealed: Buffer]>,
): Map<string, SealedContent> => new Map([...contents].map(([id, sealed]) => [id, { sealed, messages: [] }]));
