// The records store over an engine and a writer. Every question about an account first waits until the
// records that the account sent can be read, so that no caller misses a record that it just sent.
import { unavailable } from '#lib/app-error';
import { NO_WATCH, type WatchedStep, type ServiceWatch } from '#lib/watch';
import { withTimeout } from '#lib/with-timeout';
import type { Change } from './changes/change.ts';
import { purgeErased } from './changes/erase.ts';
import { deleteExpired } from './changes/retention.ts';
import { backupRecords, restoreRecords } from './engine/backup.ts';
import type { Params, RecordsEngine } from './engine/engine.ts';
import { recordsStats } from './engine/stats.ts';
import type {
  Question,
  QuestionEngine,
  ReadsUnloaded,
  StreamEngine,
  StreamQuestion,
} from './questions/question.ts';
import { OF_ACCOUNT, type Scope } from './questions/scope.ts';
import type { RecordsAdmin, RecordsStore } from './store.ts';
import { unloadedSource } from './writer/unloaded-source.ts';
import type { RecordWriter, UnloadedRecords, WriteOutcome } from './writer/writer.ts';

const PATIENCE_MS = 20_000;

/**
 * A load is likely to overtake a slower question again, so for a while the question waits for the load instead.
 */
const SLOW_MS = 500;
const SLOW_FOR_MS = 60_000;

const behind = () =>
  unavailable('records_behind', 'Records that were just stored cannot be read yet. Try again shortly.');

export function createRecordsStore(
  engine: RecordsEngine,
  writer: RecordWriter,
  patienceMs = PATIENCE_MS,
  watch: ServiceWatch = NO_WATCH,
): RecordsStore {
  const patiently = <Result>(work: Promise<Result>): Promise<Result> => withTimeout(patienceMs, work, behind);
  const whenLoaded = async <Answer>(scope: Scope, question: Question<Answer>): Promise<Answer> => {
    await patiently(writer.settle(scope.account, question.about));
    return question.run(engineFor(engine, scope, question), scope);
  };
  /** The time until which a question of an account waits for loads, because a load overtook it. */
  const slow = new Map<string, number>();
  /** Reads unloaded records together with the tables, instead of waiting for their load. */
  const besideLoads = async <Answer>(
    scope: Scope,
    question: Question<Answer>,
    reads: ReadsUnloaded,
  ): Promise<Answer> => {
    const { account } = scope;
    const key = `${question.name} ${account}`;
    const from = performance.now();
    if (!writer.unloaded || from < (slow.get(key) ?? 0)) return whenLoaded(scope, question);
    slow.delete(key);
    const taking = writer.unloaded(account, question.about ?? {}, reads);
    const records = await patiently(taking).catch((error: unknown) => {
      // A file that arrives later has to be released: it would hold back loads from then on.
      taking.then((late) => late?.end()).catch(() => undefined);
      throw error;
    });
    if (!records) return question.run(engineFor(engine, scope, question), scope);
    try {
      const answer = await question.run(engineFor(engine, scope, question, records.files), scope);
      if (records.isCurrent()) return answer;
    } finally {
      records.end();
    }
    const until = performance.now();
    if (until - from > SLOW_MS) slow.set(key, until + SLOW_FOR_MS);
    return whenLoaded(scope, question);
  };
  const admin: RecordsAdmin = {
    change: async <Result>(account: number, change: Change<Result>, signal?: AbortSignal) => {
      if (change.removesContent) writer.sharedMessages?.forget(account);
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
    write: (request) => watch.run(commitOf(request.encoded.ids.length), () => writer.write(request)),
    stored: (account, ids) => writer.stored(account, ids),
    sharedMessages: (account) => writer.sharedMessages?.of(account) ?? null,
    usage: (account) => writer.usage(account),
    writerState: () => writer.state(),
    activity: () => engine.activity?.() ?? { running: 0, waiting: 0 },
    ask: (scope, question) =>
      watch.run(asked(question), () =>
        question.readsUnloaded
          ? besideLoads(scope, question, question.readsUnloaded)
          : whenLoaded(scope, question),
      ),
    askAll: (question) =>
      watch.run(asked(question), async () => {
        const loaded = writer.settleAll();
        await (question.isPatient ? loaded : patiently(loaded));
        return question.run(engine);
      }),
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

const asked = <Answer>({ name }: { name: string }): WatchedStep<Answer> => ({ kind: 'question', name });

const commitOf = (records: number): WatchedStep<WriteOutcome> => ({
  kind: 'commit',
  name: 'commit',
  outcome: ({ status }) => status,
  sizes: { records },
});

/** The engine for one question: within its account's share of the connections, and for records of that account only. */
const engineFor = (
  engine: RecordsEngine,
  { account }: Scope,
  { name, heavy }: Question<unknown>,
  files?: UnloadedRecords['files'],
): QuestionEngine => ({
  unloaded: unloadedSource(files, 'calls'),
  unloadedObservations: unloadedSource(files, 'observations'),
  unloadedContents: unloadedSource(files, 'call_content'),
  unloadedMessages: unloadedSource(files, 'messages'),
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
