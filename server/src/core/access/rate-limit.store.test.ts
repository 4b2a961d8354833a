import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { MetadataConfig } from '#config';
import { MINUTE_MS } from '#lib/clock';
import { Metadata } from '#metadata/open';
import { processState } from '#core/process-state';
import { FakeClock } from '#test/support/clock';
import { freshFolder, freshMetadata } from '#test/support/metadata';
import { Meter, forgetWindows, hit, peek, peekInTurn, requireAllowed } from './rate-limit.ts';

let config: MetadataConfig;
let metadata: Metadata;
let elsewhere: Metadata;
beforeAll(async () => {
  config = await freshMetadata(freshFolder());
  metadata = await Metadata.open(config);
  elsewhere = await Metadata.open(config);
});
afterAll(async () => {
  await elsewhere.close();
  await metadata.close();
});

const RULE = { name: 'test', limit: 10, windowMs: 5 * MINUTE_MS };
const state = processState();
let subjects = 0;
const newSubject = () => `subject-${(subjects += 1)}`;

describe('limits in the store', () => {
  it('are exact with 50 concurrent hits', async () => {
    const clock = new FakeClock();
    const subject = newSubject();
    const states = await Promise.all(
      Array.from({ length: 50 }, () => hit({ metadata, clock, state }, RULE, subject)),
    );
    expect(states.filter((state) => state.allowed)).toHaveLength(10);
    expect((await peek(metadata.reader, clock, RULE, subject)).allowed).toBe(false);
  });

  it('end with the window, and report the remaining time', async () => {
    const clock = new FakeClock(Date.UTC(2026, 0, 1, 12, 0, 0));
    const subject = newSubject();
    for (let at = 0; at < 10; at += 1)
      expect((await hit({ metadata, clock, state }, RULE, subject)).allowed).toBe(true);
    clock.advance(RULE.windowMs - 1);
    expect(await hit({ metadata, clock, state }, RULE, subject)).toEqual({
      allowed: false,
      retryAfterSeconds: 1,
    });
    clock.advance(-1_500);
    expect(await peek(elsewhere.reader, clock, RULE, subject)).toEqual({
      allowed: false,
      retryAfterSeconds: 2,
    });
    clock.set(Date.UTC(2026, 0, 1, 12, 5, 0));
    expect((await peek(metadata.reader, clock, RULE, subject)).allowed).toBe(true);
    expect(await hit({ metadata, clock, state }, RULE, subject)).toEqual({
      allowed: true,
      retryAfterSeconds: 300,
    });
  });

  it('lock no one out when the clock is set back, or forward by a year and back', async () => {
    const clock = new FakeClock();
    const subject = newSubject();
    for (const jump of [0, -60, -1_440, 525_600, -525_600]) {
      clock.advance(jump * MINUTE_MS);
      expect((await hit({ metadata, clock, state }, RULE, subject)).allowed).toBe(true);
      expect((await hit({ metadata, clock, state }, RULE, subject)).retryAfterSeconds).toBeLessThanOrEqual(
        300,
      );
    }
  });

  it('are checked in turn, after hits that are not committed yet', async () => {
    const clock = new FakeClock();
    const subject = newSubject();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const window = { window_start: clock.now() - (clock.now() % RULE.windowMs), hits: RULE.limit };
    const counting = metadata.transaction(async (db) => {
      await db
        .insertInto('rate_windows')
        .values({ key: `${RULE.name}:${subject}`, ...window })
        .execute();
      begin();
      await held;
    });
    await begun;
    expect((await peek(metadata.reader, clock, RULE, subject)).allowed).toBe(true);
    const looked = peekInTurn(metadata, clock, RULE, subject);
    release();
    await counting;
    expect((await looked).allowed).toBe(false);
    // A check does not count as a hit.
    const other = newSubject();
    for (let at = 0; at < 11; at += 1) await peekInTurn(metadata, clock, RULE, other);
    expect((await hit({ metadata, clock, state }, RULE, other)).allowed).toBe(true);
  });

  it('are separate for each rule and subject', async () => {
    const clock = new FakeClock();
    const [one, other] = [newSubject(), newSubject()];
    for (let at = 0; at < 11; at += 1) await hit({ metadata, clock, state }, RULE, one);
    expect((await peek(metadata.reader, clock, RULE, other)).allowed).toBe(true);
    expect((await peek(metadata.reader, clock, { ...RULE, name: 'other' }, one)).allowed).toBe(true);
  });

  it('are not deleted before their window ends', async () => {
    const clock = new FakeClock();
    const subject = newSubject();
    for (let at = 0; at < 11; at += 1) await hit({ metadata, clock, state }, RULE, subject);
    await metadata.transaction((db) => forgetWindows(db, clock.now() - RULE.windowMs));
    expect((await peek(metadata.reader, clock, RULE, subject)).allowed).toBe(false);
  });

  it('429 rate_limited with Retry-After', () => {
    expect(() => requireAllowed({ allowed: true, retryAfterSeconds: 1 }, 'Too many.')).not.toThrow();
    expect(() => requireAllowed({ allowed: false, retryAfterSeconds: 7 }, 'Too many.')).toThrow(
      expect.objectContaining({ status: 429, reason: 'rate_limited', retryAfterSeconds: 7 }),
    );
  });
});

