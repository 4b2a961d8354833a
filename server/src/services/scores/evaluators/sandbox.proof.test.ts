// Malicious rubrics: none may block the event loop of the service, and the next task is answered after each.
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processCpuMs } from '#test/support/cpu-time';
import { expectToTake } from '#test/support/wall-time';
import type { DeterministicType } from './evaluator.ts';
import { Sandbox, type SandboxOutcome } from './sandbox.ts';

const sandbox = new Sandbox({ taskMs: 250 });
afterAll(() => sandbox.stop());

const run = (
  box: Sandbox,
  type: DeterministicType,
  rubric: string,
  output: string | null,
  account = 'one',
): Promise<SandboxOutcome> =>
  box.run(account, {
    check: { type, rubric, scaleMin: 0, scaleMax: 1 },
    subject: output === null ? null : { output, expectedOutput: null },
  });

/** Enough for a slow task to reach its time limit before the memory limit. */
const ROOM_MB = 1_024;

const passes = { kind: 'verdict', verdict: { passed: true } };
const answersStill = async () => expect(await run(sandbox, 'regex', 'a+', 'aaa')).toMatchObject(passes);

/** Measures the CPU time of the service's own thread, during which it could do nothing else. */
async function held(work: () => Promise<SandboxOutcome>): Promise<{ outcome: SandboxOutcome; ms: number }> {
  const before = process.threadCpuUsage();
  const outcome = await work();
  const { user, system } = process.threadCpuUsage(before);
  return { outcome, ms: (user + system) / 1_000 };
}

const doubling = (levels: number, keyword: string) =>
  JSON.stringify({
    $ref: '#/$defs/d0',
    $defs: {
      ...Object.fromEntries(
        Array.from({ length: levels }, (_, level) => [
          `d${level}`,
          { [keyword]: [1, 2].map(() => ({ $ref: `#/$defs/d${level + 1}` })) },
        ]),
      ),
      [`d${levels}`]: { type: keyword === 'anyOf' ? 'string' : 'number' },
    },
  });
const objects = (count: number) => JSON.stringify(Array.from({ length: count }, (_, a) => ({ a })));
const lists = JSON.stringify(Array.from({ length: 2_000 }, () => [1, [2]]));
const letters = `${'ab'.repeat(131_000)}cd`;

const ATTACKS: [name: string, type: DeterministicType, rubric: string, output: string][] = [
  ['back-tracking', 'regex', '(a+)+$', `${'a'.repeat(200_000)}!`],
  ['alternatives', 'regex', '^(a|a)*$', `${'a'.repeat(200_000)}!`],
  ['many states', 'regex', '(?:.?){1000}[xy]d', letters],
  ['classes of all letters', 'regex', '(?:\\pL\\pN?){500}[^\\x00-\\x{10FFFF}]', letters],
  ['pattern in a schema', 'json_schema', '{"pattern": "(a+)+$"}', `"${'a'.repeat(50_000)}!"`],
  ['references that double', 'json_schema', doubling(40, 'anyOf'), '1'],
  ['all pairs of objects', 'json_schema', '{"uniqueItems": true}', objects(20_000)],
  ['itself', 'json_schema', '{"$ref": "#"}', '1'],
  ['long email', 'json_schema', '{"format": "email"}', `"${'a.'.repeat(50_000)}@"`],
  ['long uri', 'json_schema', '{"format": "uri"}', `"http://${'a%20'.repeat(30_000)} "`],
  ['long host name', 'json_schema', '{"format": "hostname"}', `"${'a-'.repeat(60_000)}"`],
  ['walks within walks', 'json_path', '$..[?count($..*) > 0] == 1', lists],
  ['a slice of each of all', 'json_path', '$..[::1]..[::1]..[::1]..[?@ == 9]', lists],
  ['pattern in a query', 'json_path', '$[?search(@, "(a+)+$")]', `["${'a'.repeat(100_000)}!"]`],
  ['endless loop', 'code', 'function score() { for (;;); }', ''],
  ['endless loop in a getter', 'code', 'const score = () => ({ get score() { for (;;); } })', ''],
  [
    'back-tracking in code',
    'code',
    'const score = ({ output }) => /^(a+)+$/.test(output)',
    `${'a'.repeat(60)}!`,
  ],
  ['large numbers', 'code', 'const score = () => { let n = 3n; for (;;) n *= n; }', ''],
  // No interrupt reaches this search: the thread is ended.
  ['a slow search', 'code', 'const score = () => "a".repeat(8e6).indexOf("a".repeat(4e6) + "b")', ''],
  [
    'pattern in the output',
    'json_path',
    '$[?match(@.t, @.p)]',
    `[{"t": "${'a'.repeat(90_000)}!", "p": "(a+)+"}]`,
  ],
];

