// The records store over an engine and a writer. Every question about an account first waits until the
// records that the account sent can be read, so that no caller misses a record that it just sent.
import { unavailable } from '#lib/app-error';
import { withTimeout } from '#lib/with-timeout';
import type { Change } from './changes/change.ts';
import { purgeErased } from './changes/erase.ts';
import { deleteExpired } from './changes/retention.ts';
import { backupRecords, restoreRecords } from './engine/backup.ts';
import type { Params, RecordsEngine } from './engine/engine.ts';
import { recordsStats } from './engine/stats.ts';
import type { Question, QuestionEngine, StreamEngine, StreamQuestion } from './questions/question.ts';
import { OF_ACCOUNT, type Scope } from './questions/scope.ts';
import type { RecordsAdmin, RecordsStore } from './store.ts';
import { unloadedSource } from './writer/unloaded-source.ts';
import type { RecordWriter } from './writer/writer.ts';

const PATIENCE_MS = 20_000;

/** A slower question is likely to be overtaken by a load again. For a while it waits for the load instead. */
const SLOW_MS = 500;
const SLOW_FOR_MS = 60_000;

const behind = () =>
  unavailable('records_behind', 'Records that were just stored cannot be read yet. Try again shortly.');

export function createRecordsStore(
  engine: RecordsEngine,
  writer: RecordWriter,
  patienceMs = PATIENCE_MS,
): RecordsStore {
  const patiently = <Result>(work: Promise<Result>): Promise<Result> => withTimeout(patienceMs, work, behind);
  const whenLoaded = async <Answer>(scope: Scope, question: Question<Answer>): Promise<Answer> => {
    await patiently(writer.settle(scope.account, question.about));
    return question.run(engineFor(engine, scope, question), scope);
  };
  /** Until when a question of an account waits for loads, because a load overtook it last time. */
  const slow = new Map<string, number>();
  /** Reads calls that are not loaded yet beside the tables, instead of waiting for their load. */
  const besideLoads = async <Answer>(scope: Scope, question: Question<Answer>): Promise<Answer> => {
    const { account } = scope;
    const key = `${question.name} ${account}`;
    const from = performance.now();
    if (!writer.unloaded || from < (slow.get(key) ?? 0)) return whenLoaded(scope, question);
    slow.delete(key);
    const taking = writer.unloaded(account, question.about ?? {});
    const calls = await patiently(taking).catch((error: unknown) => {
      // A file that arrives later has to be released: it would hold back loads from then on.
      taking.then((late) => late?.end()).catch(() => undefined);
      throw error;
    });
    if (!calls) return question.run(engineFor(engine, scope, question), scope);
    try {
      const source = unloadedSource(calls.file);
      const answer = await question.run(engineFor(engine, scope, question, source), scope);
      if (calls.isCurrent()) return answer;
    } finally {
      calls.end();
    }
    const until = performance.now();
    if (until - from > SLOW_MS) slow.set(key, until + SLOW_FOR_MS);
    return whenLoaded(scope, question);
  };
  const admin: RecordsAdmin = {
    change: async <Result>(account: number, change: Change<Result>, signal?: AbortSignal) => {
      await patiently(writer.settle(account));
      if (!change.isStaging) await patiently(writer.checkpoint());
      return change.run(engine, account, signal);
    },
    purgeErased: (signal) => purgeErased(engine, signal),
    deleteExpired: async (nowMs, signal) => {
      await writer.settleAll();
      await writer.checkpoint();
      return deleteExpired(engine, nowMs, signal);
    },
    reconcileUsage: () => writer.reconcile(),
    completeWrites: () => writer.completeWrites(),
    stats: () => recordsStats(engine),
    backup: async (folder) => {
      await writer.settleAll();
      await backupRecords(engine, folder);
    },
    restore: (folder) => restoreRecords(engine, folder),
  };
  return {
    kind: engine.kind,
    admin,
    ping: async () => {
      await engine.query('SELECT 1');
    },
    write: (request) => writer.write(request),
    writeEncoded: writer.writeEncoded?.bind(writer),
    stored: (account, ids) => writer.stored(account, ids),
    usage: (account) => writer.usage(account),
    writerState: () => writer.state(),
    ask: (scope, question) =>
      question.readsUnloaded ? besideLoads(scope, question) : whenLoaded(scope, question),
    askAll: async (question) => {
      const loaded = writer.settleAll();
      await (question.isPatient ? loaded : patiently(loaded));
      return question.run(engine);
    },
    stream: async (scope, question, signal) => {
      await patiently(writer.settle(scope.account, question.about));
      return question.parts(streamEngineFor(engine, scope, question), scope, signal);
    },
    close: async () => {
      await writer.close();
      await engine.close();
    },
  };
}

/**
 * The engine for one question: within its account's share of the connections, and for records of that account
 * only.
 */
const engineFor = (
  engine: RecordsEngine,
  { account }: Scope,
  { name, heavy }: Question<unknown>,
  unloaded?: string,
): QuestionEngine => ({
  unloaded,
  query: async (sql, params, requester) => {
    requireAccount(account, name, sql, params);
    return engine.query(sql, params, { account, heavy: heavy || requester?.heavy === true });
  },
});

const streamEngineFor = (
  engine: RecordsEngine,
  { account }: Scope,
  { name }: StreamQuestion<unknown>,
): StreamEngine => ({
  kind: engine.kind,
  streamRows: (sql, params, signal) => {
    requireAccount(account, name, sql, params);
    return engine.streamRows(sql, params, signal);
  },
  streamBytes: (sql, params, format, signal) => {
    requireAccount(account, name, sql, params);
    return engine.streamBytes(sql, params, format, signal);
  },
  streamParquet: (sql, params, signal) => {
    requireAccount(account, name, sql, params);
    return engine.streamParquet(sql, params, signal);
  },
});

/**
 * Questions come from every feature, so a forgotten `Where.of` fails here instead of showing records of
 * another account.
 */
function requireAccount(account: number, name: string, sql: string, params: Params = {}): void {
  if (params['account'] !== account || !sql.includes(OF_ACCOUNT))
    throw new Error(`A statement of ${name} does not name its account.`);
}
