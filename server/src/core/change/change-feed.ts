// Invalidates cached data in every process. A change is recorded in its transaction. This process invalidates
// its copy right after the commit, other processes at their next poll (twice a second). The counter row of a
// topic is locked until the commit, so versions appear in commit order.
import type { Metadata, Reader, Writer } from '#metadata';
import type { Clock } from '#lib/clock';

export type Topic = 'keys' | 'accounts' | 'prompts' | 'gate' | 'gate-approvals';

/** `key` is null if everything of the topic is invalid. */
type Listener = (key: string | null) => void;

export interface NotedChange {
  topic: Topic;
  key: string;
}

const LOOK_EVERY_MS = 500;

export async function noteChange(db: Writer, clock: Clock, { topic, key }: NotedChange): Promise<void> {
  const { version } = await db
    .insertInto('topics')
    .values({ topic, version: 1 })
    .onConflict((conflict) =>
      conflict.column('topic').doUpdateSet((eb) => ({ version: eb('topics.version', '+', 1) })),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  await db.insertInto('changes').values({ topic, version, key, created_at: clock.now() }).execute();
}

export class ChangeFeed {
  readonly #metadata: Metadata;
  readonly #db: Reader;
  readonly #onError: (error: unknown) => void;
  readonly #listeners = new Map<string, Listener[]>();
  readonly #seen = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  /** The version of the store at the last poll. */
  #version: number | null = null;

  constructor(metadata: Metadata, onError: (error: unknown) => void) {
    this.#metadata = metadata;
    this.#db = metadata.reader;
    this.#onError = onError;
  }

  on(topic: Topic, listener: Listener): void {
    this.#listeners.set(topic, [...(this.#listeners.get(topic) ?? []), listener]);
  }

  /** Called after the commit, so that this process sees the change at once. */
  announce(changes: readonly NotedChange[]): void {
    for (const { topic, key } of changes) this.#tell(topic, key);
  }

  async start(): Promise<void> {
    for (const { topic, version } of await this.#versions()) this.#seen.set(topic, version);
    this.#timer = setInterval(() => {
      this.#looking ??= this.#lookIfChanged()
        .catch(this.#onError)
        .finally(() => (this.#looking = null));
    }, LOOK_EVERY_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#looking;
  }

  /** Skips the query if nothing was written since the last poll, so an idle service runs no queries. */
  async #lookIfChanged(): Promise<void> {
    const version = this.#metadata.version();
    if (version !== null && version === this.#version) return;
    await this.look();
    this.#version = version;
  }

  async look(): Promise<void> {
    for (const { topic, version } of await this.#versions()) {
      const seen = this.#seen.get(topic) ?? 0;
      if (version === seen) continue;
      const rows = await this.#db
        .selectFrom('changes')
        .select(['version', 'key'])
        .where('topic', '=', topic)
        .where('version', '>', seen)
        .orderBy('version')
        .execute();
      const last = Math.max(version, rows.at(-1)?.version ?? 0);
      // Rows may be missing: housekeeping deleted them while this process slept, or a backup was restored.
      const complete = version > seen && rows.length === last - seen;
      if (complete) for (const row of rows) this.#tell(topic, row.key);
      else this.#tell(topic, null);
      this.#seen.set(topic, last);
    }
  }

  #versions() {
    return this.#db.selectFrom('topics').select(['topic', 'version']).execute();
  }

  #tell(topic: string, key: string | null): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(key);
  }
}

/** Deletes changes that every process has seen long ago. */
export const forgetChanges = (db: Writer, before: number) =>
  db.deleteFrom('changes').where('created_at', '<', before).execute();
