// The records store over an engine and a writer. Every question about an account first has what that account was told is
// stored brought before the engine, so that nobody misses a record they just sent.
import { unavailable } from '#lib/app-error';
import { within } from '#lib/within';
import { aboutFilter, aboutPlaces, aboutText, type About } from './questions/about.ts';
import { accountsWithCalls } from './questions/all-accounts/accounts-with-calls.ts';
import { backupRecords, restoreRecords } from './engine/backup.ts';
import { deleteAccount } from './changes/delete-account.ts';
import { deleteContent } from './changes/delete-content.ts';
import { deleteProject } from './changes/delete-project.ts';
import { demote } from './changes/reclassify-as-observation.ts';
import type { RecordsEngine } from './engine/engine.ts';
import { applyErasures, purgeErased, stageErasure } from './changes/erase.ts';
import { arrivalCounts } from './questions/all-accounts/guardian-arrivals.ts';
import { measureWindows } from './questions/all-accounts/measure-windows.ts';
import { possibleDoubles } from './questions/all-accounts/possible-doubles.ts';
import { applyStagedCosts, derivedCosts, stageCosts } from './changes/reprice.ts';
import {
  aggregate,
  arrivedCalls,
  callClasses,
  classesOfCalls,
  distribution,
  exportCalls,
  exportParquet,
  facetValues,
  getCall,
  getSession,
  getTrace,
  guardianEvidence,
  guardianGroups,
  guardianQuarters,
  guardianRedacted,
  guardianRedactions,
  guardianRepeats,
  guardianRetries,
  guardianTraces,
  guardianUsualAnswers,
  guardianUsualLatencies,
  guardianUsualQuarters,
  guardianUsualTraces,
  listCalls,
  listSessions,
  locateCall,
  longContexts,
  measureSeries,
  measureSpend,
  newestCalls,
  percentiles,
  percentileSeries,
  promptCalls,
  promptUsage,
  promptVersions,
  repeatedInputs,
  reviewCalls,
  reviewCandidates,
  scannableCalls,
  searchCalls,
  sealedContent,
  selectedSpans,
  traceSpans,
  wholeTraces,
  type CallFilter,
  type Scope,
} from './questions/index.ts';
import { deleteExpired, setRetention } from './changes/retention.ts';
import { applyRewrites, earlierAccounts, earlierRecords, stageRewrites } from './changes/rewrite.ts';
import { recordsStats } from './engine/stats.ts';
import { unpricedModels } from './questions/unpriced-models.ts';
import { askTables } from './writer/stored-ids.ts';
import type { RecordWriter } from './writer/writer.ts';
import type { RecordsStore } from './store.ts';
import { unloadedSource } from './writer/unloaded-source.ts';

const PATIENCE_MS = 20_000;

/** A question that takes longer is likely to be overtaken by a load again; for a while it waits for the load instead. */
const SLOW_MS = 500;
const SLOW_FOR_MS = 60_000;

const behind = () =>
  unavailable('records_behind', 'Records that were just stored cannot be read yet. Try again shortly.');

const always = () => true;
const never = () => false;
const everything = () => undefined;

/** Filters that no index serves: the engine goes through the calls until the page is full. */
const UNINDEXED = [
  'model',
  'tags',
  'error',
  'userId',
  'promptName',
  'promptVersion',
  'minLatencyMs',
  'minCostUsd',
  'search',
] as const;

const readsMuch = (filter: CallFilter): boolean => UNINDEXED.some((name) => filter[name] !== undefined);