describe('the meter', () => {
  const READS = { name: 'reads', limit: 10, windowMs: MINUTE_MS };

  it('counts in memory, by window', () => {
    const clock = new FakeClock();
    const meter = new Meter(clock, READS);
    const allowed = Array.from({ length: 12 }, () => meter.hit('k').allowed);
    expect(allowed.filter(Boolean)).toHaveLength(10);
    expect(meter.hit('other').allowed).toBe(true);
    clock.advance(MINUTE_MS);
    expect(Array.from({ length: 12 }, () => meter.hit('k').allowed).filter(Boolean)).toHaveLength(10);
    clock.advance(-2 * MINUTE_MS);
    expect(meter.hit('k').allowed).toBe(true);
  });

  it('does not lose hits that arrive while it shares its counts', async () => {
    const meter = new Meter(new FakeClock(), READS);
    const subject = newSubject();
    for (let at = 0; at < 5; at += 1) meter.hit(subject);
    const sharing = meter.share(metadata);
    for (let at = 0; at < 5; at += 1) meter.hit(subject);
    await sharing;
    expect(meter.hit(subject).allowed).toBe(false);
  });

  it('adds up the counts of two processes', async () => {
    const clock = new FakeClock();
    const subject = newSubject();
    const [here, there] = [new Meter(clock, READS), new Meter(clock, READS)];
    for (let at = 0; at < 6; at += 1) {
      expect(here.hit(subject).allowed).toBe(true);
      expect(there.hit(subject).allowed).toBe(true);
    }
    await here.share(metadata);
    await there.share(elsewhere);
    expect(there.hit(subject).allowed).toBe(false);
    // The first process learns of it when it next shares its counts.
    expect(here.hit(subject).allowed).toBe(true);
    await here.share(metadata);
    expect(here.hit(subject).allowed).toBe(false);
  });

  it('shares no count twice, and none of an earlier window', async () => {
    const clock = new FakeClock();
    const subject = newSubject();
    const [here, there] = [new Meter(clock, READS), new Meter(clock, READS)];
    here.hit(subject);
    for (let round = 0; round < 20; round += 1) await here.share(metadata);
    there.hit(subject);
    await there.share(elsewhere);
    expect(Array.from({ length: 9 }, () => there.hit(subject).allowed).filter(Boolean)).toHaveLength(8);
    clock.advance(MINUTE_MS);
    expect(there.hit(subject).allowed).toBe(true);
    await there.share(elsewhere);
    expect(there.hit(subject).allowed).toBe(true);
  });

  it('shares all counts of a new window', async () => {
    const clock = new FakeClock();
    const subject = newSubject();
    const [here, there] = [new Meter(clock, READS), new Meter(clock, READS)];
    here.hit(subject);
    await here.share(metadata);
    clock.advance(MINUTE_MS);
    for (let at = 0; at < 9; at += 1) here.hit(subject);
    await here.share(metadata);
    there.hit(subject);
    await there.share(elsewhere);
    expect(there.hit(subject).allowed).toBe(false);
  });

  it('loses no count while the store is unavailable', async () => {
    const clock = new FakeClock();
    const subject = newSubject();
    const [here, there] = [new Meter(clock, READS), new Meter(clock, READS)];
    for (let at = 0; at < 9; at += 1) here.hit(subject);
    const away = { transaction: () => Promise.reject(new Error('away')) } as unknown as Metadata;
    await expect(here.share(away)).rejects.toThrow('away');
    await here.share(metadata);
    there.hit(subject);
    await there.share(elsewhere);
    expect(there.hit(subject).allowed).toBe(false);
  });

  it('does not lower its count when an older answer arrives late', async () => {
    const clock = new FakeClock();
    const subject = newSubject();
    const meter = new Meter(clock, READS);
    for (let at = 0; at < 5; at += 1) meter.hit(subject);
    const first = meter.share(metadata);
    for (let at = 0; at < 5; at += 1) meter.hit(subject);
    const second = meter.share(metadata);
    await Promise.all([first, second]);
    expect(meter.hit(subject).allowed).toBe(false);
  });
});

describe('a limit that is exceeded', () => {
  it('rejects without a write until its window ends', async () => {
    const clock = new FakeClock();
    const rule = { name: 'flood', limit: 3, windowMs: MINUTE_MS };
    const store = await Metadata.open(config);
    onTestFinished(() => store.close());
    const own = { metadata: store, clock, state: processState() };
    const once = async () => (await hit(own, rule, 'one')).allowed;
    expect([await once(), await once(), await once(), await once()]).toEqual([true, true, true, false]);
    const writes = vi.spyOn(store, 'transaction');
    for (let n = 0; n < 50; n += 1) expect(await once()).toBe(false);
    expect(writes).not.toHaveBeenCalled();
    expect((await hit(own, rule, 'two')).allowed).toBe(true);
    clock.advance(MINUTE_MS);
    expect(await once()).toBe(true);
  });
});
