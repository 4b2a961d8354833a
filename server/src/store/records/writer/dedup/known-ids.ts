// Ids that are taken: in a running commit, committed but not in the engine yet, and in the engine. The first
// two are known exactly. The third has fingerprints, and the engine is asked when one matches.
//
// It runs several times per record. So ids are found by a number from their hash, and a commit is settled for
// all of its ids by changing one object.
import { hashNumber, TextTable } from '#lib/text-table';
import { hashId, type IdHash } from './id-hash.ts';
import { Fingerprints } from './fingerprints.ts';

/** Asks the engine which of these ids it has, compared in full. */
export type AskEngine = (account: number, ids: readonly string[]) => Promise<Set<string>>;

type IdStatus =
  | { kind: 'fresh' }
  | { kind: 'taken' }
  /** Taken if this commit succeeds. */
  | { kind: 'under way'; commit: Promise<unknown> }
  /** Only the engine knows. */
  | { kind: 'unknown' };

const FRESH: IdStatus = { kind: 'fresh' };
const TAKEN: IdStatus = { kind: 'taken' };
const UNKNOWN: IdStatus = { kind: 'unknown' };

/** For a table of ids. */
export const idNumber = ({ high, low }: IdHash): number => hashNumber(high, low);

/** The ids of one commit. */
interface Batch {
  account: number;
  ids: readonly string[];
  hashes: readonly IdHash[];
  status: IdStatus;
}

export class KnownIds {
  readonly #stored: Fingerprints;
  readonly #recent = new Map<number, TextTable<Batch>>();
  readonly #bySegment = new Map<number, Batch[]>();
  /** False until every id in the engine has a fingerprint. Until then each new id is looked up. */
  complete: boolean;

  constructor(expected: number, complete: boolean) {
    this.#stored = new Fingerprints(expected);
    this.complete = complete;
  }

  get size(): number {
    return this.#stored.size;
  }

  statusOf(account: number, id: string, hash: IdHash = hashId(id)): IdStatus {
    const recent = this.#recent.get(account)?.get(id, idNumber(hash));
    if (recent) return recent.status;
    if (this.complete && !this.#stored.has(account, hash)) return FRESH;
    return UNKNOWN;
  }

  /** `hashes` are those of the ids. */
  begin(account: number, ids: readonly string[], hashes: readonly IdHash[], commit: Promise<unknown>): void {
    const batch: Batch = { account, ids, hashes, status: { kind: 'under way', commit } };
    let recent = this.#recent.get(account);
    if (!recent) this.#recent.set(account, (recent = new TextTable<Batch>()));
    for (let at = 0; at < ids.length; at += 1) {
      const hash = hashes[at];
      if (hash) recent.set(ids[at] ?? '', idNumber(hash), batch);
    }
  }

  /** The ids of one `begin`. */
  giveUp(account: number, ids: readonly string[], hashes: readonly IdHash[]): void {
    this.#forget({ account, ids, hashes });
  }

  /** The ids of one `begin`. */
  commit(account: number, ids: readonly string[], hashes: readonly IdHash[], segment: number): void {
    const [first] = ids;
    const [hash] = hashes;
    if (first === undefined || hash === undefined) return;
    const batch = this.#recent.get(account)?.get(first, idNumber(hash));
    if (!batch) return;
    batch.status = TAKEN;
    for (const one of hashes) this.#stored.add(account, one);
    const batches = this.#bySegment.get(segment);
    if (batches) batches.push(batch);
    else this.#bySegment.set(segment, [batch]);
  }

  /** Committed by an earlier process and not in the engine yet. */
  found(account: number, ids: readonly string[], segment: number): void {
    const hashes = ids.map(hashId);
    this.begin(account, ids, hashes, Promise.resolve());
    this.commit(account, ids, hashes, segment);
  }

  /** A segment is loaded: the engine knows its ids from now on. */
  loaded(isLoaded: (segment: number) => boolean): void {
    for (const [segment, batches] of this.#bySegment) {
      if (!isLoaded(segment)) continue;
      for (const batch of batches) this.#forget(batch);
      this.#bySegment.delete(segment);
    }
  }

  addStored(account: number, hash: IdHash): void {
    this.#stored.add(account, hash);
  }

  #forget({ account, ids, hashes }: Pick<Batch, 'account' | 'ids' | 'hashes'>): void {
    const recent = this.#recent.get(account);
    if (!recent) return;
    for (let at = 0; at < ids.length; at += 1) {
      const hash = hashes[at];
      if (hash) recent.delete(ids[at] ?? '', idNumber(hash));
    }
    if (recent.size === 0) this.#recent.delete(account);
  }
}