export function createRecordsStore(
  engine: RecordsEngine,
  writer: RecordWriter,
  patienceMs = PATIENCE_MS,
): RecordsStore {
  /** The engine as an account asks it: in its own share of the connections. */
  const askedBy = (account: number, heavy: boolean, unloaded?: string): RecordsEngine => ({
    ...engine,
    unloaded,
    query: (sql, params, requester) =>
      engine.query(sql, params, { account, heavy: heavy || requester?.heavy === true }),
  });
  /** The one place where a question is bound to an account, and waits for what that account sent. */
  const settled =
    <Rest extends unknown[], Answer>(
      ask: (engine: RecordsEngine, account: number, ...rest: Rest) => Promise<Answer>,
      engineFor: (account: number) => RecordsEngine = () => engine,
    ) =>
    async (account: number, ...rest: Rest): Promise<Answer> => {
      await within(patienceMs, writer.settle(account), behind);
      return ask(engineFor(account), account, ...rest);
    };
  /** A change of what is stored: no segment of the log may bring back what it takes away. */
  const changing =
    <Rest extends unknown[], Answer>(
      change: (engine: RecordsEngine, account: number, ...rest: Rest) => Promise<Answer>,
    ) =>
    async (account: number, ...rest: Rest): Promise<Answer> => {
      await within(patienceMs, writer.settle(account), behind);
      await within(patienceMs, writer.checkpoint(), behind);
      return change(engine, account, ...rest);
    };
  /** A question that may be narrowed to a project. */
  const scoped =
    <Rest extends unknown[], Answer>(
      ask: (engine: RecordsEngine, scope: Scope, ...rest: Rest) => Promise<Answer>,
      heavy: (...rest: Rest) => boolean = never,
      about: (...rest: Rest) => About | undefined = everything,
    ) =>
    async (scope: Scope, ...rest: Rest): Promise<Answer> => {
      await within(patienceMs, writer.settle(scope.account, about(...rest)), behind);
      return ask(askedBy(scope.account, heavy(...rest)), scope, ...rest);
    };
  /** The same for a question that reads calls which are not loaded yet beside the tables, instead of waiting for their load. */
  const beside = <Rest extends unknown[], Answer>(
    ask: (engine: RecordsEngine, scope: Scope, ...rest: Rest) => Promise<Answer>,
    heavy: (...rest: Rest) => boolean,
    about: (...rest: Rest) => About,
  ) => {
    const whenLoaded = scoped(ask, heavy, about);
    /** Accounts whose question took so long that a load came in between, and until when they wait. */
    const slow = new Map<number, number>();
    return async (scope: Scope, ...rest: Rest): Promise<Answer> => {
      const { account } = scope;
      const asked = (unloaded?: string) => ask(askedBy(account, heavy(...rest), unloaded), scope, ...rest);
      const from = performance.now();
      if (!writer.unloaded || from < (slow.get(account) ?? 0)) return whenLoaded(scope, ...rest);
      slow.delete(account);
      const taking = writer.unloaded(account, about(...rest));
      const calls = await within(patienceMs, taking, behind).catch((error: unknown) => {
        // Loads would be held back for it from then on.
        taking.then((late) => late?.end()).catch(() => undefined);
        throw error;
      });
      if (!calls) return asked();
      try {
        const answer = await asked(unloadedSource(calls.file));
        if (calls.isCurrent()) return answer;
      } finally {
        calls.end();
      }
      const until = performance.now();
      if (until - from > SLOW_MS) slow.set(account, until + SLOW_FOR_MS);
      return whenLoaded(scope, ...rest);
    };
  };
  return {
    kind: engine.kind,
    ping: async () => {
      await engine.query('SELECT 1');
    },
    stats: () => recordsStats(engine),
    write: (request) => writer.write(request),
    writeEncoded: writer.writeEncoded?.bind(writer),
    usage: (account) => writer.usage(account),
    writerState: () => writer.state(),
    unpricedModels: settled(unpricedModels, (account) => askedBy(account, false)),
    listCalls: beside(
      listCalls,
      (filter, { order }) => order.by !== 'timestamp' || readsMuch(filter),
      aboutFilter,
    ),
    searchCalls: scoped(searchCalls, always, aboutFilter),
    getCall: scoped(getCall, never, aboutText),
    locateCall: scoped(locateCall, never, aboutText),
    reviewCandidates: scoped(reviewCandidates, ({ failed }) => failed),
    reviewCalls: scoped(reviewCalls),
    newestCalls: scoped(newestCalls),
    scannableCalls: scoped(scannableCalls),
    arrivedCalls: scoped(arrivedCalls, readsMuch, aboutFilter),
    getTrace: scoped(getTrace, never, aboutText),
    traceSpans: scoped(traceSpans, never, aboutText),
    listSessions: scoped(listSessions, always, aboutFilter),
    getSession: scoped(getSession, never, aboutText),
    aggregate: beside(aggregate, always, aboutFilter),
    percentiles: beside(percentiles, always, aboutFilter),
    percentileSeries: beside(percentileSeries, always, aboutFilter),
    distribution: beside(distribution, always, aboutFilter),
    facetValues: scoped(facetValues, always, aboutFilter),
    measureSeries: scoped(measureSeries, always),
    measureSpend: scoped(measureSpend, always),
    promptUsage: scoped(promptUsage, always),
    promptCalls: scoped(promptCalls),
    callClasses: scoped(callClasses, always),
    repeatedInputs: scoped(repeatedInputs, always),
    promptVersions: scoped(promptVersions, always),
    longContexts: scoped(longContexts, always),
    classesOfCalls: scoped(classesOfCalls),
    accountsWithCalls: async (sinceMs) => {
      await within(patienceMs, writer.settleAll(), behind);
      return accountsWithCalls(engine, sinceMs);
    },
    exportCalls: scoped(exportCalls, never, aboutFilter),
    exportParquet: scoped(exportParquet, never, aboutFilter),
    sealedContent: scoped(sealedContent, never, aboutPlaces),
    deleteContent: changing(deleteContent),
    deleteProject: changing(deleteProject),
    stageErasure: settled(stageErasure),
    applyErasures: changing(applyErasures),
    purgeErased: (signal) => purgeErased(engine, signal),
    earlierAccounts: async () => {
      await writer.settleAll();
      return earlierAccounts(engine);
    },
    earlierRecords: settled(earlierRecords, (account) => askedBy(account, true)),
    stageRewrites: settled(stageRewrites),
    applyRewrites: changing(applyRewrites),
    selectedSpans: scoped(selectedSpans, always),
    wholeTraces: scoped(wholeTraces),
    storedIds: settled((engine, account, ids: readonly string[]) => askTables(engine)(account, ids)),
    deleteAccount: changing(deleteAccount),
    demote: changing(demote),
    possibleDoubles: async (sinceMs) => {
      await writer.settleAll();
      return possibleDoubles(engine, sinceMs);
    },
    measureWindows: async (wants, latencies) => {
      await within(patienceMs, writer.settleAll(), behind);
      return measureWindows(engine, wants, latencies);
    },
    arrivalCounts: async (sinceDay) => {
      await within(patienceMs, writer.settleAll(), behind);
      return arrivalCounts(engine, sinceDay);
    },
    guardianGroups: scoped(guardianGroups),
    guardianTraces: scoped(guardianTraces, always),
    guardianRepeats: scoped(guardianRepeats, always),
    guardianRetries: scoped(guardianRetries),
    guardianRedacted: scoped(guardianRedacted),
    guardianRedactions: scoped(guardianRedactions),
    guardianQuarters: scoped(guardianQuarters),
    guardianEvidence: scoped(guardianEvidence),
    guardianUsualQuarters: scoped(guardianUsualQuarters),
    guardianUsualLatencies: scoped(guardianUsualLatencies, always),
    guardianUsualTraces: scoped(guardianUsualTraces, always),
    guardianUsualAnswers: scoped(guardianUsualAnswers, always),
    derivedCosts: settled(derivedCosts, (account) => askedBy(account, true)),
    stageCosts: settled(stageCosts),
    applyStagedCosts: changing(applyStagedCosts),
    setRetention: changing(setRetention),
    deleteExpired: async (nowMs, signal) => {
      await writer.settleAll();
      await writer.checkpoint();
      return deleteExpired(engine, nowMs, signal);
    },
    reconcileUsage: () => writer.reconcile(),
    completeWrites: () => writer.completeWrites(),
    backup: async (folder) => {
      await writer.settleAll();
      await backupRecords(engine, folder);
    },
    restore: (folder) => restoreRecords(engine, folder),
    close: async () => {
      await writer.close();
      await engine.close();
    },
  };
}
