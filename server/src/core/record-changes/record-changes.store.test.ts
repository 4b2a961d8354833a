// Changes of stored records run in order, one at a time per account, and interrupted ones are finished.
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Metadata } from '#metadata/open';
import type { Services } from '#core/context';
import { setHooks, type Hooks } from '#core/hooks';
import { processState } from '#core/process-state';
import { eventually } from '#test/support/eventually';
import { FakeClock } from '#test/support/clock';
import { freshFolder, freshMetadata } from '#test/support/metadata';
import { Postponed } from '#core/jobs/job';
import {
  ALL_ACCOUNTS,
  EXPIRED_RECORDS,
  abandonAllTurns,
  changeRecords,
  noteOnTurn,
  selectCutOff,
  type ChangeOrder,
  type ChangeServices,
} from './record-changes.ts';
import { fakeRecords, type RecordsReplies } from '#test/support/fake-records';

let metadata: Metadata;
const clock = new FakeClock();
const state = processState();
const applyStagedCosts = vi.fn<RecordsReplies['applyStagedCosts']>();
const reclassifyAsObservation = vi.fn<RecordsReplies['reclassifyAsObservation']>();

beforeAll(async () => {
  metadata = await Metadata.open(await freshMetadata(freshFolder()));
});
afterAll(() => metadata.close());
beforeEach(async () => {
  applyStagedCosts.mockReset().mockResolvedValue(undefined);
  reclassifyAsObservation.mockReset().mockResolvedValue(1);
  await metadata.transaction((db) => db.deleteFrom('record_changes').execute());
});

const services = (): ChangeServices => ({
  metadata,
  clock,
  log: pino({ level: 'silent' }),
  state,
  records: fakeRecords({ applyStagedCosts, reclassifyAsObservation }),
});
const rows = () => metadata.reader.selectFrom('record_changes').selectAll().orderBy('ticket').execute();
const calls = [{ id: 'a', timestampMs: 1, duplicateOf: 'b', why: 'same_response' }];
const reprice = (account: number): ChangeOrder => ({ account, kind: 'reprice' });
const move = (account: number): ChangeOrder => ({
  account,
  kind: 'call-demotion',
  place: `call-demotion:${account}`,
  calls,
});

/** A change that runs until the test ends it. */
async function working(order: ChangeOrder) {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const done = changeRecords(services(), order, async () => {
    begun.resolve();
    await end.promise;
  });
  await Promise.race([begun.promise, done]);
  return { end: end.resolve, fail: end.reject, done };
}
const once = (order: ChangeOrder) => changeRecords(services(), order, async () => 'done');
const outcome = (order: ChangeOrder) =>
  once(order).catch((error: unknown) => (error instanceof Postponed ? 'postponed' : String(error)));

