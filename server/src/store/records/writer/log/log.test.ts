// The log against a model: whatever is appended, however it crashes, whatever fails, each acknowledged row
// reaches the engine once. The engine here is a set of segment names and a list of values, which is all that
// the log relies on: that loading the same segment twice stores it once.
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { setTimeout as pause } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FRAME_BYTES } from './segment.ts';
import { tokenOf } from './load.ts';
import { GroupCommitLog, type SealedSegment } from './log.ts';
import { LogDamageError } from './recover.ts';
import { Segment, fileOf } from './segment.ts';
import { NO_WATCH, type ServiceWatch } from '#lib/watch';
import { eventually } from '#test/support/eventually';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'tracewell-log-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true, force: true });
});

class Engine {
  /** The token of a single segment is its name. */
  readonly segments = new Set<string>();
  values: number[] = [];
  failures = 0;
  folder: string;
  constructor(folder: string) {
    this.folder = folder;
  }
  load = async (segments: readonly SealedSegment[]): Promise<void> => {
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('The engine is busy.');
    }
    if (this.segments.has(tokenOf(segments))) return;
    for (const { name, rows } of segments) {
      const bytes = readFileSync(fileOf(this.folder, name, 'calls'));
      if (bytes.length !== 4 * rows.calls)
        throw new Error('A segment holds more or fewer rows than it says.');
      for (let at = 0; at < bytes.length; at += 4) this.values.push(bytes.readUInt32LE(at));
    }
    this.segments.add(tokenOf(segments));
  };
}

const openLog = (engine: Engine, extra: object = {}) =>
  GroupCommitLog.open({ folder: engine.folder, load: engine.load, onProblem: () => undefined, ...extra });

const append = (log: GroupCommitLog, values: number[]) =>
  log.append(({ calls }) => {
    for (const value of values) {
      calls.uint32(value);
      calls.rows += 1;
    }
  });

/** What a kill at this moment would leave on disk. */
function crash(engine: Engine, name: string): Engine {
  const copy = new Engine(path.join(root, name));
  cpSync(engine.folder, copy.folder, { recursive: true });
  for (const segment of engine.segments) copy.segments.add(segment);
  copy.values = [...engine.values];
  return copy;
}

const sorted = (values: number[]) => values.toSorted((left, right) => left - right);

