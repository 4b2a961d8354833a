// Ready-made answers for running agents. The change feed marks affected entries as outdated in every process;
// there is no other expiry. An outdated entry is read again before it is sent. If the store does not answer,
// the last known value is sent and marked as such.
import { hash } from 'node:crypto';
import { withTimeout } from '#lib/with-timeout';
import { unavailable, type AppError } from '#lib/app-error';
import type { ChangeFeed } from '#core/change/change-feed';
import { toAppError } from '#core/failure';
import type { Reader } from '#metadata';
import { ByteLru } from './byte-lru.ts';
import { resolveKey } from './key.ts';
import { loadDeployed, type DeployedPrompt } from './load-deployed.ts';

/** `body` is null if the label points to nothing, or if there is a fault. */
export interface Resolved {
  body: Buffer | null;
  fault?: AppError;
  headers: Record<string, string>;
}

interface Entry {
  /** Its own name and those of the prompts that it contains. */
  names: readonly string[];
  resolved: Resolved;
  outdated: boolean;
}

interface Flight {
  name: string;
  /** Names that changed during the read. If it contains one, its result may be outdated and is not cached. */
  changed: Set<string>;
  /** Its own name changed, or all did. */
  overtaken: boolean;
  answer: Promise<Resolved>;
}

export interface CacheLimits {
  /** Separate limits for answers and for missing labels, so that guesses do not evict entries in use. */
  foundBytes: number;
  missingBytes: number;
  /** How long a request for an outdated entry waits for the store. */
  patienceMs: number;
  /** How long requests get the last known value without waiting after the store did not answer. */
  pauseMs: number;
}

const LIMITS: CacheLimits = {
  foundBytes: 64 * 1024 * 1024,
  missingBytes: 4 * 1024 * 1024,
  patienceMs: 1_000,
  pauseMs: 1_000,
};

const OVERHEAD_BYTES = 600;
const STALE = { warning: '111 - "Revalidation Failed"' };

const late = () => unavailable('metadata_unavailable', 'The metadata store does not answer at the moment.');

export class ResolveCache {
  readonly #db: Reader;
  readonly #limits: CacheLimits;
  readonly #found: ByteLru<Entry>;
  readonly #missing: ByteLru<Entry>;
  /** Keys of cached entries, by name. */
  readonly #byName = new Map<string, Set<string>>();
  readonly #flights = new Map<string, Flight>();
  #pausedUntil = 0;

  constructor(db: Reader, feed: Pick<ChangeFeed, 'on'>, limits: Partial<CacheLimits> = {}) {
    this.#db = db;
    this.#limits = { ...LIMITS, ...limits };
    const forget = (key: string, { names }: Entry) => {
      for (const name of names) this.#unlist(name, key);
    };
    this.#found = new ByteLru(this.#limits.foundBytes, forget);
    this.#missing = new ByteLru(this.#limits.missingBytes, forget);
    feed.on('prompts', (name) => this.#drop(name));
  }

  get size(): { entries: number; bytes: number; names: number } {
    return {
      entries: this.#found.size + this.#missing.size,
      bytes: this.#found.bytes + this.#missing.bytes,
      names: this.#byName.size,
    };
  }

  resolve(accountId: string, name: string, label: string): Resolved | Promise<Resolved> {
    const listed = resolveKey(accountId, name);
    // No deployed name or label contains a line break.
    const key = `${listed}\n${label}`;
    const entry = this.#found.get(key) ?? this.#missing.get(key);
    if (entry && !entry.outdated) return entry.resolved;
    if (entry && performance.now() < this.#pausedUntil) return lastKnown(entry);
    const flight =
      this.#flights.get(key) ??
      this.#fly(key, listed, () => loadDeployed(this.#db, accountId, name, label), {
        label,
        nameOf: (included) => resolveKey(accountId, included),
      });
    return entry ? this.#orLastKnown(flight.answer, entry) : flight.answer;
  }

  async #orLastKnown(fresh: Promise<Resolved>, entry: Entry): Promise<Resolved> {
    try {
      return await withTimeout(this.#limits.patienceMs, fresh, late);
    } catch (error) {
      if (toAppError(error).code !== 'unavailable') throw error;
      this.#pausedUntil = performance.now() + this.#limits.pauseMs;
      return lastKnown(entry);
    }
  }

  #fly(
    key: string,
    name: string,
    load: () => Promise<DeployedPrompt>,
    { label, nameOf }: { label: string; nameOf: (included: string) => string },
  ): Flight {
    const flight: Flight = {
      name,
      changed: new Set(),
      overtaken: false,
      answer: load()
        .then((deployed) => {
          const resolved = answerOf(deployed, label);
          const names = [...new Set([name, ...deployed.includes.map(nameOf)])];
          if (!flight.overtaken && !names.some((each) => flight.changed.has(each)))
            this.#keep(key, names, resolved);
          return resolved;
        })
        .finally(() => {
          if (this.#flights.get(key) === flight) this.#flights.delete(key);
        }),
    };
    this.#flights.set(key, flight);
    return flight;
  }

  #keep(key: string, names: readonly string[], resolved: Resolved): void {
    const [into, other] =
      resolved.body === null ? [this.#missing, this.#found] : [this.#found, this.#missing];
    for (const name of (this.#found.get(key) ?? this.#missing.get(key))?.names ?? []) this.#unlist(name, key);
    other.delete(key);
    for (const name of names) this.#list(name, key);
    const listed = names.reduce((sum, name) => sum + name.length, 0);
    const bytes = (resolved.body?.length ?? 0) + 4 * (key.length + listed) + OVERHEAD_BYTES;
    into.set(key, { names, resolved, outdated: false }, bytes);
  }

  #drop(name: string | null): void {
    // A change announcement proves that the store is reachable.
    this.#pausedUntil = 0;
    const account = name?.slice(0, name.indexOf('/') + 1);
    for (const [key, flight] of this.#flights) {
      if (account !== undefined && !flight.name.startsWith(account)) continue;
      if (name === null || flight.name === name) flight.overtaken = true;
      else flight.changed.add(name);
      // What it contains is not known yet. The next request reads anew.
      this.#flights.delete(key);
    }
    if (name === null) {
      for (const entry of [...this.#found.values(), ...this.#missing.values()]) entry.outdated = true;
      return;
    }
    for (const key of this.#byName.get(name) ?? []) {
      const entry = this.#found.get(key) ?? this.#missing.get(key);
      if (entry) entry.outdated = true;
    }
  }

  #list(name: string, key: string): void {
    const keys = this.#byName.get(name);
    if (keys) keys.add(key);
    else this.#byName.set(name, new Set([key]));
  }

  #unlist(name: string, key: string): void {
    const keys = this.#byName.get(name);
    keys?.delete(key);
    if (keys?.size === 0) this.#byName.delete(name);
  }
}

const lastKnown = ({ resolved }: Entry): Resolved => ({
  ...resolved,
  headers: { ...resolved.headers, ...STALE },
});

function answerOf({ prompt, fault }: DeployedPrompt, label: string): Resolved {
  if (fault) return { body: null, fault, headers: {} };
  if (!prompt) return { body: null, headers: {} };
  const body = Buffer.from(JSON.stringify({ prompt, label }));
  return {
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      // Clients may store the answer but must revalidate it each time, so that a rollback applies at once.
      'cache-control': 'private, no-cache',
      etag: `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`,
    },
  };
}
