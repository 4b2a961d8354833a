// The second of the two processes that run where Node is too old, with a program in place of the service.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const LAUNCHER = fileURLToPath(new URL('launcher.ts', import.meta.url));
/** Stops in order, in 400 ms, when it is asked for the first time. The service does it in the same way. */
const SERVICE = `process.once('SIGTERM', () => setTimeout(() => process.exit(0), 400));`;
const FOREVER = 'setInterval(() => undefined, 1000);';

async function start(program: string): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ['--import', LAUNCHER, '--input-type=module', '-e', `${program}${FOREVER}process.send('ready');`],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: { ...process.env, TRACEWELL_LAUNCHER: 'node' } },
  );
  await once(child, 'message');
  return child;
}

const endOf = async (child: ChildProcess): Promise<number | string> => {
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return code ?? signal ?? '';
};

describe.runIf(process.platform !== 'win32')('a process behind a launcher', () => {
  it('stops in order if one request to stop arrives several times', async () => {
    const child = await start(SERVICE);
    const end = endOf(child);
    child.kill('SIGTERM');
    await pause(20);
    child.kill('SIGTERM');
    await pause(20);
    child.kill('SIGTERM');
    expect(await end).toBe(0);
  });

  it('stops in order if its launcher is killed meanwhile, or without a signal', async () => {
    const stopping = await start(SERVICE);
    const first = endOf(stopping);
    stopping.kill('SIGTERM');
    await pause(20);
    stopping.disconnect();
    const running = await start(SERVICE);
    const second = endOf(running);
    running.disconnect();
    expect([await first, await second]).toEqual([0, 0]);
  });

  it('ends at the next request, if it does not stop', async () => {
    const child = await start(`process.once('SIGTERM', () => undefined);`);
    const end = endOf(child);
    // Requests within a second are one, and on a busy machine the first may be noticed late.
    while (child.signalCode === null) {
      child.kill('SIGTERM');
      await pause(1_100);
    }
    expect(await end).toBe('SIGTERM');
  });

  it('ends at once if nothing in it listens', async () => {
    const [one, two] = [await start(''), await start('')];
    const ends = [endOf(one), endOf(two)];
    one.kill('SIGTERM');
    two.kill('SIGINT');
    expect(await Promise.all(ends)).toEqual(['SIGTERM', 'SIGINT']);
  });
});
