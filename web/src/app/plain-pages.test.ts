// Plain functions in page files that also contain hooks. The hooks import the language and the URL, which
// need a browser.
import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('window', new EventTarget());
const { fromTyped, needsPro, stateOf, toTyped, windowsFor, UNITS, TYPES } =
  await import('../pages/alerts/alert-values.ts');
const { faultsOf, priceLine, priceOf, sameLists } = await import('../pages/settings/prices/draft.ts');
const { fingerprint, searchOf, savedViewOf } = await import('../pages/calls/view.ts');
const { CALL_SORTS } = await import('../pages/calls/list-state.ts');
const { readSorting, writeSorting } = await import('#lib/list-state');
const { ApiError } = await import('#api');
vi.unstubAllGlobals();

type Alert = Parameters<typeof stateOf>[0];

describe('the values of an alert', () => {
  it('are typed in percent for a rate, and unchanged for all others', () => {
    expect([toTyped('error_rate', 0.07), fromTyped('error_rate', 7)]).toEqual([7, 0.07]);
    expect([toTyped('cost_threshold', 12.5), fromTyped('latency_degradation', 900)]).toEqual([12.5, 900]);
    for (let rate = 0; rate <= 1_000; rate += 1)
      expect(toTyped('error_rate', fromTyped('error_rate', rate / 10))).toBe(rate / 10);
  });

  it('have a unit for each type, and the plan that some need', () => {
    expect(TYPES.toSorted()).toEqual(Object.keys(UNITS).toSorted());
    expect(TYPES.filter(needsPro).toSorted()).toEqual([
      'anomaly_cost',
      'anomaly_error_rate',
      'anomaly_latency',
      'eval_score',
    ]);
  });

  it('look back at most a day where the service does, and keep the window that is set', () => {
    expect(windowsFor('latency_degradation', 60).at(-1)).toBe(1_440);
    expect(windowsFor('anomaly_cost', 5).at(-1)).toBe(1_440);
    expect(windowsFor('cost_threshold', 60).at(-1)).toBe(43_200);
    expect(windowsFor('error_rate', 45)).toEqual([
      5, 15, 30, 45, 60, 180, 240, 360, 720, 1_440, 10_080, 43_200,
    ]);
  });
});

describe('the state of an alert', () => {
  const now = Date.parse('2026-11-15T12:00:00Z');
  const alert = (changes: Partial<Alert>) =>
    stateOf(
      {
        enabled: true,
        silencedUntil: null,
        alertType: 'cost_threshold',
        thresholdValue: 10,
        lastObservedValue: 5,
        ...changes,
      } as Alert,
      now,
    );

  it('is off first of all, then silenced until that ends', () => {
    const silencedUntil = '2026-11-15T12:00:00.001Z';
    expect(alert({ enabled: false, silencedUntil, lastObservedValue: 99 })).toBe('off');
    expect(alert({ silencedUntil, lastObservedValue: 99 })).toBe('silenced');
    expect(alert({ silencedUntil: '2026-11-15T12:00:00.000Z', lastObservedValue: 99, holds: true })).toBe(
      'holds',
    );
  });

  it('holds when the service says so, regardless of the value', () => {
    expect([
      alert({ lastObservedValue: 9.99, holds: true }),
      alert({ lastObservedValue: 99, holds: false }),
    ]).toEqual(['holds', 'quiet']);
  });

  it('is unknown before the first check, except for findings, where it means none', () => {
    expect(alert({ lastObservedValue: null })).toBe('unknown');
    expect(alert({ lastObservedValue: null, alertType: 'guardian_findings' })).toBe('quiet');
  });
});

