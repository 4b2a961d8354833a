import { describe, expect, it } from 'vitest';
import { incomingCall } from '#test/support/incoming';
import { decideWrite } from './decide.ts';
import { splitRequest, recordKey } from './split-request.ts';
import { encodeRecords } from '../rows/encode-records.ts';

const request = (account: number, quota: number, ...ids: string[]) =>
  splitRequest({ account, quota, encoded: encodeRecords(ids.map((id) => incomingCall(account, id))) });

const decided = (
  requests: ReturnType<typeof request>[],
  used: [number, number][] = [],
  stored: string[] = [],
) => {
  const { outcomes, fresh, charges } = decideWrite(requests, new Map(used), new Set(stored));
  return { outcomes, fresh: fresh.map(({ account, id }) => recordKey(account, id)), charges: [...charges] };
};

describe('decide', () => {
  it('gives an id to the first request that has it, and separates accounts', () => {
    const requests = [request(1, 9, 'a', 'a', 'b'), request(1, 9, 'b', 'c'), request(2, 9, 'a')];
    expect(decided(requests, [[1, 0]], ['1 c'])).toEqual({
      outcomes: [
        { status: 'stored', stored: 2, duplicates: 1 },
        { status: 'stored', stored: 0, duplicates: 2 },
        { status: 'stored', stored: 1, duplicates: 0 },
      ],
      fresh: ['1 a', '1 b', '2 a'],
      charges: [
        [1, 2],
        [2, 1],
      ],
    });
  });

  it('refuses a request as a whole if it does not fit, and continues with those that do', () => {
    const requests = [request(1, 5, 'a', 'b'), request(1, 5, 'c', 'd'), request(1, 5, 'c')];
    expect(decided(requests, [[1, 2]])).toEqual({
      outcomes: [
        { status: 'stored', stored: 2, duplicates: 0 },
        { status: 'refused', fresh: 2, remaining: 1 },
        { status: 'stored', stored: 1, duplicates: 0 },
      ],
      fresh: ['1 a', '1 b', '1 c'],
      charges: [[1, 3]],
    });
  });

  it('accepts duplicates beyond the quota, also when it was lowered below the usage', () => {
    expect(decided([request(1, 3, 'a'), request(1, 3, 'b')], [[1, 7]], ['1 a'])).toEqual({
      outcomes: [
        { status: 'stored', stored: 0, duplicates: 1 },
        { status: 'refused', fresh: 1, remaining: 0 },
      ],
      fresh: [],
      charges: [],
    });
  });

  it('returns the usage of the month after each request, if asked for', () => {
    const asking = (...ids: string[]) =>
      splitRequest({
        account: 1,
        quota: 9,
        encoded: encodeRecords(ids.map((id) => incomingCall(1, id))),
        returnUsed: true,
      });
    const { outcomes } = decided([asking('a', 'b'), asking('a'), asking('c')], [[1, 5]]);
    expect(outcomes).toMatchObject([{ used: 7 }, { used: 7 }, { used: 8 }]);
  });

  it('returns the new ids on request, if some were duplicates', () => {
    const records = ['a', 'b', 'a', 'c'].map((id) => incomingCall(1, id));
    const asking = splitRequest({ account: 1, quota: 9, encoded: encodeRecords(records), returnFresh: true });
    const all = splitRequest({
      account: 1,
      quota: 9,
      encoded: encodeRecords(records.slice(3)),
      returnFresh: true,
    });
    const { outcomes } = decided([asking, all], [], [recordKey(1, 'b'), recordKey(1, 'c')]);
    expect(outcomes).toEqual([
      { status: 'stored', stored: 1, duplicates: 3, fresh: new Set(['a']) },
      { status: 'stored', stored: 0, duplicates: 1, fresh: new Set() },
    ]);
    expect(
      decided([
        splitRequest({ account: 1, quota: 9, encoded: encodeRecords(records.slice(1)), returnFresh: true }),
      ]),
    ).toMatchObject({
      outcomes: [{ status: 'stored', stored: 3, duplicates: 0 }],
    });
  });
});
