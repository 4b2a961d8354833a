// What ingest asks of the store: take these records, each once, within the quota, and say so when they are on disk.
import type { About } from '../questions/about.ts';
import type { LogState } from './log/log.ts';
import type { Reconciliation } from './reconcile.ts';
import type { EncodedRecords } from './rows/encode-records.ts';
import type { StoredCall, StoredContent, StoredObservation } from './rows/stored.ts';

export type Incoming =
  | { id: string; kind: 'call'; row: StoredCall; content: StoredContent | null }
  | { id: string; kind: 'observation'; row: StoredObservation; content: StoredContent | null };

export interface WriteRequest {
  account: number;
  /** Records that the account may store in a month. */
  quota: number;
  records: readonly Incoming[];
  /** Whoever counts what was stored wants to know which of the records that is, where some were duplicates. */
  tellFresh?: boolean;
  /** Whether the answer should say how much of the month is used. */
  tellUsed?: boolean;
}

/** The writer frees the rows as soon as it has copied them. */
export type EncodedWriteRequest = Omit<WriteRequest, 'records'> & { encoded: EncodedRecords };

/** `refused`: the new records did not all fit into what is left of the month, and nothing was stored. */
export type WriteOutcome =
  | {
      status: 'stored';
      stored: number;
      duplicates: number;
      /** Ids of those that were stored; only where it was asked for and some were not. */
      fresh?: ReadonlySet<string>;
      /** Records of the account in this month, these ones among them; only where it was asked for. */
      used?: number;
    }
  | { status: 'refused'; fresh: number; remaining: number };

/** How far the engine is behind; for whoever runs the service. */
export interface WriterState {
  /** Taken, and not in the engine's tables yet. */
  waitingBytes: number;
  /** Requests that wait for their acknowledgement. */
  waitingRequests: number;
  /** Only where there is one. */
  log?: LogState;
}

/** A write that a crash cut off, as far as it got: complete and charged now. */
export interface CompletedWrite {
  account: number;
  records: number;
}

/** Calls that are acknowledged and not in the tables yet. */
export interface UnloadedCalls {
  /** A file of RowBinary, in the order of CALL_COLUMNS. */
  file: string;
  /** False once a load has begun: what was read from the tables since may have these calls too. */
  isCurrent: () => boolean;
  /** The answer is there: nothing is read from the file any more, and loads need not be held back. */
  end: () => void;
}

export interface RecordWriter {
  write(request: WriteRequest): Promise<WriteOutcome>;
  /** The same for records that another thread has encoded; only where rows are stored as they are encoded. */
  writeEncoded?(request: EncodedWriteRequest): Promise<WriteOutcome>;
  /** Before a question: what this account was told is stored, is there for it to find; only what the question is about. */
  settle(account: number, about?: About): Promise<void>;
  /**
   * Instead of `settle`, for a question that can read calls from here and from the tables. Null: what it is about is in the tables.
   * Only where there is a log.
   */
  unloaded?(account: number, about: About): Promise<UnloadedCalls | null>;
  /** The same for everybody, before a backup. */
  settleAll(): Promise<void>;
  /** Before stored records are changed or deleted: all that is in the tables is there for good, and nothing could bring it back. */
  checkpoint(): Promise<void>;
  /** Records of this month. */
  usage(account: number): Promise<number>;
  /** Holds this month's counts against the tables and corrects those that are off, while records keep coming. */
  reconcile(): Promise<Reconciliation>;
  /** Completes what crashes left half written, of any process. */
  completeWrites(): Promise<CompletedWrite[]>;
  state(): WriterState;
  close(): Promise<void>;
}
