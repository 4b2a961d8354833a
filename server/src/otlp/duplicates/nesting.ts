// Whether a span around others reports the same call as they do: it encloses them in time, in one line of
// ancestors, with any spans between.
import {
  countsAgree,
  encloses,
  hasCounts,
  isBetter,
  isSameModel,
  isSameResponse,
  isSumOf,
  type CallLink,
  type Sameness,
} from './call-link.ts';
import type { SpanKey } from './span-key.ts';
import type { SpanTable } from './span-table.ts';

interface Verdict {
  /** Set if the span around is the duplicate. */
  outer: { kept: CallLink; why: Sameness; isCertain: boolean } | null;
  /** Calls inside that are duplicates of the span around, because only that has counts. */
  absorbed: readonly CallLink[];
  /** The nearest calls inside that are not duplicates of calls further inside. */
  inside: readonly CallLink[];
  /** The nearest calls below. */
  below: readonly CallLink[];
}

const NOTHING: Verdict = { outer: null, absorbed: [], inside: [], below: [] };

/** Spans between two calls, and calls in one line. Real traces have a handful. */
const MAX_HEIGHT = 64;
const MAX_DEPTH = 32;
/** Spans that are visited below one span, and for one request. Where more would be needed, all stay calls. */
const MAX_BELOW = 1_000;
const MAX_VISITED = 100_000;

const NO_CALLS: readonly CallLink[] = [];
const scratch: SpanKey = { a: 0, b: 0 };

/** Reads the same tables for all spans of a request, so each verdict is made once. */
export class Nesting {
  readonly #tables: readonly SpanTable[];
  readonly #verdicts = new Map<string, Verdict | null>();
  #visited = 0;

  constructor(tables: readonly SpanTable[]) {
    this.#tables = tables;
  }

  /** The calls that are ancestors of a span, the nearest first. */
  above(a: number, b: number): readonly CallLink[] {
    let found: CallLink[] | null = null;
    const key = scratch;
    key.a = a;
    key.b = b;
    for (let steps = 0; steps < MAX_HEIGHT && (key.a !== 0 || key.b !== 0); steps += 1) {
      let at = -1;
      let table: SpanTable | undefined;
      for (const each of this.#tables) {
        at = each.find(key.a, key.b);
        if (at < 0) continue;
        table = each;
        break;
      }
      if (!table) break;
      const call = table.callAt(at);
      if (call) {
        if (found?.includes(call)) break;
        (found ??= []).push(call);
      }
      table.parentAt(at, key);
    }
    return found ?? NO_CALLS;
  }

  verdict(outer: CallLink, depth = 0): Verdict {
    if (!this.#tables.some((table) => table.hasChild(outer.keys))) return NOTHING;
    const known = this.#verdicts.get(outer.id);
    if (known !== undefined) return known ?? NOTHING;
    // For spans that name each other as parent.
    this.#verdicts.set(outer.id, null);
    const below = this.#nearestBelow(outer);
    const isTooDeep = depth > MAX_DEPTH;
    const verdict =
      below.length === 0 || isTooDeep
        ? NOTHING
        : { ...judge(outer, this.#inside(outer, below, depth)), below };
    this.#verdicts.set(outer.id, verdict);
    return verdict;
  }

  #inside(outer: CallLink, below: readonly CallLink[], depth: number): CallLink[] {
    const inside = new Set<CallLink>();
    for (const call of below) {
      const { outer: duplicate, inside: deeper } = this.verdict(call, depth + 1);
      for (const one of duplicate ? deeper : [call]) if (one.id !== outer.id) inside.add(one);
    }
    const enclosed = [...inside]
      .filter((call) => encloses(outer, call))
      .sort((a, b) => a.startMs - b.startMs || (a.id < b.id ? -1 : 1));
    return enclosed.filter(
      (call) => !enclosed.some((other) => isSameResponse(call, other) && isBetter(other, call)),
    );
  }

  /** Empty if there are too many. */
  #nearestBelow(outer: CallLink): CallLink[] {
    const found = new Set<CallLink>();
    const waiting: SpanKey[] = [{ a: outer.keys.a, b: outer.keys.b }];
    let left = Math.min(MAX_BELOW, MAX_VISITED - this.#visited);
    const all = left;
    for (let key = waiting.pop(); key; key = waiting.pop()) {
      for (const table of this.#tables) {
        table.eachChild(key, (at) => {
          left -= 1;
          const call = table.callAt(at);
          if (!call) waiting.push(table.keyAt(at, { a: 0, b: 0 }));
          else if (call.id !== outer.id) found.add(call);
          return left > 0;
        });
      }
      if (left <= 0) break;
    }
    this.#visited += all - left;
    return left > 0 ? [...found] : [];
  }
}

function judge(outer: CallLink, inside: readonly CallLink[]): Omit<Verdict, 'below'> {
  const same = inside.filter((call) => isSameModel(outer, call));
  const [first] = same;
  const stays = { outer: null, absorbed: [], inside };
  if (!first) return stays;
  const isDuplicateOf = (kept: CallLink, why: Sameness, isCertain: boolean) => ({
    outer: { kept, why, isCertain },
    absorbed: [],
    inside,
  });
  const counted = same.filter(hasCounts);
  const [only = first] = counted;
  if (!hasCounts(outer)) return isDuplicateOf(only, 'around_call', true);
  const response = counted.find((call) => isSameResponse(outer, call));
  if (response) return isDuplicateOf(response, 'same_response', true);
  // A call that failed took nothing, so it is one without counts.
  if (counted.length === 0)
    return { ...stays, absorbed: same.filter(({ failed }) => !failed || outer.failed) };
  if (counted.length === 1 && countsAgree(outer, only)) return isDuplicateOf(only, 'around_call', false);
  const isSum = isSumOf(outer, counted) || isSumOf(outer, inside);
  return isSum ? isDuplicateOf(only, 'around_calls', false) : stays;
}
