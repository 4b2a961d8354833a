// Resolves an API key in microseconds: a hash and a look-up in memory. The change feed invalidates a revoked
// or changed key in every process.
import { isApiKey } from '#lib/api-key-form';
import type { Clock } from '#lib/clock';
import type { Metadata, Reader } from '#metadata';
import type { KeyActor, KeyScope } from './actor.ts';
import type { ChangeFeed } from '#core/change/change-feed';
import { hashToken } from './token.ts';

const MAX_KEYS = 50_000;

interface KnownKey {
  accountId: string;
  actor: KeyActor;
}

type KeyCheck = { ok: true; key: KnownKey } | { ok: false; reason: 'invalid_key' | 'expired_key' };

const hasExpired = ({ actor: { expiresAt } }: KnownKey, now: number): boolean =>
  expiresAt !== null && expiresAt <= now;

export class KeyCache {
  readonly #db: Reader;
  readonly #clock: Clock;
  readonly #byHash = new Map<string, KnownKey>();
  readonly #hashById = new Map<string, string>();
  readonly #usedAt = new Map<string, number>();
  #drops = 0;

  constructor(metadata: Metadata, feed: ChangeFeed, clock: Clock) {
    this.#db = metadata.reader;
    this.#clock = clock;
    feed.on('keys', (id) => this.#drop(id));
  }

  /** Synchronous; null if the key is not cached or has expired. */
  known(text: string): KnownKey | null {
    const key = this.#byHash.get(hashToken(text));
    const now = this.#clock.now();
    if (!key || hasExpired(key, now)) return null;
    this.#usedAt.set(key.actor.id, now);
    return key;
  }

  async check(text: string): Promise<KeyCheck> {
    const hash = hashToken(text);
    // A cached key needs no format check. For an unknown key, the check saves a query if the key is mistyped.
    const key = this.#byHash.get(hash) ?? (isApiKey(text) ? await this.#load(hash) : null);
    if (!key) return { ok: false, reason: 'invalid_key' };
    const now = this.#clock.now();
    if (hasExpired(key, now)) return { ok: false, reason: 'expired_key' };
    this.#usedAt.set(key.actor.id, now);
    return { ok: true, key };
  }

  /** The keys used since the last call, with the time of their last use. */
  takeUse(): Map<string, number> {
    const used = new Map(this.#usedAt);
    this.#usedAt.clear();
    return used;
  }

  async #load(hash: string): Promise<KnownKey | null> {
    const drops = this.#drops;
    const row = await this.#db
      .selectFrom('api_keys')
      .select(['id', 'account_id', 'project_id', 'name', 'scopes', 'expires_at'])
      .where('secret_hash', '=', hash)
      .executeTakeFirst();
    if (!row) return null;
    const scopes = row.scopes === null ? null : (JSON.parse(row.scopes) as KeyScope[]);
    const key: KnownKey = {
      accountId: row.account_id,
      actor: {
        type: 'key',
        id: row.id,
        name: row.name,
        scopes,
        projectId: row.project_id,
        expiresAt: row.expires_at,
      },
    };
    // If a key was invalidated during the read, the result may be outdated: it is used once and not cached.
    if (drops !== this.#drops) return key;
    if (this.#byHash.size >= MAX_KEYS) this.#drop(null);
    this.#byHash.set(hash, key);
    this.#hashById.set(row.id, hash);
    return key;
  }

  #drop(id: string | null): void {
    this.#drops += 1;
    if (id === null) {
      this.#byHash.clear();
      this.#hashById.clear();
      return;
    }
    const hash = this.#hashById.get(id);
    if (hash !== undefined) this.#byHash.delete(hash);
    this.#hashById.delete(id);
  }
}