describe('the draft of prices', () => {
  const typed = {
    ...priceLine({}),
    provider: ' OpenAI ',
    model: ' gpt-5 ',
    inputPerMTok: '1.25',
    outputPerMTok: '10',
    cacheReadPerMTok: ' ',
    cacheWritePerMTok: '0',
  };

  it('is read as typed: names trimmed, an empty price as none, a price of 0 as 0', () => {
    expect(priceOf(typed)).toMatchObject({
      provider: 'openai',
      model: 'gpt-5',
      inputPerMTok: 1.25,
      outputPerMTok: 10,
      cacheReadPerMTok: null,
      cacheWritePerMTok: 0,
      longInput: [],
    });
    expect(priceOf({ ...typed, provider: '  ' }).provider).toBeNull();
  });

  it('survives a round trip', () => {
    const price = { ...priceOf(typed), cacheReadPerMTok: 0.125 };
    const { key, ...line } = priceLine(price);
    expect(priceOf({ key, ...line })).toEqual(price);
    expect(priceLine({}).key).not.toBe(key);
  });

  it('is compared by what is typed, not by the keys of its lines', () => {
    expect(sameLists([typed], [{ ...typed, key: 9 }])).toBe(true);
    expect(sameLists([typed], [{ ...typed, outputPerMTok: '11' }])).toBe(false);
    expect(sameLists([typed], [])).toBe(false);
  });

  it('shows each line its own errors', () => {
    const error = new ApiError('', {
      status: 400,
      details: [
        { path: 'prices.1.model', message: 'one' },
        { path: 'prices.10.model', message: 'ten' },
        { path: 'prices[1].inputPerMTok', message: 'one too' },
      ],
    });
    expect(faultsOf(error, 1)).toEqual(['one', 'one too']);
    expect(faultsOf(error, 10)).toEqual(['ten']);
    expect(faultsOf(error, 0)).toEqual([]);
    expect(faultsOf(new Error('other'), 1)).toEqual([]);
  });
});

describe('a saved view', () => {
  const parts = {
    filter: {
      provider: 'openai',
      error: true,
      tags: { feature: 'a' },
      minCostUsd: 0,
      where: [{ field: 'tool', op: 'isNot' as const, values: ['search'] }],
    },
    choice: { preset: '30d' as const },
    sorting: { column: 'cost_usd' as const, order: 'asc' as const },
  };

  it('restores what was saved', () => {
    expect(searchOf(savedViewOf(parts))).toMatchObject({
      provider: 'openai',
      error: 'true',
      tag: ['feature:a'],
      minCostUsd: '0',
      where: ['["tool","isNot","search"]'],
      window: '30d',
      sort: 'cost_usd',
      order: 'asc',
    });
    const own = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' };
    expect(searchOf(savedViewOf({ ...parts, choice: own }))).toMatchObject({ ...own, window: undefined });
  });

  it('ignores unknown and invalid values', () => {
    const odd = {
      provider: 5,
      error: {},
      tags: { '': 'x', a: 1 },
      minCostUsd: -1,
      sortBy: 'nothing',
      window: 'ever',
    };
    const search = searchOf(odd);
    expect(Object.entries(search).filter(([, value]) => value !== undefined)).toEqual([['window', '7d']]);
  });

  it('equals another view that shows the same list', () => {
    const one = { tag: ['b:1', 'a:2'], window: '7d', model: undefined };
    expect(fingerprint(one)).toBe(fingerprint({ window: '7d', tag: ['a:2', 'b:1'] }));
    expect(fingerprint(one)).not.toBe(fingerprint({ window: '7d', tag: ['a:2'] }));
  });
});

describe('the order of calls', () => {
  it('survives a round trip, omits the default, and falls back to newest first', () => {
    const order = { column: 'latency_ms', order: 'asc' } as const;
    expect(readSorting(writeSorting(order, CALL_SORTS), CALL_SORTS)).toEqual(order);
    expect(writeSorting(CALL_SORTS.usual, CALL_SORTS)).toEqual({ sort: undefined, order: undefined });
    expect(readSorting({ sort: 'toString' }, CALL_SORTS)).toEqual(CALL_SORTS.usual);
    expect(readSorting({ sort: 'cost_usd', order: 'sideways' }, CALL_SORTS)).toEqual({
      column: 'cost_usd',
      order: 'desc',
    });
  });

  it('has no direction where the service sorts from the largest down only', () => {
    const down = { ...CALL_SORTS, onlyDown: true };
    expect(readSorting({ sort: 'cost_usd', order: 'asc' }, down)).toEqual({
      column: 'cost_usd',
      order: 'desc',
    });
    expect(writeSorting({ column: 'cost_usd', order: 'asc' }, down)).toEqual({ sort: 'cost_usd' });
    expect(writeSorting({ column: 'timestamp', order: 'asc' }, down)).toEqual({});
  });
});