describe('group-commit log', () => {
  it('under continuous load, segments are sealed by age and by questions between commits, never during one', async () => {
    const engine = new Engine(path.join(root, 'log'));
    const problems: unknown[] = [];
    const { log } = await openLog(engine, {
      maxAgeMs: 1,
      onProblem: (error: unknown) => problems.push(error),
    });
    const clients = Array.from({ length: 4 }, async (_, client) => {
      for (let at = 0; at < 200; at += 1) {
        const segment = await append(log, [client * 1_000 + at]);
        if (at % 20 === 0) await log.loaded(segment);
      }
    });
    await Promise.all(clients);
    await log.close();
    expect(problems).toEqual([]);
    expect(engine.values).toHaveLength(800);
    expect(engine.segments.size).toBeGreaterThan(5);
  });

  it('acknowledges rows that arrive together in one commit, and loads them', async () => {
    const engine = new Engine(path.join(root, 'log'));
    const { log } = await openLog(engine);
    const commit = vi.spyOn(Segment.prototype, 'commit');
    const segments = await Promise.all([append(log, [1, 2]), append(log, [3]), append(log, [4, 5])]);
    expect(commit).toHaveBeenCalledTimes(1);
    expect(new Set(segments).size).toBe(1);
    await log.loaded(segments[0]);
    expect(engine.values).toEqual([1, 2, 3, 4, 5]);
    await log.close();
    expect(readdirSync(engine.folder)).toEqual([]);
  });

  it('closes when rows that wait for their commit are in the engine, and leaves nothing on disk', async () => {
    const engine = new Engine(path.join(root, 'log'));
    const { log } = await openLog(engine);
    const acknowledged = append(log, [1, 2]);
    await log.close();
    expect(engine.values).toEqual([1, 2]);
    expect(readdirSync(engine.folder)).toEqual([]);
    expect(await acknowledged).toBe(1);
    await expect(append(log, [3])).rejects.toMatchObject({ reason: 'stopping' });
  });

  it('begins a new segment at its limits of rows and bytes, and when it is old', async () => {
    const engine = new Engine(path.join(root, 'log'));
    const { log } = await openLog(engine, { maxRows: 3, maxAgeMs: 20 });
    const first = await append(log, [1, 2, 3]);
    const second = await append(log, [4]);
    expect(second).toBe(first + 1);
    await log.loaded(second);
    expect(engine.segments.size).toBe(2);
    await append(log, [5]);
    await eventually(() => expect(engine.values).toEqual([1, 2, 3, 4, 5]));
    await log.close();
    const { log: small } = await openLog(engine, { maxBytes: 8 });
    const both = [await append(small, [6]), await append(small, [7])];
    expect([await append(small, [8]), ...both]).toEqual([2, 1, 1]);
    await small.close();
  });

  it('loads a large segment sooner than a small one', async () => {
    const engine = new Engine(path.join(root, 'log'));
    const large = { ageMs: 30, rows: 3, bytes: Infinity };
    const { log } = await openLog(engine, { maxAgeMs: 100_000, large });
    await append(log, [1]);
    await pause(2 * large.ageMs);
    await append(log, [2]);
    await pause(large.ageMs);
    expect(engine.values).toEqual([]);
    await append(log, [3]);
    await eventually(async () => expect(engine.values).toEqual([1, 2, 3]));
    await log.close();
    const young = new Engine(path.join(root, 'young'));
    const patient = await openLog(young, { maxAgeMs: 100_000, large: { ...large, ageMs: 100_000 } });
    await append(patient.log, [1, 2, 3]);
    await append(patient.log, [4]);
    await pause(large.ageMs);
    expect(young.values).toEqual([]);
    await patient.log.close();
  });

  it('keeps every acknowledged row once through random crashes, torn ends and engine failures', async () => {
    const step = fc.oneof(
      {
        weight: 6,
        arbitrary: fc.record({ kind: fc.constant('append' as const), size: fc.integer({ min: 1, max: 20 }) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('load' as const),
          failures: fc.integer({ min: 0, max: 1 }),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('crash' as const),
          garbage: fc.uint8Array({ maxLength: 100 }),
          tear: fc.boolean(),
        }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        run += 1;
        let engine = new Engine(path.join(root, `run-${run}-0`));
        let { log } = await openLog(engine, { maxRows: 40, maxAgeMs: 100_000 });
        const acknowledged: number[] = [];
        let value = 0;
        let last = 0;
        for (const [index, action] of steps.entries()) {
          if (action.kind === 'append') {
            const values = Array.from({ length: action.size }, () => (value += 1));
            last = await append(log, values);
            acknowledged.push(...values);
          } else if (action.kind === 'load') {
            engine.failures = action.failures;
            if (last > 0) await log.loaded(last);
          } else if (action.kind === 'restart') {
            last = 0;
            await log.close();
            ({ log } = await openLog(engine, { maxRows: 40, maxAgeMs: 100_000 }));
          } else {
            const next = crash(engine, `run-${run}-${index + 1}`);
            if (action.tear) tear(next.folder, Buffer.from(action.garbage));
            await log.close();
            last = 0;
            engine = next;
            ({ log } = await openLog(engine, { maxRows: 40, maxAgeMs: 100_000 }));
          }
        }
        await log.close();
        expect(sorted(engine.values)).toEqual(acknowledged);
      }),
      { numRuns: 60, seed: 20261115 },
    );
  }, 120_000);

  it('rejects the requests of a failed commit, stores nothing of them, and continues', async () => {
    const engine = new Engine(path.join(root, 'log'));
    const { log } = await openLog(engine);
    await append(log, [1]);
    // Everything is written, but the disk does not confirm it.
    const probe = await open(path.join(root, 'probe'), 'w');
    const handles = Object.getPrototypeOf(probe) as FileHandle;
    await probe.close();
    const sync = vi.spyOn(handles, 'datasync');
    sync.mockImplementationOnce(() =>
      Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' })),
    );
    // Longer than the next one, which must not be read as its beginning.
    await expect(append(log, [2, 22, 222])).rejects.toMatchObject({ reason: 'disk_full', status: 503 });
    const segment = await append(log, [3]);
    await log.loaded(segment);
    expect(sorted(engine.values)).toEqual([1, 3]);
    await log.close();
  });

  it('makes requests wait, then rejects them, when the engine does not keep up', async () => {
    const engine = new Engine(path.join(root, 'log'));
    engine.failures = 1_000;
    const { log } = await openLog(engine, { maxRows: 1, maxWaitingBytes: 8, patienceMs: 30 });
    await append(log, [1]);
    await append(log, [2]);
    await expect(log.room()).rejects.toMatchObject({ reason: 'overloaded', retryAfterSeconds: 2 });
    engine.failures = 0;
    await eventually(() => log.room());
    await log.close();
    expect(sorted(engine.values)).toEqual([1, 2]);
  });
});

