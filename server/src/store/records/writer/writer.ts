// The writer as ingest sees it: it stores each record once, within the quota, and resolves when the records
// are on disk.
import type { About } from '../questions/about.ts';
import type { ReadsUnloaded } from '../questions/question.ts';
import type { DataFile } from './log/segment.ts';
import type { LogState } from './log/log.ts';
import type { Reconciliation } from './reconcile.ts';
import type { EncodedRecords } from './rows/encode-records.ts';

export type { Incoming } from './rows/stored.ts';

export interface WriteRequest {
  account: number;
  /** Records that the account may store in a month. */
  quota: number;
  /** The writer takes ownership: it frees the memory when it has copied or sent the rows. */
  encoded: EncodedRecords;
  /** Return the ids that were stored, if some were duplicates. */
  returnFresh?: boolean;
  /** Return the usage of the month. */
  returnUsed?: boolean;
}

/** `refused`: the new records did not all fit into the rest of the quota, and nothing was stored. */
export type WriteOutcome =
  | {
      status: 'stored';
      stored: number;
      duplicates: number;
      /** Ids of the stored records; only if asked for and if some were duplicates. */
      fresh?: ReadonlySet<string>;
      /** Records of the account in this month, including these; only if asked for. */
      used?: number;
    }
  | { status: 'refused'; fresh: number; remaining: number };

/** How far the engine is behind, for operators. */
export interface WriterState {
  /** Accepted and not in the engine's tables yet. */
  waitingBytes: number;
  /** Requests that wait for their acknowledgement. */
  waitingRequests: number;
  /** Absent if there is no log. */
  log?: LogState;
}

/** A write that a crash interrupted; its stored records are now complete and charged. */
export interface CompletedWrite {
  account: number;
  records: number;
}

/** Acknowledged records that are not in the tables yet. */
export interface UnloadedRecords {
  /** Files of RowBinary with the rows of a table, in the order in which they are loaded. */
  files: ReadonlyMap<DataFile, string>;
  /** False once a load has begun: the tables may have these records too. */
  isCurrent: () => boolean;
  /** Call when the answer is complete: the file is no longer read, and loads may begin. */
  end: () => void;
}

/**
 * Contents may refer to messages that are stored already. When messages of an account are removed, what was known of
 * them before is no longer true.
 */
export interface SharedMessages {
  /** A number that changes then. */
  of(account: number): number;
  forget(account: number): void;
}

export interface RecordWriter {
  /** Absent: several processes write, so none knows what is stored, and every content has its own messages. */
  readonly sharedMessages?: SharedMessages;
  write(request: WriteRequest): Promise<WriteOutcome>;
  /** Returns the ids that are stored, loaded or not. */
  stored(account: number, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Resolves when the acknowledged records of the account that `about` covers can be read. */
  settle(account: number, about?: About): Promise<void>;
  /**
   * Instead of `settle`, for a question that can read unloaded records together with the tables. Null if
   * everything that `about` covers is in the tables. Absent without a log.
   */
  unloaded?(account: number, about: About, reads: ReadsUnloaded): Promise<UnloadedRecords | null>;
  /** The same for all accounts. */
  settleAll(): Promise<void>;
  /**
   * Call before stored records are changed or deleted: the tables are durable, and no log segment can bring
   * rows back.
   */
  checkpoint(): Promise<void>;
  /** Records of this month. */
  usage(account: number): Promise<number>;
  /** Compares this month's counts with the tables and corrects them while records keep arriving. */
  reconcile(): Promise<Reconciliation>;
  /** Completes writes that a crash of any process interrupted. */
  completeWrites(): Promise<CompletedWrite[]>;
  state(): WriterState;
  close(): Promise<void>;
}
