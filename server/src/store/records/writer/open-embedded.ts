// Opens the writer of the in-process engine: what a crash left in the log is loaded first, then this month's records are
// counted, and the ids that are stored are learned beside the work.
import type { Clock } from '#lib/clock';
import type { RecordsEngine } from '../engine.ts';
import { KnownIds } from './dedup/known-ids.ts';
import { EmbeddedWriter } from './embedded-writer.ts';
import { loadSegment } from './log/load.ts';
import { GroupCommitLog } from './log/log.ts';
import { askTables, countArrivedSince, countStoredIds, learnStoredIds } from './stored-ids.ts';
import { MonthlyUsage } from './usage.ts';
import type { RecordWriter } from './writer.ts';

export interface OpenWriterOptions {
  folder: string;
  clock: Clock;
  onProblem: (error: unknown, what: string) => void;
}

const monthStart = (ms: number): number => {
  const at = new Date(ms);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
};

export async function openEmbeddedWriter(
  engine: RecordsEngine,
  options: OpenWriterOptions,
): Promise<RecordWriter> {
  const { folder, clock, onProblem } = options;
  const { log } = await GroupCommitLog.open({
    folder,
    onProblem,
    load: (segment) => loadSegment(engine, folder, segment),
  });
  const usage = new MonthlyUsage(clock, await countArrivedSince(engine, monthStart(clock.now())));
  const stored = await countStoredIds(engine);
  const ids = new KnownIds(stored, stored === 0);
  const writer = new EmbeddedWriter({
    log,
    ids,
    usage,
    askEngine: askTables(engine),
    countArrived: (sinceMs) => countArrivedSince(engine, sinceMs),
  });
  const stopping = new AbortController();
  const learning = ids.complete
    ? Promise.resolve()
    : learnStoredIds(engine, ids, stopping.signal).catch((error: unknown) => {
        // Everything is still right without it: each new id is asked about.
        if (!stopping.signal.aborted) onProblem(error, 'the ids that are stored could not be learned');
      });
  return {
    write: (request) => writer.write(request),
    settle: (account) => writer.settle(account),
    settleAll: () => writer.settleAll(),
    usage: (account) => writer.usage(account),
    reconcile: () => writer.reconcile(),
    state: () => writer.state(),
    close: async () => {
      stopping.abort();
      await learning;
      await writer.close();
    },
  };
}
