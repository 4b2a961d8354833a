// No test depends on how much time passes: on a busy machine everything takes longer. What a test may do is in
// CONTRIBUTING.md, "Time in tests".
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const FILES = globSync(
  ['{bench,cli,clients,proofs,sdk,server,tools,web}/**/*.test.ts', 'server/test/**/*.ts', 'web/e2e/**/*.ts'],
  { cwd: ROOT.pathname, exclude: ['**/node_modules/**', '**/dist/**'] },
);

/** Files that may measure how long something took, and why. */
const MEASURES: Readonly<Record<string, string>> = {
  'server/test/support/wall-time.ts': 'It compares with a lower bound only.',
  'server/test/faults/clocks-apart.proof.test.ts':
    'Jobs that run every second may run more often in more time.',
  'server/test/whole-service/fuzz.proof.test.ts': 'It is only printed.',
};
const SHORTEST_WAIT_MS = 20_000;

const numberOf = (text: string): number => Number(text.replaceAll('_', ''));

/** The faults of a file, in the order of its text. */
function faults(file: string, text: string): string[] {
  const found: string[] = [];
  const clock = String.raw`(?:performance\.now\(\)|process\.uptime\(\))`;
  const marks = [...text.matchAll(/(\w+) = Date\.now\(\)/g)].map(([, name = '']) => name);
  const elapsed = [
    String.raw`${clock} *-(?!=)`,
    String.raw`expect\(${clock}`,
    String.raw`process\.hrtime\b`,
    ...marks.map((name) => String.raw`Date\.now\(\) - ${name}\b`),
  ];
  if (!Object.hasOwn(MEASURES, file) && new RegExp(elapsed.join('|')).test(text))
    found.push('measures how much time passes');
  if (/\bvi\.wait(?:For|Until)\(/.test(text) && file !== 'server/test/support/eventually.ts')
    found.push('waits with vi.waitFor, for a second; use `eventually`');
  for (const [, ms = ''] of text.matchAll(/\.(?:poll|waitFor\w*)\([^;]*?\btimeout: ([\d_]+)/g))
    if (numberOf(ms) < SHORTEST_WAIT_MS) found.push(`gives up an event after ${ms} ms`);
  return found.map((fault) => `${file} ${fault}`);
}

describe('time in tests', () => {
  it('is not measured, and events are awaited for long enough', () => {
    const own = 'tools/test/wall-time.test.ts';
    expect(FILES.length).toBeGreaterThan(600);
    expect(
      FILES.filter((file) => file !== own).flatMap((file) =>
        faults(file, readFileSync(new URL(file, ROOT), 'utf8')),
      ),
    ).toEqual([]);
  });

  it.each([
    ['const from = performance.now();\nexpect(performance.now() - from).toBeLessThan(500);', 1],
    ['const until = performance.now() + 500;\nexpect(performance.now()).toBeLessThan(until);', 1],
    ['const from = Date.now();\nexpect(Date.now() - from).toBeLessThan(500);', 1],
    ['const from = process.hrtime.bigint();', 1],
    ['await vi.waitFor(() => expect(seen).toBe(1));', 1],
    ['await expect.poll(() => seen, { interval: 10, timeout: 9_000 }).toBe(1);', 1],
    ["await page.getByText('x').waitFor({ state: 'detached', timeout: 6_000 });", 1],
    ['await expect.poll(() => seen, { timeout: 60_000 }).toBe(1);', 0],
    ['const until = performance.now() + 500;\nwhile (performance.now() < until) work();', 0],
    ['const at = new Date(Date.now() - DAY_MS);', 0],
  ])('the rule reads %j', (text, count) => {
    expect(faults('x.test.ts', text)).toHaveLength(count);
  });
});