describe('attacks on evaluation', () => {
  beforeAll(answersStill);

  test.each(ATTACKS)('%s', async (_name, type, rubric, output) => {
    // Starting a thread may take long on a busy machine, but not every time.
    let least = Infinity;
    for (let round = 1; round <= 3 && least >= 100; round += 1) {
      const { outcome, ms } = await held(() =>
        run(sandbox, type, rubric, output, round === 1 ? 'one' : `one ${round}`),
      );
      expect(outcome.kind).toMatch(/^(?:verdict|timeout|crashed)$/);
      expect(outcome).not.toMatchObject(passes);
      least = Math.min(least, ms);
    }
    expect(least).toBeLessThan(100);
    await answersStill();
  });
});

describe('attacks on compiling', () => {
  const nested = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times);

  test.each<[name: string, type: DeterministicType, rubric: string]>([
    ['parentheses', 'regex', nested('(', ')', 4_999)],
    ['repeats of repeats', 'regex', nested('(?:', ')?', 1_900)],
    ['schemas in schemas', 'json_schema', nested('{"not":', '}', 60).replace('}', '{}}')],
    ['references that double', 'json_schema', doubling(60, 'allOf')],
    ['parentheses in a filter', 'json_path', `$[?${nested('(', '', 4_500)}@.a${')'.repeat(4_500)}]`],
    ['negations', 'json_path', `$[?${'!'.repeat(9_000)}@.a]`],
    ['filters in filters', 'json_path', `$${'[?@'.repeat(2_400)}${']'.repeat(2_400)}`],
    ['three thousand walks', 'json_path', `$${'..*'.repeat(3_300)}`],
    ['brackets that never close', 'json_path', '$['.repeat(5_000)],
    ['code that loops when it is loaded', 'code', 'while (true); function score() {}'],
    ['nested code', 'code', `const score = ${'['.repeat(4_900)}${']'.repeat(4_900)}`],
  ])('%s', async (_name, type, rubric) => {
    expect(rubric.length).toBeLessThanOrEqual(10_000);
    const { ms } = await held(() => run(sandbox, type, rubric, null));
    expect(ms).toBeLessThan(100);
    await answersStill();
  });
});

