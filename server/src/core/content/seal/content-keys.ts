// The data keys in memory. `of` is synchronous; only the first record of an account waits for the store.
import { createSecretKey, type KeyObject } from 'node:crypto';
import { AppError } from '#lib/app-error';
import type { Clock } from '#lib/clock';
import type { Metadata } from '#metadata';
import { searchKeyOf } from '#core/content/words/word-hashes';
import { insertFirstKey, selectDataKeys, type DataKey } from './data-keys.ts';

const MAX_ACCOUNTS = 10_000;

export interface AccountRef {
  id: string;
  number: number;
}

/** The keys with which the content of an account is sealed and opened. */
export interface AccountKeys {
  account: number;
  newest: { version: number; key: KeyObject };
  byVersion: ReadonlyMap<number, KeyObject>;
  /** Keys for word hashes, newest first. */
  search: readonly [newest: KeyObject, ...older: KeyObject[]];
  /** Called for each row that could not be opened. */
  unreadable: () => void;
}

export class ContentKeys {
  /** Rows that could not be opened since the start. */
  unreadableCount = 0;
  readonly #metadata: Metadata;
  readonly #masterKey: Buffer;
  readonly #clock: Clock;
  readonly #known = new Map<string, AccountKeys>();
  readonly #loading = new Map<string, Promise<AccountKeys>>();
  readonly #maxAccounts: number;

  constructor(metadata: Metadata, masterKey: Buffer, clock: Clock, maxAccounts = MAX_ACCOUNTS) {
    this.#metadata = metadata;
    this.#masterKey = masterKey;
    this.#clock = clock;
    this.#maxAccounts = maxAccounts;
  }

  /** Null if they are not in memory; then call `load`. */
  of(account: AccountRef): AccountKeys | null {
    return this.#known.get(account.id) ?? null;
  }

  /** The existing keys, or null if the account has none. Creates no key. */
  async find(account: AccountRef): Promise<AccountKeys | null> {
    const known = this.#known.get(account.id);
    if (known) return known;
    const stored = await selectDataKeys(this.#metadata.reader, this.#masterKey, account.id);
    return stored.length === 0 ? null : this.load(account);
  }

  /** Creates the account's first key if there is none. Concurrent calls share one query. */
  load(account: AccountRef): Promise<AccountKeys> {
    const known = this.#known.get(account.id);
    if (known) return Promise.resolve(known);
    const under = this.#loading.get(account.id);
    if (under) return under;
    const loading = this.#load(account).finally(() => this.#loading.delete(account.id));
    this.#loading.set(account.id, loading);
    return loading;
  }

  /** Forgets a deleted account. */
  forget(accountId: string): void {
    this.#known.delete(accountId);
  }

  async #load(account: AccountRef): Promise<AccountKeys> {
    const select = () => selectDataKeys(this.#metadata.reader, this.#masterKey, account.id);
    let stored = await select();
    if (stored.length === 0) {
      await insertFirstKey(this.#metadata, this.#masterKey, account.id, this.#clock);
      stored = await select();
    }
    const keys = this.#usable(account, stored);
    // Evicts the oldest entry. A key that is needed again costs one read.
    const oldest = this.#known.size >= this.#maxAccounts ? this.#known.keys().next().value : undefined;
    if (oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(account.id, keys);
    return keys;
  }

  #usable(account: AccountRef, stored: DataKey[]): AccountKeys {
    const byVersion = new Map<number, KeyObject>();
    for (const { version, key } of stored) if (key) byVersion.set(version, createSecretKey(key));
    const [newest] = stored;
    const key = newest && byVersion.get(newest.version);
    if (!newest || !key) {
      throw new AppError(
        'unavailable',
        'content_key_unreadable',
        'The key that seals the content of this account cannot be read with the master key of this process. Restart it with the right master key.',
      );
    }
    return {
      account: account.number,
      newest: { version: newest.version, key },
      byVersion,
      search: [
        searchKeyOf(key),
        ...[...byVersion]
          .filter(([version]) => version !== newest.version)
          .map(([, older]) => searchKeyOf(older)),
      ],
      unreadable: () => {
        this.unreadableCount += 1;
      },
    };
  }
}
