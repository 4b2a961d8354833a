// Threads of the in-process engine have a lower priority than the thread that answers requests.
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import { testEngines, testOptions } from '#test/support/records-engine';
import { openEngine } from './engine.ts';

const embedded = (await testEngines()).filter(({ config }) => config.kind === 'embedded');

/** Names and priorities of all threads of this process. */
const threads = (): { name: string; priority: number }[] =>
  readdirSync('/proc/self/task').map((id) => {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'latin1');
    const [begin, end] = [stat.indexOf('('), stat.lastIndexOf(')')];
    return { name: stat.slice(begin + 1, end), priority: Number(stat.slice(end + 2).split(' ')[16]) };
  });

describe.runIf(process.platform === 'linux').each(embedded)('threads of the $name engine', ({ config }) => {
  it('have a lower priority, including those that it starts for a question', async () => {
    const engine = await openEngine(config, testOptions());
    await engine.query('SELECT count() FROM numbers(1000000) GROUP BY number % 7');
    const own = getPriority();
    const later = threads().filter(({ priority }) => priority > own);
    expect(later.length).toBeGreaterThan(0);
    expect(later.filter(({ name }) => /^(?:node|libuv|WorkerThread)/.test(name))).toEqual([]);
    await expect
      .poll(() => threads().filter(({ name, priority }) => /Pool/.test(name) && priority === own))
      .toEqual([]);
    await engine.close();
  });
});
