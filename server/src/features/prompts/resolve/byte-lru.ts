// A cache limited by bytes that keeps recently used entries. Reading only marks an entry. When room is
// needed, marked entries get another round and the first unmarked one is dropped. That is nearly LRU and
// costs a reader nothing.

interface Kept<Value> {
  value: Value;
  bytes: number;
  used: boolean;
}

export class ByteLru<Value> {
  readonly #maxBytes: number;
  readonly #evicted: (key: string, value: Value) => void;
  readonly #entries = new Map<string, Kept<Value>>();
  #bytes = 0;

  constructor(maxBytes: number, evicted: (key: string, value: Value) => void = () => undefined) {
    this.#maxBytes = maxBytes;
    this.#evicted = evicted;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    entry.used = true;
    return entry.value;
  }

  set(key: string, value: Value, bytes: number): void {
    this.delete(key);
    // Marked, because otherwise a new entry would be dropped first if all others are in use.
    this.#entries.set(key, { value, bytes, used: true });
    this.#bytes += bytes;
    if (this.#bytes > this.#maxBytes) this.#makeRoom();
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  values(): Iterable<Value> {
    return this.#entries.values().map(({ value }) => value);
  }

  #makeRoom(): void {
    // Re-added entries come round again, without their mark.
    for (const [key, entry] of this.#entries) {
      if (entry.used) {
        entry.used = false;
        this.#entries.delete(key);
        this.#entries.set(key, entry);
        continue;
      }
      this.delete(key);
      this.#evicted(key, entry.value);
      if (this.#bytes <= this.#maxBytes) return;
    }
  }
}
