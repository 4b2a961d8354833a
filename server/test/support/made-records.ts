// Calls and spans in arrays, indexed like the records store: by arrival, by time and by trace.
import { QUARTER_MS } from '#records';
import { DAY_MS } from '#lib/clock';
import type { GuardianWindow } from '../../src/features/guardian/records/window.ts';

export interface MadeCall {
  kind: 'call';
  account: number;
  project: number;
  id: string;
  atMs: number;
  receivedMs: number;
  provider: string;
  model: string;
  responseModel: string;
  costUsd: number;
  latencyMs: number;
  error: string;
  traceId: string;
  inputHash: number;
  toolsHash: number;
  tools: string;
  redaction: { kinds: string[]; fields: string[] } | null;
}

export interface MadeSpan {
  kind: 'span';
  account: number;
  project: number;
  id: string;
  atMs: number;
  receivedMs: number;
  type: string;
  name: string;
  traceId: string;
  inputHash: number;
}

export type Made = MadeCall | MadeSpan;

export const quarterOf = (ms: number) => Math.floor(ms / QUARTER_MS);

export const grouped = <T>(all: readonly T[], ...keys: ((each: T) => unknown)[]): T[][] => [
  ...Map.groupBy(all, (each) => JSON.stringify(keys.map((key) => key(each)))).values(),
];

export class KeptRecords {
  /** By arrival. */
  all: readonly Made[] = [];
  readonly quarters = new Map<number, MadeCall[]>();
  readonly traces = new Map<string, Made[]>();
  readonly inputs = new Map<number, MadeCall[]>();
  /** Records that arrive later are not visible yet. */
  nowMs = Infinity;

  add(made: readonly Made[]): void {
    this.all = [...this.all, ...made].toSorted((left, right) => left.receivedMs - right.receivedMs);
    for (const each of made) {
      if (each.traceId !== '') push(this.traces, each.traceId, each);
      if (each.kind === 'span') continue;
      push(this.quarters, quarterOf(each.atMs), each);
      if (each.inputHash !== 0) push(this.inputs, each.inputHash, each);
    }
  }

  here = (account: number) => (each: Made) => each.account === account && each.receivedMs <= this.nowMs;

  came(account: number, { afterMs, untilMs }: GuardianWindow): Made[] {
    const all = this.all;
    let from = 0;
    for (let to = all.length; from < to;) {
      const middle = (from + to) >> 1;
      if ((all[middle]?.receivedMs ?? 0) <= afterMs) from = middle + 1;
      else to = middle;
    }
    const found: Made[] = [];
    for (let at = from; at < all.length; at += 1) {
      const each = all[at];
      if (!each || each.receivedMs > untilMs) break;
      if (each.account === account && each.atMs >= afterMs - DAY_MS) found.push(each);
    }
    return found.filter(this.here(account));
  }

  newCalls = (account: number, window: GuardianWindow): MadeCall[] =>
    this.came(account, window).filter((each) => each.kind === 'call');

  between(account: number, fromMs: number, toMs: number): Made[] {
    return this.all.filter((each) => each.atMs >= fromMs && each.atMs < toMs).filter(this.here(account));
  }

  touched = (account: number, window: GuardianWindow): Made[][] => {
    const ids = new Set(this.came(account, window).map(({ traceId }) => traceId));
    ids.delete('');
    return [...ids].flatMap((id) =>
      grouped(
        (this.traces.get(id) ?? [])
          .filter(this.here(account))
          .filter((each) => each.atMs >= window.afterMs - 2 * DAY_MS),
        ({ project }) => project,
      ),
    );
  };
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const some = map.get(key);
  if (some) some.push(value);
  else map.set(key, [value]);
}
