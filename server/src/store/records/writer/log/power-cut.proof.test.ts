// The log on a disk that loses unsynced data. Whenever the power fails, every acknowledged row is there after
// the next start, none is there twice, and no start is refused. Killing the process would show none of this:
// the system keeps its writes.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventually } from '#test/support/eventually';
import { ForgetfulDisk, NOTHING_UNSYNCED, PowerCut, type Chances } from '#test/support/forgetful-disk';
import { randomFrom } from '#test/support/proposal-traffic';
import { tokenOf } from './load.ts';
import { GroupCommitLog, type SealedSegment } from './log.ts';
import type { LogOptions } from './log-options.ts';
import { FILES, fileOf } from './segment.ts';

const FOLDER = '/data/log';

/**
 * Rows of a load can be read at once, and are on disk after a sync. Until then a power cut may take any of
 * them.
 */
class Engine {
  /** The token of a single segment is its name. */
  tokens = new Set<string>();
  /** Loads of several segments. */
  grouped = 0;
  /** Loads whose rows had to be compared. */
  repaired = 0;
  values: number[] = [];
  failing = false;
  #safe = { tokens: new Set<string>(), values: [] as number[] };
  /** Changes with each power cut. */
  boot = 1;

  options = (disk: ForgetfulDisk) => ({
    boot: String(this.boot),
    load: async (segments: readonly SealedSegment[]): Promise<void> => {
      if (this.failing) throw new Error('The engine is busy.');
      const values = await valuesOf(disk, segments);
      if (this.tokens.has(tokenOf(segments))) return;
      this.values.push(...values);
      this.tokens.add(tokenOf(segments));
      this.grouped += segments.length > 1 ? 1 : 0;
    },
    sync: async (): Promise<void> => {
      if (disk.dead) throw new PowerCut('The power is gone.');
      this.#safe = { tokens: new Set(this.tokens), values: [...this.values] };
    },
    repair: async (segments: readonly SealedSegment[]): Promise<void> => {
      if (this.failing) throw new Error('The engine is busy.');
      const values = await valuesOf(disk, segments);
      this.repaired += 1;
      this.values.push(...values.filter((value) => !this.values.includes(value)));
    },
  });

  copy(): Engine {
    const next = new Engine();
    next.values = [...this.values];
    next.tokens = new Set(this.tokens);
    next.#safe = this.#safe;
    next.boot = this.boot;
    return next;
  }

