// The command itself, as a build runs it: exit codes, the output on each stream, and the files.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshFolder, run, takeTime } from '../run.ts';
import {
  FAIL,
  fakeService,
  GATE,
  INCONCLUSIVE,
  PASS,
  RUN,
  runAnswer,
  START,
  type FakeService,
} from './fake-service.ts';
import { readXml } from './read-xml.ts';

takeTime();

const folder = freshFolder();
const file = (name: string) => path.join(folder, name);
const text = (name: string) => readFileSync(file(name), 'utf8');

let passing: FakeService;
let failing: FakeService;
let undecided: FakeService;
let endless: FakeService;
beforeAll(async () => {
  const done = runAnswer('completed');
  passing = await fakeService({
    [START]: { status: 201, body: { runId: 42, deduplicated: false } },
    [RUN]: [runAnswer('running', { scoredCount: 3, pendingCount: 77 }), done],
    [GATE]: { body: PASS },
  });
  failing = await fakeService({ [RUN]: done, [GATE]: { body: FAIL } });
  undecided = await fakeService({
    [RUN]: done,
    [GATE]: [{ body: INCONCLUSIVE }, { body: { ...INCONCLUSIVE, pass: false } }],
  });
  endless = await fakeService({ [RUN]: runAnswer('queued') });
});
afterAll(async () => {
  await Promise.all([passing, failing, undecided, endless].map((service) => service.close()));
  rmSync(folder, { recursive: true, force: true });
});

const env = (service: { url: string }) => ({ TRACEWELL_URL: service.url, TRACEWELL_API_KEY: 'twl_secret' });
const CANDIDATE = ['gate', '--candidate', '42', '--baseline', '37'];