describe('changes of records', () => {
  it('run one at a time per account, and do not block other accounts', async () => {
    const { end, done } = await working(reprice(1));
    expect(await Promise.all([outcome(move(1)), outcome(move(2)), outcome(reprice(3))])).toEqual([
      'postponed',
      'done',
      'done',
    ]);
    end();
    await done;
    expect(await outcome(move(1))).toBe('done');
    expect(await rows()).toEqual([]);
  });

  it('never run twice at once for one account, with a hundred callers', async () => {
    let at = 0;
    let most = 0;
    const kinds = [reprice(1), move(1), { account: 1, kind: 'retention', place: 'retention:1' }] as const;
    await Promise.all(
      Array.from({ length: 99 }, (_, index) => {
        const { place: _place, ...order } = kinds[index % 3] as ChangeOrder;
        return changeRecords(services(), { ...order, patienceMs: 60_000 }, async () => {
          at += 1;
          most = Math.max(most, at);
          await Promise.resolve();
          at -= 1;
        });
      }),
    );
    expect([most, await rows()]).toEqual([1, []]);
  });

  it('run in the order of arrival: a caller that retries does not overtake one that waits', async () => {
    const first = await working(reprice(1));
    expect(await outcome(move(1))).toBe('postponed');
    first.end();
    await first.done;
    // The job has not retried yet. Its turn is kept for a while.
    expect(await outcome(reprice(1))).toBe('postponed');
    expect(await outcome(move(1))).toBe('done');
    expect(await outcome(reprice(1))).toBe('done');
    const second = await working(move(1));
    const waits = changeRecords(services(), { ...reprice(1), patienceMs: 10_000 }, async () => 'waited');
    await eventually(async () => expect(await rows()).toHaveLength(2));
    second.end();
    await second.done;
    expect(await waits).toBe('waited');
  });

  it('lose their place in the queue if they are not retried', async () => {
    const first = await working(reprice(1));
    expect(await outcome(move(1))).toBe('postponed');
    first.end();
    await first.done;
    clock.advance(21_000);
    expect(await outcome(reprice(1))).toBe('done');
    expect(reclassifyAsObservation).not.toHaveBeenCalled();
  });

  it('a change of all accounts waits for each account, and they wait for it', async () => {
    const one = await working(reprice(1));
    const backup: ChangeOrder = { account: ALL_ACCOUNTS, kind: 'backup', patienceMs: 10_000 };
    const all = working(backup);
    await eventually(async () => expect(await rows()).toHaveLength(2));
    expect(await outcome(reprice(2))).toBe('postponed');
    expect(await outcome({ account: EXPIRED_RECORDS, kind: 'retention' })).toBe('postponed');
    expect((await rows()).map(({ kind, holder }) => [kind, holder !== null])).toEqual([
      ['reprice', true],
      ['backup', false],
    ]);
    one.end();
    await one.done;
    const { end, done } = await all;
    expect(await outcome(reprice(2))).toBe('postponed');
    end();
    await done;
    expect(await outcome(reprice(2))).toBe('done');
  });

  it('the deletion of expired records blocks only itself', async () => {
    const expiry: ChangeOrder = { account: EXPIRED_RECORDS, kind: 'retention', place: 'retention' };
    const { end, done } = await working(expiry);
    expect([await outcome(reprice(1)), await outcome(expiry)]).toEqual(['done', 'postponed']);
    end();
    await done;
  });

  it('fails at once if a change of the same kind is ahead, and leaves the queue', async () => {
    const { end, done } = await working(reprice(1));
    const alreadyUnderWay = () => new Error('running');
    const order = { ...reprice(1), patienceMs: 60_000, alreadyUnderWay };
    await expect(once(order)).rejects.toThrow('running');
    expect(await rows()).toHaveLength(1);
    end();
    await done;
  });

  it('a failed or interrupted change is finished by the next one before its own work', async () => {
    const failed = await working(reprice(1));
    failed.fail(new Error('The engine went away.'));
    await expect(failed.done).rejects.toThrow('went away');
    expect(await selectCutOff(metadata.reader, clock.now())).toEqual([1]);
    const moved = await working(move(1));
    expect(applyStagedCosts.mock.calls).toEqual([[1]]);
    // As if this process had stopped here: its turn expires.
    await expect(outcome(reprice(1))).resolves.toBe('postponed');
    clock.advance(121_000);
    const order: string[] = [];
    reclassifyAsObservation.mockImplementation(async () => (order.push('finished'), 1));
    await changeRecords(services(), reprice(1), async () => order.push('own'));
    expect(order).toEqual(['finished', 'own']);
    expect(reclassifyAsObservation.mock.calls.map(([account, given]) => [account, given])).toEqual([
      [1, calls],
    ]);
    expect(await rows()).toEqual([]);
    moved.end();
    await moved.done;
  });

  it('the note of an interrupted change is told until it is written down, and stays if nobody can', async () => {
    const interrupted = changeRecords(services(), reprice(1), async (_, place) => {
      await metadata.transaction((db) => noteOnTurn(db, place, { said: 1 }));
      throw new Error('Away.');
    });
    await expect(interrupted).rejects.toThrow('Away');
    // As in a command that has no modules.
    expect(await outcome(reprice(1))).toBe('done');
    expect(await rows()).toMatchObject([{ note: '{"said":1}' }]);
    expect(await selectCutOff(metadata.reader, clock.now())).toEqual([1]);
    const told: unknown[] = [];
    const onChangeFinished: Hooks['onChangeFinished'] = async (_, { place, ...finished }) => {
      told.push(finished);
      if (told.length === 1) throw new Error('The metadata store is away.');
      await metadata.transaction((db) => noteOnTurn(db, place, null));
    };
    setHooks(services() as Services, [{ onChangeFinished }]);
    onTestFinished(() => setHooks(services() as Services, []));
    expect(await outcome(move(1))).toContain('is away');
    expect(await outcome(reprice(1))).toBe('done');
    expect(told).toEqual(
      Array.from({ length: 2 }, () => ({ account: 1, kind: 'reprice', note: { said: 1 } })),
    );
    expect(await rows()).toEqual([]);
  });

  it('a change that cannot be finished is not lost', async () => {
    const failed = await working(move(1));
    failed.fail(new Error('Away.'));
    await expect(failed.done).rejects.toThrow('Away');
    reclassifyAsObservation.mockRejectedValueOnce(new Error('Still away.'));
    await expect(once(reprice(1))).rejects.toThrow('Still away');
    expect(await outcome(reprice(1))).toBe('done');
    expect(reclassifyAsObservation).toHaveBeenCalledTimes(2);
  });

  it('turns of a process that has ended are void at once, and so are turns from a clock that was set back', async () => {
    const gone = await working(move(1));
    await metadata.transaction(abandonAllTurns);
    expect(await outcome(reprice(1))).toBe('done');
    gone.end();
    await gone.done;
    const ahead = await working(reprice(1));
    clock.advance(-3_600_000);
    expect(await outcome(reprice(1))).toBe('done');
    ahead.end();
    await ahead.done;
  });
});
