import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { spanService } from '../../test/span-service.ts';
import { diskSpool } from './disk-spool.ts';

const made: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-spool-'));
  made.push(folder);
  return path.join(folder, 'spool');
};
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

describe('the spool on disk', () => {
  it('gives bodies back in order, each to one program', async () => {
    const folder = newFolder();
    const [one, other] = [diskSpool(folder), diskSpool(folder)];
    expect(await one.take()).toBeUndefined();
    for (const body of ['a', 'b', 'c']) expect(await one.put(body, 'traces')).toBe(true);
    const first = await one.take();
    const second = await other.take();
    expect([first?.body, second?.body]).toEqual(['a', 'b']);
    await first?.done();
    await second?.back();
    expect((await one.take())?.body).toBe('b');
  });

  it('a body that another program is sending is not taken, however old it is', async () => {
    const folder = newFolder();
    const [one, other] = [diskSpool(folder), diskSpool(folder)];
    await one.put('waited long', 'traces');
    const [file = ''] = readdirSync(folder);
    utimesSync(path.join(folder, file), 0, 0);
    const taken = await one.take();
    expect([taken?.body, await other.take()]).toEqual(['waited long', undefined]);
    await taken?.done();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is readable for its owner only', async () => {
    const folder = newFolder();
    await diskSpool(folder).put('secret', 'traces');
    const [file = ''] = readdirSync(folder);
    expect([statSync(folder).mode & 0o777, statSync(path.join(folder, file)).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
  });

  it('takes no more than fits, in bytes', async () => {
    const spool = diskSpool(newFolder(), { maxBytes: 10 });
    expect([
      await spool.put('ééé', 'traces'),
      await spool.put('ééé', 'traces'),
      await spool.put('1234', 'scores'),
    ]).toEqual([true, false, true]);
  });

  it('ignores a file that was never finished', async () => {
    const folder = newFolder();
    const spool = diskSpool(folder);
    await spool.put('whole', 'traces');
    writeFileSync(path.join(folder, '0-half.traces.json.draft'), 'ha');
    await (await spool.take())?.done();
    expect(await spool.take()).toBeUndefined();
  });

  it('carries spans over the end of a program', async () => {
    const folder = newFolder();
    const before = spanService({ spool: diskSpool(folder) });
    before.state.status = 0;
    before.tw.span('before the crash', () => {});
    expect(await before.tw.flush()).toBe(true);
    const after = spanService({ spool: diskSpool(folder) });
    expect(await after.tw.flush()).toBe(true);
    expect(after.spans.map(({ name }) => name)).toEqual(['before the crash']);
    expect(readdirSync(folder)).toEqual([]);
  });
});