  /** Each row and token that was not synced is lost or kept at random. */
  cut(chances: Chances): this {
    const kept = <T>(all: Iterable<T>, safe: Iterable<T>): T[] => {
      const sure = new Set(safe);
      return [...all].filter((one) => sure.has(one) || chances() >= 0.5);
    };
    this.values = kept(this.values, this.#safe.values);
    this.tokens = new Set(kept(this.tokens, this.#safe.tokens));
    this.#safe = { tokens: new Set(this.tokens), values: [...this.values] };
    this.boot += 1;
    return this;
  }
}

async function valuesOf(disk: ForgetfulDisk, segments: readonly SealedSegment[]): Promise<number[]> {
  const values: number[] = [];
  for (const { name, rows } of segments) {
    const bytes = await disk.readFile(fileOf(FOLDER, name, 'calls'));
    if (bytes.length !== 4 * rows.calls) throw new Error('A segment holds more or fewer rows than it says.');
    for (let at = 0; at < bytes.length; at += 4) values.push(bytes.readUInt32LE(at));
  }
  return values;
}

const openOn = async (disk: ForgetfulDisk, engine: Engine, extra: Partial<LogOptions> = {}) =>
  (
    await GroupCommitLog.open({
      folder: FOLDER,
      files: disk,
      ...engine.options(disk),
      onProblem: () => undefined,
      maxRows: 40,
      maxAgeMs: 100_000,
      checkpointMs: 100_000,
      ...extra,
    })
  ).log;

const append = (log: GroupCommitLog, values: readonly number[]): Promise<number> =>
  log.append(({ calls }) => {
    for (const value of values) {
      calls.uint32(value);
      calls.rows += 1;
    }
  });

const sorted = (values: readonly number[]): number[] => values.toSorted((left, right) => left - right);

const die = async (disk: ForgetfulDisk, log: GroupCommitLog): Promise<void> => {
  disk.cut();
  await log.close();
};

describe('the power fails', () => {
  it('right after each acknowledgement, with only synced data left', async () => {
    const disk = new ForgetfulDisk();
    const engine = new Engine();
    engine.failing = true;
    const log = await openOn(disk, engine, { maxRows: 3 });
    const sent: number[] = [];
    for (let value = 1; value <= 8; value += 1) {
      await append(log, [value]);
      sent.push(value);
      const found = new Engine();
      await (await openOn(disk.afterPowerCut(NOTHING_UNSYNCED), found)).close();
      expect(sorted(found.values)).toEqual(sent);
    }
    await die(disk, log);
  });

  it('at any step of a start that loads and deletes segments, first one alone and then others together', async () => {
    const full = new ForgetfulDisk();
    const busy = new Engine();
    busy.failing = true;
    const log = await openOn(full, busy, { maxRows: 2 });
    for (const values of [[1, 2], [3, 4], [5, 6], [7]]) await append(log, values);
    await die(full, log);
    const counted = full.afterKill();
    const whole = new Engine();
    await (await openOn(counted, whole)).close();
    expect([counted.calls > 80, whole.tokens.size, whole.grouped]).toEqual([true, 2, 1]);
    const seen = new Set<number>();
    let repaired = 0;
    for (let step = 1; step <= counted.calls; step += 1) {
      const disk = full.afterKill();
      const engine = new Engine();
      disk.cutAfter(step);
      const ended = await openOn(disk, engine).then(
        (opened) => opened.close(),
        (error: unknown) => error,
      );
      expect([disk.dead, ended === undefined || ended instanceof PowerCut]).toEqual([true, true]);
      seen.add(engine.grouped);
      const ways: Chances[] = [
        NOTHING_UNSYNCED,
        ...[1, 2, 3, 4, 5, 6].map((seed) => randomFrom(seed * step)),
      ];
      const found = [
        { next: disk.afterKill(), after: engine.copy() },
        ...ways.map((chances) => ({ next: disk.afterPowerCut(chances), after: engine.copy().cut(chances) })),
      ];
      for (const { next, after } of found) {
        await (await openOn(next, after)).close();
        repaired += after.repaired;
        expect([step, sorted(after.values)]).toEqual([step, [1, 2, 3, 4, 5, 6, 7]]);
        expect(await next.readdir(FOLDER)).toEqual([]);
      }
    }
    // Some cuts came between the load of several segments and the deletion of their files.
    expect(seen).toEqual(new Set([0, 1]));
    expect(repaired).toBeGreaterThan(20);
  });

  it('at any step of creating the folder and the first segment', async () => {
    const outcomes = [];
    for (let step = 1; ; step += 1) {
      const disk = new ForgetfulDisk();
      disk.cutAfter(step);
      const answered = openOn(disk, new Engine()).then((log) => append(log, [7]));
      const acknowledged = await answered.then(
        () => true,
        () => false,
      );
      const engine = new Engine();
      await (await openOn(disk.afterPowerCut(NOTHING_UNSYNCED), engine)).close();
      outcomes.push({ acknowledged, stored: engine.values.length === 1 });
      if (!disk.dead) break;
    }
    expect(outcomes.length).toBeGreaterThan(20);
    expect(outcomes.filter(({ acknowledged, stored }) => acknowledged && !stored)).toEqual([]);
    expect(outcomes.at(-1)).toEqual({ acknowledged: true, stored: true });
  });
});

describe('a file system call fails', () => {
  it.each(['open', 'rename', 'sync'] as const)(
    '%s, while a segment is created: nothing of it is left',
    async (call) => {
      const disk = new ForgetfulDisk();
      const engine = new Engine();
      const log = await openOn(disk, engine);
      const names = async () => (await disk.readdir(FOLDER)).length;
      disk.failNext(call, 'EIO');
      await expect(append(log, [1])).rejects.toMatchObject({ reason: 'not_stored' });
      expect(await names()).toBe(0);
      await append(log, [2]);
      // A file for each table, and that of the frames.
      expect(await names()).toBe(FILES.length + 1);
      const after = new Engine();
      await (await openOn(disk.afterKill(), after)).close();
      expect(after.values).toEqual([2]);
      await log.close();
      expect(engine.values).toEqual([2]);
    },
  );

  it.each([
    ['sync', 0],
    ['rm', 0],
    ['rm', 2],
  ] as const)(
    '%s, while a loaded segment is deleted: the deletion is retried, and its rows are not loaded again',
    async (call, others) => {
      const disk = new ForgetfulDisk();
      const engine = new Engine();
      const log = await openOn(disk, engine);
      const segment = await append(log, [1]);
      await log.loaded(segment);
      disk.failNext(call, 'EIO', others);
      await expect(log.checkpoint()).rejects.toMatchObject({ code: 'EIO' });
      await log.checkpoint();
      expect(engine.values).toEqual([1]);
      expect(await disk.readdir(FOLDER)).toEqual(['checkpoint']);
      await log.close();
      expect(await disk.readdir(FOLDER)).toEqual([]);
    },
  );

  it('the sync of a checkpoint: nothing is deleted any more, and the next start compares the rows', async () => {
    const disk = new ForgetfulDisk();
    const engine = new Engine();
    const options = engine.options(disk);
    let fails = 0;
    const sync = () => {
      fails += 1;
      return fails === 2 ? Promise.reject(Object.assign(new Error('lost'), { code: 'EIO' })) : options.sync();
    };
    const log = await openOn(disk, engine, { sync });
    await log.loaded(await append(log, [1]));
    await log.checkpoint();
    await log.loaded(await append(log, [2]));
    await expect(log.checkpoint()).rejects.toThrow('lost');
    await log.loaded(await append(log, [3]));
    await expect(log.checkpoint()).rejects.toThrow('lost');
    await log.close();
    expect([fails, engine.values]).toEqual([2, [1, 2, 3]]);
    // The machine keeps running, and the data that the disk lost is gone from its memory too.
    engine.values = [1, 3];
    const after = await openOn(disk.afterKill(), engine);
    expect([sorted(engine.values), engine.repaired]).toEqual([[1, 2, 3], 1]);
    await after.close();
  });

  it('a segment without rows between others that wait: a crash while they are loaded leaves no gap', async () => {
    const disk = new ForgetfulDisk();
    const busy = new Engine();
    busy.failing = true;
    const log = await openOn(disk, busy, { maxRows: 2 });
    await append(log, [1, 2]);
    // Otherwise the call that fails would belong to the first checkpoint.
    await eventually(async () => expect(await disk.readdir(FOLDER)).toContain('checkpoint'));
    disk.failNext('datasync', 'EIO');
    await expect(append(log, [3])).rejects.toMatchObject({ reason: 'not_stored' });
    await append(log, [4, 5]);
    const left = disk.afterPowerCut(NOTHING_UNSYNCED);
    await die(disk, log);
    // The engine fails at the first start, so the first segment stays.
    await expect(openOn(left, busy.cut(NOTHING_UNSYNCED))).rejects.toThrow('busy');
    const engine = new Engine();
    await (await openOn(left.afterKill(), engine)).close();
    expect(sorted(engine.values)).toEqual([1, 2, 4, 5]);
  });
});

type Step =
  | { kind: 'append'; sizes: number[] }
  | { kind: 'load' | 'checkpoint' | 'restart' | 'kill' | 'busy' }
  | { kind: 'cut'; calls: number; again: number; seed: number }
  | { kind: 'fail'; call: 'open' | 'write' | 'datasync' | 'sync' | 'rename' | 'truncate' | 'rm' };

const STEP: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      sizes: fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.constantFrom<Step>({ kind: 'load' }, { kind: 'restart' }, { kind: 'kill' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'checkpoint' }) },
  { weight: 3, arbitrary: fc.constant<Step>({ kind: 'busy' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('cut' as const),
      calls: fc.integer({ min: 1, max: 60 }),
      again: fc.integer({ min: 1, max: 120 }),
      seed: fc.integer({ min: 1, max: 2 ** 30 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('fail' as const),
      call: fc.constantFrom('open', 'write', 'datasync', 'sync', 'rename', 'truncate', 'rm'),
    }),
  },
);

/** One run of the service over several crashes, and the answers that clients got. */
class Life {
  readonly acknowledged: number[] = [];
  /** Not acknowledged, but a crash may still find them on disk. */
  readonly refused = new Set<number>();
  readonly engine = new Engine();
  #disk = new ForgetfulDisk();
  #log: GroupCommitLog | null = null;
  #value = 0;
  #last = 0;
  #again = 0;
  #chances: Chances = NOTHING_UNSYNCED;
  crashed = false;

  async run(step: Step): Promise<void> {
    const log = (this.#log ??= await this.#open());
    if (step.kind === 'append') await Promise.all(step.sizes.map((size) => this.#append(log, size)));
    // The engine fails until the next start, so that segments accumulate and that start loads them together.
    else if (step.kind === 'busy') this.engine.failing = true;
    else if (step.kind === 'load' && this.#last > 0 && !this.engine.failing) {
      await Promise.race([log.loaded(this.#last), this.#disk.died]).catch(() => undefined);
    } else if (step.kind === 'checkpoint' && this.#last > 0 && !this.engine.failing) {
      const work = log.loaded(this.#last).then(() => log.checkpoint());
      await Promise.race([work, this.#disk.died]).catch(() => undefined);
    } else if (step.kind === 'restart') await this.end();
    else if (step.kind === 'kill') await this.#replace(log, this.#disk.afterKill());
    else if (step.kind === 'fail') this.#disk.failNext(step.call, 'EIO');
    else if (step.kind === 'cut') {
      this.#disk.cutAfter(step.calls);
      this.#again = step.again;
      this.#chances = randomFrom(step.seed);
    }
    if (this.#disk.dead && this.#log) await this.#cut(log);
  }

  async end(): Promise<void> {
    const log = (this.#log ??= await this.#open());
    await log.close();
    if (this.#disk.dead) await this.#cut(log);
    this.#log = null;
    this.#last = 0;
  }

  async #append(log: GroupCommitLog, size: number): Promise<void> {
    const values = Array.from({ length: size }, () => (this.#value += 1));
    try {
      this.#last = Math.max(this.#last, await append(log, values));
      this.acknowledged.push(...values);
    } catch {
      for (const value of values) this.refused.add(value);
    }
  }

  async #cut(log: GroupCommitLog): Promise<void> {
    await log.close();
    this.engine.cut(this.#chances);
    await this.#replace(log, this.#disk.afterPowerCut(this.#chances));
  }

  async #replace(log: GroupCommitLog, next: ForgetfulDisk): Promise<void> {
    this.crashed = true;
    this.#disk.cut();
    await log.close();
    this.#disk = next;
    this.#last = 0;
    this.#disk.cutAfter(this.#again || Infinity);
    this.#again = 0;
    this.#log = await this.#open();
  }

  /** The power may fail again during the start, and a call may fail. Then it starts once more. */
  async #open(): Promise<GroupCommitLog> {
    this.engine.failing = false;
    for (;;) {
      try {
        const log = await openOn(this.#disk, this.engine, { maxRows: 12 });
        log.start();
        return log;
      } catch (error) {
        if (this.#disk.dead) {
          this.engine.cut(this.#chances);
          this.#disk = this.#disk.afterPowerCut(this.#chances);
        } else if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error;
        this.crashed = true;
      }
    }
  }
}

it('keeps every acknowledged row once, whatever happens and whenever', async () => {
  let grouped = 0;
  let repaired = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 30 }), async (steps) => {
      const life = new Life();
      for (const step of steps) await life.run(step);
      // The engine may have been busy before the first end, and a failed call may keep a segment from being
      // loaded before the second.
      for (let ends = 0; ends < 3; ends += 1) await life.end();
      const { values } = life.engine;
      expect(new Set(values).size).toBe(values.length);
      expect(sorted(values.filter((value) => !life.refused.has(value)))).toEqual(sorted(life.acknowledged));
      const unasked = values.filter((value) => life.refused.has(value));
      expect(life.crashed ? [] : unasked).toEqual([]);
      grouped += life.engine.grouped;
      repaired += life.engine.repaired;
    }),
    { numRuns: 500, seed: 20270101 },
  );
  expect(grouped).toBeGreaterThan(20);
  expect(repaired).toBeGreaterThan(100);
});
