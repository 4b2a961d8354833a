// Intervals and pages, with an in-memory records store that searches by the same rules.
import { createSecretKey, randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  contentWords,
  hashesIn,
  sealContent,
  searchedText,
  searchKeyOf,
  textWords,
  type AccountKeys,
} from '#content';
import type { Context } from '#core/context';
import { DAY_MS } from '#lib/clock';
import type { ReadCall, CallRef } from '#records';
import { plainCall } from '#test/support/call-rows';
import { CONTENT_BYTES, findCalls, intervals, type FoundCalls } from './find-calls.ts';
import type { SearchTerms } from './search-terms.ts';
import { fakeRecords, sealedAlone } from '#test/support/fake-records';

const now = Date.UTC(2026, 10, 15);
const key = createSecretKey(randomBytes(32));
const keys: AccountKeys = {
  account: 1,
  newest: { version: 1, key },
  byVersion: new Map([[1, key]]),
  search: [searchKeyOf(key)],
  unreadable: () => undefined,
};

interface Kept {
  id: string;
  timestampMs: number;
  output: string | null;
}

function storeOf(kept: readonly Kept[], collide: ReadonlySet<string> = new Set()) {
  const asked = { statements: 0, opened: 0, mostBytes: 0 };
  const compare = (left: CallRef, right: CallRef): number =>
    left.timestampMs - right.timestampMs || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);
  const records = fakeRecords({
    selectFoundCalls: async (_scope, { search }, page) => {
      asked.statements += 1;
      const words = new Set(page.words[0]);
      const inContent = ({ id, output }: Kept): boolean =>
        collide.has(id) ||
        (output !== null && words.isSubsetOf(new Set(hashesIn(contentWords(keys.search[0], { output })))));
      return kept
        .filter(({ timestampMs }) => timestampMs >= page.startMs && timestampMs < page.endMs)
        .filter((call) => (call.id.includes(search) ? !page.onlyContent : inContent(call)))
        .toSorted((left, right) => compare(left, right) * (page.descending ? -1 : 1))
        .filter((call) => page.after === null || compare(call, page.after) * (page.descending ? -1 : 1) > 0)
        .slice(0, page.limit)
        .map(({ id, timestampMs, output }) => ({
          call: plainCall(id, timestampMs),
          hasContent: output !== null,
          certain: id.includes(search),
          bytes: 0,
        }));
    },
    selectSealedContent: async (_scope, places, maxBytes = Infinity) => {
      asked.opened += places.length;
      const byId = new Map(kept.map((call) => [call.id, call]));
      const contents = new Map<string, Buffer>();
      let bytes = 0;
      for (const { id } of places.toSorted((left, right) => compare(left, right))) {
        const output = byId.get(id)?.output ?? null;
        if (output === null) continue;
        const sealed = sealContent(keys, id, { output });
        bytes += sealed.length;
        if (bytes > maxBytes) break;
        contents.set(id, sealed);
        asked.mostBytes = Math.max(asked.mostBytes, bytes);
      }
      return sealedAlone(contents);
    },
  });
  const account = { number: 1, retentionDays: 90 };
  return { ctx: { records, account, project: null, clock: { now: () => now } } as unknown as Context, asked };
}

const terms = (search: string): SearchTerms => {
  const wanted = searchedText(search);
  return { keys, wanted, words: [textWords(keys.search[0], wanted.text)] };
};

const asFound = (found: ReadCall): ReadCall => found;

async function pages(ctx: Context, search: string, descending: boolean, limit: number, maxOpened = 2_000) {
  const found: string[] = [];
  let after: CallRef | null = null;
  for (let turn = 0; turn < 1_000; turn += 1) {
    const from = { descending, after, onlyContent: false };
    const bounds = { limit, maxOpened, maxMs: 60_000 };
    const page: FoundCalls<ReadCall> = await findCalls(ctx, { search }, terms(search), from, bounds, asFound);
    found.push(...page.calls.map(({ call }) => call.id));
    if (page.stoppedAt === null) return found;
    after = page.stoppedAt;
  }
  throw new Error('It never ends.');
}

