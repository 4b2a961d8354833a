// Counts what a source has, and what of it the account would not take.

/** What the account takes. Sources count what does not fit while they read. */
export interface ImportRules {
  /** Older records are rejected. */
  oldestMs: number;
  /** Later records are rejected. */
  latestMs: number;
  storesContent: boolean;
  /** Whether POST /v1/ingest takes any provider. */
  anyProvider: boolean;
}

interface Seen {
  /** Null if the record has no time that can be read. */
  timeMs: number | null;
  costUsd?: number | null;
  hasContent?: boolean;
  /** Only for records that go to the strict endpoint. */
  provider?: string | null;
  /** Names the record in an example. */
  id?: string | null;
}

const UNFIT = [
  'timestamp_too_old',
  'timestamp_in_future',
  'no_timestamp',
  'other_provider',
  'content_not_stored',
  'invalid_json',
  'not_a_record',
  'record_too_large',
] as const;
export type Unfit = (typeof UNFIT)[number];

interface UnfitCount {
  count: number;
  example: string;
}

/** The names that the service knows without a setting. */
const FOUR_PROVIDERS = new Set(['openai', 'anthropic', 'google', 'mistral']);

export interface TallyState {
  read: number;
  scores: number;
  costUsd: number;
  oldestMs: number | null;
  newestMs: number | null;
  unfit: Partial<Record<Unfit, UnfitCount>>;
}

export class SourceTally {
  read = 0;
  scores = 0;
  costUsd = 0;
  oldestMs: number | null = null;
  newestMs: number | null = null;
  readonly unfit = new Map<Unfit, UnfitCount>();

  static of(state: TallyState): SourceTally {
    const tally = new SourceTally();
    const { unfit, ...counts } = state;
    Object.assign(tally, counts);
    for (const name of UNFIT) {
      const found = unfit[name];
      if (found) tally.unfit.set(name, { ...found });
    }
    return tally;
  }

  get state(): TallyState {
    const { read, scores, costUsd, oldestMs, newestMs } = this;
    return { read, scores, costUsd, oldestMs, newestMs, unfit: Object.fromEntries(this.unfit) };
  }

  note({ timeMs, costUsd, hasContent = false, provider, id }: Seen, rules: ImportRules): void {
    this.read += 1;
    if (typeof costUsd === 'number' && costUsd > 0) this.costUsd += costUsd;
    if (timeMs === null) this.miss('no_timestamp', id ?? '');
    else {
      if (this.oldestMs === null || timeMs < this.oldestMs) this.oldestMs = timeMs;
      if (this.newestMs === null || timeMs > this.newestMs) this.newestMs = timeMs;
      if (timeMs < rules.oldestMs) this.miss('timestamp_too_old', timeText(timeMs));
      else if (timeMs > rules.latestMs) this.miss('timestamp_in_future', timeText(timeMs));
    }
    if (hasContent && !rules.storesContent) this.miss('content_not_stored', id ?? '');
    if (typeof provider === 'string' && !rules.anyProvider && !FOUR_PROVIDERS.has(provider.toLowerCase()))
      this.miss('other_provider', provider);
  }

  /** The first one is the example. */
  miss(reason: Unfit, example: string, count = 1): void {
    const known = this.unfit.get(reason);
    if (known) known.count += count;
    else this.unfit.set(reason, { count, example: example.slice(0, 80) });
  }

  add(other: SourceTally): void {
    this.read += other.read;
    this.scores += other.scores;
    this.costUsd += other.costUsd;
    if (other.oldestMs !== null) this.oldestMs = Math.min(this.oldestMs ?? other.oldestMs, other.oldestMs);
    if (other.newestMs !== null) this.newestMs = Math.max(this.newestMs ?? other.newestMs, other.newestMs);
    for (const [reason, { count, example }] of other.unfit) this.miss(reason, example, count);
  }
}

const MAX_TIME_MS = 8.64e15;

const timeText = (ms: number): string =>
  Math.abs(ms) > MAX_TIME_MS ? String(ms) : new Date(ms).toISOString();