describe('a damaged log', () => {
  const twoCommits = async (): Promise<{ engine: Engine; name: string }> => {
    const engine = new Engine(path.join(root, 'log'));
    const { log } = await openLog(engine, { maxAgeMs: 100_000 });
    await append(log, [1, 2]);
    await append(log, [3]);
    const copy = crash(engine, 'copy');
    await log.close();
    const name =
      readdirSync(copy.folder)
        .find((file) => file.endsWith('.frames'))
        ?.split('.')[0] ?? '';
    return { engine: copy, name };
  };

  it('is cut back to its last complete commit, at every length of a torn end', async () => {
    const { engine, name } = await twoCommits();
    for (let length = FRAME_BYTES; length <= 2 * FRAME_BYTES; length += 1) {
      const copy = crash(engine, `torn-${length}`);
      truncateSync(fileOf(copy.folder, name, 'frames'), length);
      const { log, torn } = await openLog(copy);
      await log.close();
      expect(copy.values).toEqual(length === 2 * FRAME_BYTES ? [1, 2, 3] : [1, 2]);
      expect(torn).toBe(length === FRAME_BYTES || length === 2 * FRAME_BYTES ? 0 : 1);
    }
  });

  it('is cut back when any byte of its last frame is wrong', async () => {
    const { engine, name } = await twoCommits();
    for (let at = FRAME_BYTES; at < 2 * FRAME_BYTES; at += 1) {
      const copy = crash(engine, `flipped-${at}`);
      const frames = readFileSync(fileOf(copy.folder, name, 'frames'));
      frames[at] = (frames[at] ?? 0) ^ 1;
      writeFileSync(fileOf(copy.folder, name, 'frames'), frames);
      const { log, torn } = await openLog(copy);
      await log.close();
      expect([at, copy.values, torn]).toEqual([at, [1, 2], 1]);
    }
  });

  it('is cut back when a frame reached the disk and its rows did not', async () => {
    const { engine, name } = await twoCommits();
    truncateSync(fileOf(engine.folder, name, 'calls'), 10);
    const { log, torn } = await openLog(engine);
    await log.close();
    expect([engine.values, torn]).toEqual([[1, 2], 1]);
  });

  it('is refused when complete commits follow the damage', async () => {
    const { engine, name } = await twoCommits();
    const file = fileOf(engine.folder, name, 'calls');
    const bytes = readFileSync(file);
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    await expect(openLog(engine)).rejects.toThrow(LogDamageError);
    expect(engine.values).toEqual([]);
  });

  it('is refused when a data file or a whole segment is missing', async () => {
    const { engine, name } = await twoCommits();
    const copy = crash(engine, 'no-data');
    rmSync(fileOf(copy.folder, name, 'calls'));
    await expect(openLog(copy)).rejects.toThrow(/is missing/);
    for (const part of ['calls', 'observations', 'call_content', 'frames'] as const) {
      cpSync(fileOf(engine.folder, name, part), fileOf(engine.folder, '0000000003-00000000', part));
    }
    await expect(openLog(engine)).rejects.toThrow(/missing between/);
  });

  it('is refused when one of the segments that were being loaded together is missing', async () => {
    const { engine, name } = await twoCommits();
    const gone = '0000000002-00000000';
    writeFileSync(
      path.join(engine.folder, 'checkpoint'),
      JSON.stringify({ through: 0, boot: 'always the same', arrived: [] }),
    );
    writeFileSync(path.join(engine.folder, `${name}.unit`), JSON.stringify([name, gone]));
    await expect(openLog(engine)).rejects.toThrow(/0000000002-00000000 is missing/);
  });

  it('is refused when another version wrote the segment, and keeps its bytes', async () => {
    const { engine, name } = await twoCommits();
    const frames = fileOf(engine.folder, name, 'frames');
    const bytes = readFileSync(frames);
    bytes.writeUInt32LE(0x54574c32, 0);
    bytes.writeUInt32LE(crc32(bytes.subarray(0, FRAME_BYTES - 4)), FRAME_BYTES - 4);
    writeFileSync(frames, bytes);
    await expect(openLog(engine)).rejects.toThrow(/written by another version/);
    expect(readFileSync(frames)).toEqual(bytes);
  });

  it('is refused when its checkpoint is damaged, or the segment after it is missing', async () => {
    const { engine, name } = await twoCommits();
    const write = (checkpoint: string) => writeFileSync(path.join(engine.folder, 'checkpoint'), checkpoint);
    write('{"through":');
    await expect(openLog(engine)).rejects.toThrow(/checkpoint is damaged/);
    const boot = 'always the same';
    const noted = (through: number) => JSON.stringify({ through, boot, arrived: [] });
    for (const part of ['calls', 'observations', 'call_content', 'frames'] as const) {
      cpSync(fileOf(engine.folder, name, part), fileOf(engine.folder, '0000000003-00000000', part));
      rmSync(fileOf(engine.folder, name, part));
    }
    write(noted(1));
    await expect(openLog(engine)).rejects.toThrow(/missing between the last checkpoint and 0000000003/);
    write(noted(2));
    const { log } = await openLog(engine);
    await log.close();
    expect([engine.values, readdirSync(engine.folder)]).toEqual([[1, 2, 3], []]);
  });
});

