// The argument of every verb: a plain object, created in one place per request or job. `db` is read-only.
// Changes go through change/change.ts, which writes the audit entry.
import type { Logger } from 'pino';
import type { Config } from '#config';
import type { Clock } from '#lib/clock';
import type { ServiceWatch } from '#lib/watch';
import type { Metadata, Reader } from '#metadata';
import type { RecordsStore } from '#records';
import type { Account, AccountCache, ProjectRef } from './access/accounts.ts';
import type { Actor } from './access/actor.ts';
import type { HashEntry } from './change/audit.ts';
import type { ChangeFeed } from './change/change-feed.ts';
import type { ContentKeys } from './content/index.ts';
import type { KeyCache } from './access/key-cache.ts';
import type { Mailer } from './mailer.ts';
import type { Plan } from './access/plans.ts';
import type { Sealer } from './secrets/sealing.ts';

/** Created once per process, in app.ts. */
export interface Services {
  config: Config;
  clock: Clock;
  log: Logger;
  metadata: Metadata;
  records: RecordsStore;
  /** Metrics and traces of the service itself. */
  watch: ServiceWatch;
  feed: ChangeFeed;
  accounts: AccountCache;
  keys: KeyCache;
  mailer: Mailer;
  sealer: Sealer;
  /**
   * The keyed hash of audit entries (change/audit-key.ts). A function, because a command that changes nothing
   * needs no master key.
   */
  auditHash: () => Promise<HashEntry>;
  contentKeys: ContentKeys;
  state: ProcessState;
  jobs: JobRunner;
  startedAt: number;
  lifecycle: Lifecycle;
  /** How far the machine's clock is ahead of `clock`. */
  clockOffsetMs: () => number;
}

/** The services that need only the metadata store. */
type MetadataServices = Pick<Services, 'config' | 'clock' | 'metadata' | 'feed' | 'accounts' | 'auditHash'>;

export type End = () => Promise<unknown> | void;
export type MakeState<T> = (services: Services, onEnd: (end: End) => void) => T;

/** The state that this process keeps in memory (process-state.ts). */
export interface ProcessState {
  /** Creates the state at first use. */
  of<T>(make: MakeState<T>): T;
  /** Ends all state, the newest first. */
  end(): Promise<void>;
}

export interface Lifecycle {
  /** True when the process is about to stop. Load balancers should send requests elsewhere. */
  stopping: boolean;
}

/** Runs a background job now and resolves when it is done. */
export interface JobRunner {
  names(): string[];
  /** False if the job loop has not completed a round for a while. */
  healthy(): boolean;
  runNow(name: string): Promise<void>;
  /** The number of jobs that run in this process. */
  running(): number;
}

export interface Origin {
  requestId: string;
  ip: string | null;
  userAgent: string | null;
  /** The host that the client addressed, for links and cookie flags. */
  host: string;
  /** The token of the session cookie, if the request has one. */
  sessionToken: string | null;
  /** Identifies a browser that signed in before. */
  deviceToken?: string | null;
  /** The sign-in that this browser has begun at the single sign-on provider. */
  ssoToken?: string | null;
  /** Audit actions written so far. Tests compare them with what the endpoint declares. */
  auditActions: string[];
}

/** Without an account: sign-in, public data, health. */
export interface PublicContext extends Services {
  db: Reader;
  origin: Origin;
}

/** The operator, the command line on the machine, or a job. */
export interface SystemContext extends Services {
  db: Reader;
  origin: Origin;
  actor: Actor;
}

/**
 * Enough for accounts and their keys. A command that runs beside the server gets nothing more, so it cannot
 * call a verb that opens records or sealed data.
 */
export interface AdminContext extends MetadataServices {
  db: Reader;
  origin: Origin;
  actor: Actor;
}

export interface InAccount {
  account: Account;
  /** From X-Project-Id or the key; null means the whole account. */
  project: ProjectRef | null;
  plan: Plan;
}

/** For a user or a key of an account. */
export interface Context extends SystemContext, InAccount {}