describe('tracewell gate', () => {
  it('0: runs the dataset, shows its progress on standard error, and passes', async () => {
    const shown = await run(['gate', '--dataset', '3', '--max-mean-drop', '.05'], env(passing));
    expect([shown.code, shown.stderr]).toEqual([
      0,
      'Run 42 of dataset 3 was started.\nRun 42 is running: 3 of 80 scored.\n',
    ]);
    expect(shown.stdout).toMatch(/^Run 42 .*\n✓ Gate: pass\n$/s);
    expect(shown.stdout).not.toContain('\u001B');
    expect(passing.asked.at(-1)?.query).toMatchObject({
      maxMeanDrop: '0.05',
      baselineName: 'support answers',
    });
  });

  it('1: the report on the terminal, in files, and appended to the page of the job', async () => {
    writeFileSync(file('summary.md'), 'before\n');
    const files = ['--markdown', file('new/gate.md'), '--junit', file('new/gate.xml')];
    const shown = await run([...CANDIDATE, ...files], {
      ...env(failing),
      GITHUB_STEP_SUMMARY: file('summary.md'),
      GITHUB_OUTPUT: file('outputs'),
    });
    expect([shown.code, shown.stderr]).toEqual([1, '']);
    expect(shown.stdout).toContain('✗ Gate: fail: 1 violation');
    expect(text('summary.md')).toBe(`before\n${text('new/gate.md')}\n`);
    expect(text('outputs')).toBe('run-id=42\nverdict=fail\n');
    expect(text('new/gate.md')).toContain('| ❌ | Faithfulness |');
    expect(readXml(text('new/gate.xml')).attributes).toMatchObject({ tests: '3', failures: '1' });
  });

  it('1: one JSON document, as the service gave it, with the run; colours where they are wanted', async () => {
    const [json, coloured] = await Promise.all([
      run([...CANDIDATE, '--json'], env(failing)),
      run(CANDIDATE, { ...env(failing), FORCE_COLOR: '1' }),
    ]);
    expect([json.code, json.stderr]).toEqual([1, '']);
    expect(JSON.parse(json.stdout)).toEqual({
      ...FAIL,
      candidate: expect.objectContaining({ id: 42, status: 'completed', scoredCount: 80 }),
    });
    expect(coloured.stdout).toContain('\u001B[31m');
  });

  it('0 if inconclusive, 1 with --fail-on-inconclusive; later steps see the verdict', async () => {
    const outputs = { ...env(undecided), GITHUB_OUTPUT: file('undecided') };
    const passed = await run(CANDIDATE, outputs);
    expect([passed.code, passed.stderr]).toEqual([0, '']);
    expect(passed.stdout).toContain('? Gate: inconclusive');
    expect(undecided.asked.at(-1)?.query).not.toHaveProperty('failOnInconclusive');
    const failed = await run([...CANDIDATE, '--fail-on-inconclusive', '--json'], outputs);
    expect(failed.code).toBe(1);
    expect(undecided.asked.at(-1)?.query).toMatchObject({ failOnInconclusive: 'true' });
    expect(JSON.parse(failed.stdout)).toMatchObject({
      verdict: 'inconclusive',
      cautions: ['inconclusive', 'same_outputs'],
    });
    expect(text('undecided')).toBe('run-id=42\nverdict=inconclusive\n'.repeat(2));
  });

  it('2, 3, 4: nothing on standard output, and a report that says so', async () => {
    const [late, unreachable, usage, keyless] = await Promise.all([
      run([...CANDIDATE, '--timeout', '1', '--junit', file('late.xml')], env(endless)),
      run([...CANDIDATE, '--json'], env({ url: 'http://127.0.0.1:1' })),
      run([...CANDIDATE, '--dataset', '3'], env(failing)),
      run(CANDIDATE, { ...env(failing), TRACEWELL_API_KEY: '', GITHUB_STEP_SUMMARY: file('keyless.md') }),
    ]);
    expect([late, unreachable, usage, keyless].map(({ code, stdout }) => [code, stdout])).toEqual([
      [4, ''],
      [3, ''],
      [2, ''],
      [2, ''],
    ]);
    expect(late.stderr).toContain('was still queued after 1 s');
    expect(readXml(text('late.xml')).attributes).toMatchObject({ errors: '1' });
    expect(JSON.parse(unreachable.stderr).reason).toBe('service_unreachable');
    expect(usage.stderr).toContain('cannot be used with');
    expect(keyless.stderr).toMatch(/^tracewell: The API key is missing/);
    expect(text('keyless.md')).toContain('Tracewell gate: not decided');
  });

  it('a report that cannot be written is a fault, but does not hide that the gate failed', async () => {
    mkdirSync(file('taken'));
    const [passed, failed, summary] = await Promise.all([
      run([...CANDIDATE, '--junit', file('taken')], env(passing)),
      run([...CANDIDATE, '--junit', file('taken')], env(failing)),
      run(CANDIDATE, { ...env(passing), GITHUB_STEP_SUMMARY: file('taken') }),
    ]);
    expect(passed.stderr).toBe(`tracewell: ${file('taken')} cannot be written (EISDIR).\n`);
    expect([passed.code, failed.code, summary.code]).toEqual([2, 1, 0]);
    expect(summary.stderr).toContain('EISDIR');
  });
});

describe('what users copy', () => {
  const page = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');

  it('names only options that exist', async () => {
    const { stdout } = await run(['gate', '--help']);
    const known = new Set([...(stdout.match(/--[a-z-]+/g) ?? []), '--json']);
    for (const name of [
      'docs/ci-gate.md',
      'examples/github-actions/README.md',
      'examples/github-actions/tracewell-gate.yml',
    ]) {
      const lines = page(name).split('\n');
      const used = lines.filter((line) => !/npm |tracewell-server |node --|curl/.test(line)).join('\n');
      const unknown = (used.match(/(?<=[\s`(])--[a-z][a-z-]+/g) ?? []).filter((option) => !known.has(option));
      expect([name, unknown]).toEqual([name, []]);
    }
  });
});