/** Appends bytes after the last commit, as an interrupted write leaves them. */
function tear(folder: string, garbage: Buffer): void {
  const frames = readdirSync(folder)
    .filter((file) => file.endsWith('.frames'))
    .toSorted();
  const newest = frames.at(-1);
  if (newest === undefined) return;
  for (const part of ['calls', 'frames']) {
    const file = path.join(folder, newest.replace(/frames$/, part));
    writeFileSync(file, Buffer.concat([readFileSync(file), garbage]));
  }
}

describe('a load of own traces', () => {
  it('is muted only if it has no other rows', async () => {
    const engine = new Engine(path.join(root, 'muted'));
    const loads: { muted: boolean | undefined; records: number | undefined }[] = [];
    let muted = false;
    const watch: ServiceWatch = {
      ...NO_WATCH,
      isMuted: () => muted,
      run: ({ isMuted, sizes }, work) => {
        loads.push({ muted: isMuted, records: sizes?.['records'] });
        return work();
      },
    };
    const { log } = await openLog(engine, { watch, maxAgeMs: 3_600_000 });
    const load = async (...appends: (readonly [boolean, number[]])[]) => {
      const segments = appends.map(([isMuted, values]) => {
        muted = isMuted;
        return append(log, values);
      });
      expect(log.state.waitingRecords).toBe(0);
      const stored = await Promise.all(segments);
      expect(log.state.waitingRecords).toBe(appends.flatMap(([, values]) => values).length);
      await log.loaded(Math.max(...stored));
    };
    await load([true, [1]]);
    await load([true, [2]], [false, [3, 4]], [true, [5]]);
    await load([true, [6]]);
    await load([false, [7]]);
    await log.close();
    expect(loads).toEqual([
      { muted: true, records: 1 },
      { muted: false, records: 4 },
      { muted: true, records: 1 },
      { muted: false, records: 1 },
    ]);
  });
});