// The slow lane has a low priority: on a busy machine its tasks take up to 20 times their limit. A thread takes
// half a second of CPU time to start, so there is one quick lane unless a test is about two.
describe('the thread', { timeout: 180_000 }, () => {
  const shared = new Sandbox({ quickLanes: 1 });
  afterAll(() => shared.stop());

  test('runs out of memory without affecting others', async () => {
    const small = new Sandbox({ quickLanes: 1, quickMs: 20_000, taskMs: 20_000, heapMb: 24 });
    const deep = `${'['.repeat(60)}${']'.repeat(60)}`;
    const outcome = await run(small, 'json_path', '$[?count($..*..*..*..*..*) > 0]', deep);
    expect(outcome).toMatchObject({ kind: 'crashed' });
    expect(await run(small, 'regex', 'a', 'a')).toMatchObject(passes);
    await small.stop();
  });

  test('a rubric that timed out twice is not tried a third time', async () => {
    const box = new Sandbox({ quickLanes: 1, taskMs: 300, strikes: 2 });
    const slow = () => run(box, 'json_schema', doubling(40, 'anyOf'), '1');
    for (let round = 0; round < 2; round += 1) expect(await slow()).toEqual({ kind: 'timeout' });
    const again = async () => {
      const answers = await Promise.all(Array.from({ length: 200 }, slow));
      expect(new Set(answers.map(({ kind }) => kind))).toEqual(new Set(['timeout']));
    };
    // Each try would cost 300 milliseconds.
    expect(await processCpuMs(again)).toBeLessThan(5_000);
    expect(await run(box, 'regex', 'a', 'a')).toMatchObject(passes);
    await box.stop();
  });

  test('accounts take turns', async () => {
    const order: string[] = [];
    const noted = async (account: string, n: number) => {
      await run(shared, 'regex', 'a', 'a', account);
      order.push(`${account}${n}`);
    };
    await Promise.all([...[1, 2, 3, 4].map((n) => noted('a', n)), ...[1, 2].map((n) => noted('b', n))]);
    // The first task is running before the others arrive.
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
  });

  test('the first slow task of an account delays no other account', async () => {
    const box = new Sandbox({ quickMs: 2_000, taskMs: 2_000, heapMb: ROOM_MB });
    await Promise.all(['one', 'two'].map((account) => run(box, 'regex', 'a', 'a', account)));
    // The slow task stays in its lane for two seconds.
    const late = run(box, 'json_schema', doubling(40, 'anyOf'), '1', 'attacker').then(() => 'late');
    const victims = Array.from({ length: 5 }, () => run(box, 'regex', 'a', 'a', 'victim'));
    expect(await Promise.race([late, Promise.all(victims).then(() => 'in time')])).toBe('in time');
    for (const outcome of await Promise.all(victims)) expect(outcome).toMatchObject(passes);
    await box.stop();
  });

  test('a rubric compiles before the evaluations of its account', async () => {
    const order: string[] = [];
    const noted = async (name: string, outcome: Promise<SandboxOutcome>) => {
      await outcome;
      order.push(name);
    };
    await Promise.all([
      ...['first', 'second', 'third'].map((name) => noted(name, run(shared, 'regex', 'a', 'a'))),
      noted('compiled', run(shared, 'regex', 'b', null)),
    ]);
    expect(order).toEqual(['first', 'compiled', 'second', 'third']);
  });

  test('a slow task gets its full time in the slow lane, beside tasks of others', async () => {
    const box = new Sandbox({ quickMs: 100, taskMs: 900, heapMb: ROOM_MB });
    await run(box, 'regex', 'a', 'a', 'victim');
    const order: string[] = [];
    const slow = expectToTake(900, () => run(box, 'json_schema', doubling(40, 'anyOf'), '1', 'attacker'));
    void slow.finally(() => order.push('slow'));
    expect(await run(box, 'regex', 'a', 'a', 'victim')).toMatchObject(passes);
    order.push('quick');
    expect(await slow).toEqual({ kind: 'timeout' });
    expect(order).toEqual(['quick', 'slow']);
    // From now on the attacker stays out of the quick lane, also with other rubrics.
    const second = run(box, 'json_schema', doubling(39, 'anyOf'), '1', 'attacker');
    const victim = run(box, 'regex', 'a', 'a', 'victim');
    const first = Promise.race([second.then(() => 'attacker'), victim.then(() => 'victim')]);
    expect(await first).toBe('victim');
    expect((await second).kind).toBe('timeout');
    await box.stop();
  });

  // Linux alone reports the CPU time of a thread.
  test.runIf(process.platform === 'linux')('a busy machine does not fail a small task', async () => {
    const box = new Sandbox({ quickLanes: 1, quickMs: 100, taskMs: 250, heapMb: ROOM_MB });
    // Moves the account to the slow lane, whose thread gives way to all others.
    expect((await run(box, 'json_schema', doubling(40, 'anyOf'), '1')).kind).toBe('timeout');
    expect(await run(box, 'json_schema', doubling(2, 'anyOf'), '1')).toMatchObject({ kind: 'verdict' });
    const slowAgain = run(box, 'json_schema', doubling(41, 'anyOf'), '1');
    const busy = Array.from(
      { length: 2 * availableParallelism() },
      () => new Worker('for (;;);', { eval: true, stdout: true }),
    );
    try {
      expect((await slowAgain).kind).toBe('timeout');
      expect(await run(box, 'json_schema', doubling(6, 'anyOf'), '1')).toMatchObject({ kind: 'verdict' });
    } finally {
      await Promise.all(busy.map((thread) => thread.terminate()));
      await box.stop();
    }
  });

  test('an account whose task was late only because of the machine returns to the quick lane at once', async () => {
    const box = new Sandbox({ quickMs: 150, taskMs: 1_200, heapMb: ROOM_MB });
    const schema = (at: number) => doubling(at, 'anyOf');
    await run(box, 'regex', 'a', 'a', 'unlucky');
    // Too slow for the quick lane, and recorded as such.
    expect((await run(box, 'json_schema', schema(40), '1', 'unlucky')).kind).toBe('timeout');
    // That ended the thread of the slow lane. Another account starts it again, because a start with a low
    // priority takes many seconds of a busy machine.
    expect((await run(box, 'json_schema', schema(40), '1', 'other')).kind).toBe('timeout');
    expect(await run(box, 'json_schema', schema(2), '1', 'other')).toMatchObject({ kind: 'verdict' });
    // In the slow lane this task is quick, even if that lane's thread has to wait for the processor.
    const busy = Array.from(
      { length: process.platform === 'linux' ? 2 * availableParallelism() : 0 },
      () => new Worker('for (;;);', { eval: true, stdout: true }),
    );
    const onBusyMachine = await run(box, 'json_schema', schema(6), '1', 'unlucky');
    expect(onBusyMachine).toMatchObject({ kind: 'verdict' });
    await Promise.all(busy.map((thread) => thread.terminate()));
    // The slow lane is busy for more than two seconds.
    const attacks = ['attacker', 'another'].map((account) =>
      run(box, 'json_schema', schema(41), '1', account),
    );
    await wait(200);
    const late = Promise.all(attacks).then(() => 'late');
    const quick = run(box, 'regex', 'a', 'a', 'unlucky').then(() => 'in time');
    expect(await Promise.race([late, quick])).toBe('in time');
    await late;
    await box.stop();
  });

  test('an account returns to the quick lane after a while', async () => {
    const box = new Sandbox({ quickLanes: 1, quickMs: 200, taskMs: 300, slowAccountMs: 1 });
    const slow = () => run(box, 'json_schema', doubling(40, 'anyOf'), '1');
    await slow();
    // The time of both lanes, since it starts in the quick one.
    expect(await expectToTake(490, slow)).toEqual({ kind: 'timeout' });
    await box.stop();
  });

  test('the number of waiting rubrics per account is limited; other accounts are not affected', async () => {
    const kinds = await Promise.all([
      ...Array.from({ length: 10 }, () => run(shared, 'regex', 'a', null, 'one')),
      run(shared, 'regex', 'a', null, 'two'),
    ]);
    const eight = Array.from({ length: 8 }, () => 'compiled');
    expect(kinds.map(({ kind }) => kind)).toEqual([...eight, 'busy', 'busy', 'compiled']);
    expect(await run(shared, 'regex', 'a', null, 'one')).toEqual({ kind: 'compiled' });
  });

  test('five hundred outputs and three rubrics at once, each with its own answer', async () => {
    const rubrics: [DeterministicType, string][] = [
      ['regex', '^[0-9]*[02468]$'],
      ['json_schema', '{"multipleOf": 2}'],
      ['json_path', '$ == 4'],
    ];
    let outcomes: SandboxOutcome[] = [];
    const took = await processCpuMs(async () => {
      outcomes = await Promise.all(
        Array.from({ length: 500 }, (_, n) =>
          rubrics.map(([type, rubric]) => run(shared, type, rubric, String(n))),
        ).flat(),
      );
    });
    const verdicts = outcomes.map((outcome) => (outcome.kind === 'verdict' ? outcome.verdict.passed : null));
    const expected = Array.from({ length: 500 }, (_, n) => [n % 2 === 0, n % 2 === 0, n === 4]).flat();
    expect(verdicts).toEqual(expected);
    expect(took).toBeLessThan(5_000);
  });

  test('ends when idle and starts again', async () => {
    const box = new Sandbox({ quickLanes: 1, idleMs: 20 });
    expect(await run(box, 'regex', 'a', 'a')).toMatchObject(passes);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await run(box, 'regex', 'a', 'a')).toMatchObject(passes);
    await box.stop();
  });
});
