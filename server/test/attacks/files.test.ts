// Another user of the machine looks into the data folder, which was created with open permissions before the
// first start (a container volume, systemd's StateDirectory). That user can read none of the metadata files.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, it } from 'vitest';
import { freshFolder } from '../support/metadata.ts';

const CLI = fileURLToPath(new URL('../../src/command/main.ts', import.meta.url));

function command(folder: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', 'umask 022 && exec "$0" "$@"', process.execPath, CLI, ...args],
    {
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        TRACEWELL_DATA_DIR: folder,
        TRACEWELL_CLICKHOUSE_URL: 'http://127.0.0.1:1',
      },
    },
  );
  return { status, stdout, stderr };
}

const readableByOthers = (folder: string): string[] =>
  readdirSync(folder).filter((name) => (statSync(path.join(folder, name)).mode & 0o077) !== 0);

describe.runIf(inject('engine') === 'sqlite' && process.platform !== 'win32')(
  'a folder others can read',
  () => {
    it('holds no file that others can read, new or old', { timeout: 60_000 }, () => {
      const folder = path.join(freshFolder(), 'data');
      mkdirSync(folder);
      chmodSync(folder, 0o755);
      expect(command(folder, 'init', '--json')).toMatchObject({ status: 0 });
      expect(readdirSync(folder)).toContain('metadata.sqlite');
      expect(readableByOthers(folder)).toEqual([]);
      // As after a copy with another mode.
      chmodSync(path.join(folder, 'metadata.sqlite'), 0o644);
      expect(command(folder, 'keys', 'list', '--json')).toMatchObject({ status: 0 });
      expect(readableByOthers(folder)).toEqual([]);
    });

    it('doctor reports that others can read it, and what to do', { timeout: 60_000 }, () => {
      const folder = path.join(freshFolder(), 'data');
      mkdirSync(folder);
      chmodSync(folder, 0o750);
      expect(command(folder, 'init', '--json')).toMatchObject({ status: 0 });
      expect(command(folder, 'doctor').stdout).toContain(`chmod 700 ${folder}`);
      chmodSync(folder, 0o700);
      expect(command(folder, 'doctor').stdout).not.toContain('chmod 700');
    });
  },
);