describe('findCalls', () => {
  it('finds each call once across all pages, in order of time, for any cost limit of a page', async () => {
    const call = fc.record({
      timestampMs: fc.integer({ min: 0, max: 89 * 24 }).map((hours) => now - hours * 3_600_000),
      output: fc.constantFrom(null, 'nothing here', 'the needle is here', 'a NEEDLE'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { maxLength: 60 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 30 }),
        async (calls, descending, limit, maxOpened) => {
          const kept = calls.map((each, at) => ({
            id: at % 7 === 0 ? `needle-${at}` : `call-${String(at).padStart(3, '0')}`,
            ...each,
          }));
          const { ctx } = storeOf(kept, new Set(kept.filter((_, at) => at % 5 === 0).map(({ id }) => id)));
          const expected = kept
            .filter(({ id, output }) => id.includes('needle') || /needle/i.test(output ?? ''))
            .toSorted((left, right) => left.timestampMs - right.timestampMs || (left.id < right.id ? -1 : 1))
            .map(({ id }) => id);
          expect(await pages(ctx, 'needle', descending, limit, maxOpened)).toEqual(
            descending ? expected.toReversed() : expected,
          );
        },
      ),
      { numRuns: 150 },
    );
  });

  it('reads little for a common word, and queries few times for a rare one', async () => {
    const common = Array.from({ length: 500 }, (_, at) => ({
      id: `c${at}`,
      timestampMs: now - at * 60_000,
      output: 'needle',
    }));
    const many = storeOf(common);
    const from = { descending: true, after: null, onlyContent: false };
    const bounds = { limit: 51, maxOpened: 2_000, maxMs: 60_000 };
    const page = await findCalls(many.ctx, { search: 'needle' }, terms('needle'), from, bounds, asFound);
    expect(page.calls).toHaveLength(51);
    expect(many.asked.statements).toBe(1);
    const none = storeOf([]);
    await findCalls(none.ctx, { search: 'needle' }, terms('needle'), from, bounds, asFound);
    expect(none.asked.statements).toBeLessThanOrEqual(8);
  });

  it('continues after the last checked candidate, even if nothing was found', async () => {
    const kept = [{ id: 'old', timestampMs: now - 80 * DAY_MS, output: 'needle' }];
    const { ctx, asked } = storeOf(kept);
    const found: string[] = [];
    let after: CallRef | null = null;
    do {
      const from = { descending: true, after, onlyContent: false };
      const bounds = { limit: 10, maxOpened: 10, maxMs: 0 };
      const page: FoundCalls<ReadCall> = await findCalls(
        ctx,
        { search: 'needle' },
        terms('needle'),
        from,
        bounds,
        asFound,
      );
      found.push(...page.calls.map(({ call }) => call.id));
      after = page.stoppedAt;
    } while (after !== null && asked.statements < 500);
    expect(found).toEqual(['old']);
  });

  it('keeps few contents in memory, however large they are, and finds the same', async () => {
    const filler = randomBytes(300_000).toString('base64');
    const wide = Array.from({ length: 90 }, (_, at) => ({
      id: `wide-${at}`,
      timestampMs: now - at * 60_000,
      // Content of every ninth was deleted after the index was queried.
      output: at % 9 === 0 ? null : `${at % 3 === 0 ? 'needle' : 'haystack'} ${filler}`,
    }));
    const { ctx, asked } = storeOf(wide, new Set(wide.map(({ id }) => id)));
    expect(await pages(ctx, 'needle', true, 200)).toEqual(
      wide.filter(({ output }) => output?.startsWith('needle')).map(({ id }) => id),
    );
    expect(asked.mostBytes).toBeGreaterThan(CONTENT_BYTES / 2);
    expect(asked.mostBytes).toBeLessThanOrEqual(CONTENT_BYTES);
  });

  it('does not trust the index: a hash that two words share is not a match', async () => {
    const kept = [{ id: 'a', timestampMs: now - 1, output: 'something else' }];
    const { ctx, asked } = storeOf(kept, new Set(['a']));
    expect(await pages(ctx, 'needle', true, 10)).toEqual([]);
    expect(asked.opened).toBe(1);
  });
});

describe('intervals', () => {
  it.each([true, false])('cover the window without gap or overlap (newest first: %s)', (descending) => {
    const window = { startMs: now - 40 * DAY_MS, endMs: now };
    const parts = [...intervals(window, 0, now, { descending, after: null })];
    const ordered = descending ? parts.toReversed() : parts;
    expect(ordered[0]?.startMs).toBe(window.startMs);
    expect(ordered.at(-1)?.endMs).toBe(window.endMs);
    expect(ordered.slice(1).map(({ startMs }) => startMs)).toEqual(
      ordered.slice(0, -1).map(({ endMs }) => endMs),
    );
    expect(parts.length).toBe(6);
  });

  it('are empty for a window before the retention period', () => {
    expect([...intervals({ endMs: 5 }, 10, now, { descending: true, after: null })]).toEqual([]);
  });
});
