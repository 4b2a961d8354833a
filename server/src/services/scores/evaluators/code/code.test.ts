// Code of criteria: what it is given and may return, and code that attacks the engine it runs in.
import { beforeEach, describe, expect, test } from 'vitest';
import type { EvaluatedFacts, ScoreType } from '../evaluator.ts';
import { compile, type Check } from '../index.ts';
import { CodeTimeout, loadCodeEngine } from './engine.ts';

// Code that broke the engine, such as an interrupted generator, leaves it to be made anew.
beforeEach(loadCodeEngine);

const FACTS: EvaluatedFacts = {
  input: 'Can I send it back?',
  messages: [{ role: 'user', content: 'Can I send it back?' }],
  toolCalls: [{ name: 'search', arguments: { q: 'returns' }, result: 'found' }],
  metadata: { env: 'test' },
  model: 'gpt-4o-mini',
  provider: 'openai',
  latencyMs: 820,
  costUsd: 0.001,
  inputTokens: 500,
  outputTokens: 250,
  steps: null,
  atMs: Date.UTC(2026, 2, 10, 12),
};
const MS = 150;
/** Where an answer is expected, a busy machine must not end the work. */
const AMPLE_MS = 100 * MS;

function run(
  rubric: string,
  { scoreType = 'numeric', ...changes }: Partial<Check> & { expectedOutput?: string | null } = {},
  ms = AMPLE_MS,
) {
  const { expectedOutput = 'Yes', ...scale } = changes;
  const check: Check = { type: 'code', rubric, scaleMin: 0, scaleMax: 10, scoreType, ...scale };
  const verdict = compile(check, ms)({ output: 'Yes, you can.', expectedOutput, facts: FACTS });
  return { ...verdict, code: verdict.reasoning.code };
}
const body = (text: string, ms = AMPLE_MS) => run(`function score(call) { ${text} }`, {}, ms);

describe('what it is given', () => {
  test('all that is known of the call', () => {
    const verdict = run(`
      function score(call) {
        return { score: 1, reason: JSON.stringify(call) };
      }`);
    const reason = verdict.reasoning.values['reason'];
    const { atMs: _, ...facts } = FACTS;
    expect(JSON.parse(String(reason))).toEqual({ ...facts, output: 'Yes, you can.', expectedOutput: 'Yes' });
  });

  test('a time that stands still at that of the call, in UTC, and the same random numbers', () => {
    const source = `
      const score = () => ({
        score: 1,
        reason: [
          new Date().toISOString(), Date.now(), new Date(0).getTime(), new Date().getHours(),
          new Date(2026, 0, 1).toISOString(), String(new Date(0)), Date().slice(0, 16),
          new Date().constructor === Date, new Date().getTimezoneOffset(),
          Math.random(), Math.random(), typeof performance, typeof setTimeout, typeof console,
        ].join(' '),
      })`;
    const verdict = run(source);
    expect(verdict.reasoning.message).toMatch(
      /^The code says: 2026-03-10T12:00:00\.000Z 1773144000000 0 12 2026-01-01T00:00:00\.000Z Thu, 01 Jan 1970 00:00:00 GMT Tue, 10 Mar 2026 true 0 0\.\d+ 0\.\d+ undefined undefined undefined$/,
    );
    expect(run(source)).toEqual(verdict);
  });

  test('nothing of an earlier call', () => {
    const source = 'globalThis.n ??= 0; function score() { n += 1; Array.prototype.x = 5; return n; }';
    expect([run(source).score, run(source).score]).toEqual([1, 1]);
    expect(run('const score = () => [].x ?? 7').score).toBe(7);
  });
});

describe('what it may return', () => {
  test.each<[returns: string, scoreType: ScoreType, result: object]>([
    ['7', 'numeric', { score: 7, passed: true, code: 'code_scored' }],
    ['0', 'numeric', { score: 0, passed: false }],
    ['2.5', 'numeric', { score: 2.5 }],
    ['true', 'numeric', { score: 10 }],
    ['false', 'numeric', { score: 0, passed: false }],
    [
      '({ score: 3, reason: "Because." })',
      'numeric',
      { score: 3, reasoning: { message: 'The code says: Because.' } },
    ],
    ['({ score: 3, reason: 5 })', 'numeric', { score: 3, code: 'code_scored' }],
    ['({ score: true, reason: "  " })', 'numeric', { score: 10, code: 'code_scored' }],
    ['({ __proto__: { score: 4 } })', 'numeric', { score: 4 }],
    ['new Proxy({}, { get: (_, name) => name === "score" ? 6 : undefined })', 'numeric', { score: 6 }],
    ['11', 'numeric', { score: null, reason: 'off_scale', code: 'code_off_scale' }],
    ['-0.1', 'numeric', { score: null, reason: 'off_scale' }],
    ['NaN', 'numeric', { score: null, reason: 'evaluation_failed', code: 'code_result' }],
    ['Infinity', 'numeric', { score: null, reason: 'evaluation_failed' }],
    ['"7"', 'numeric', { score: null, reason: 'evaluation_failed' }],
    ['7n', 'numeric', { score: null, reason: 'evaluation_failed' }],
    ['Symbol("7")', 'numeric', { score: null, reason: 'evaluation_failed' }],
    ['[7]', 'numeric', { score: null, reason: 'evaluation_failed' }],
    ['({})', 'numeric', { score: null, reason: 'evaluation_failed' }],
    ['new Number(7)', 'numeric', { score: null, reason: 'evaluation_failed' }],
    ['(() => 7)', 'numeric', { score: null, reason: 'evaluation_failed' }],
    ['undefined', 'numeric', { score: null, reason: 'evaluation_failed', code: 'code_result' }],
    ['({ score: null })', 'numeric', { score: null, reason: 'evaluation_failed' }],
    ['Promise.resolve(7)', 'numeric', { score: null, reason: 'evaluation_failed', code: 'code_result' }],
    ['({ then() {} })', 'numeric', { score: null, reason: 'evaluation_failed' }],
    ['({ get score() { throw new TypeError("no") } })', 'numeric', { score: null, code: 'code_threw_at' }],
    ['new Proxy({}, { get() { throw 1 } })', 'numeric', { score: null, code: 'code_threw' }],
  ])('%s (%s)', (returns, scoreType, result) => {
    expect(run(`const score = () => ${returns}`, { scoreType })).toMatchObject(result);
  });

  test.each([
    ['true', 1],
    ['false', 0],
    ['1', 1],
    ['0', 0],
    ['0.5', null],
  ])('%s for a boolean criterion: %s', (returns, score) => {
    const scale = { scoreType: 'boolean', scaleMin: 0, scaleMax: 1 } as const;
    expect(run(`const score = () => ${returns}`, scale).score).toBe(score);
  });

  test.each<[labels: string, returns: string, result: object]>([
    ['["good", "fair", "bad"]', '"good"', { score: 10, label: 'good', code: 'code_labelled' }],
    ['["good", "fair", "bad"]', '" FAIR "', { score: 5, label: 'fair' }],
    [
      '["good", "fair", "bad"]',
      '({ label: "bad", reason: "No." })',
      { score: 0, label: 'bad', code: 'code_says' },
    ],
    ['{ polite: 9, rude: 1 }', '({ score: "polite" })', { score: 9, label: 'polite' }],
    ['{ polite: 9, rude: 1 }', '"plain"', { score: null, reason: 'off_scale', code: 'code_unknown_label' }],
    ['{ polite: 9, rude: 1 }', '9', { score: null, reason: 'evaluation_failed' }],
    ['{ polite: 9, rude: 1 }', '"x".repeat(1e6)', { score: null, reason: 'off_scale' }],
  ])('labels %s: %s', (labels, returns, result) => {
    const source = `const labels = ${labels}; const score = () => (${returns})`;
    expect(run(source, { scoreType: 'categorical' })).toMatchObject(result);
  });

  test('nothing, if there is no expected output to compare with', () => {
    const source = 'const score = ({ expectedOutput }) => expectedOutput === null ? null : 5';
    expect(run(source, { expectedOutput: null })).toMatchObject({ reason: 'no_expected_output' });
    expect(run(source).score).toBe(5);
  });

  // Code that did not look for an expected output has no score for another reason.
  test.each([
    ['call.expectedOutput?.length', 'no_expected_output'],
    ['JSON.stringify(call) ? null : 1', 'no_expected_output'],
    ['({ score: call.expectedOutput })', 'no_expected_output'],
    ['call.output.length > 1 ? null : call.expectedOutput.length', 'evaluation_failed'],
    ['undefined', 'evaluation_failed'],
    ['((call.expectedOutput = "ab"), call.expectedOutput.length > 9 ? 1 : null)', 'evaluation_failed'],
    ['((call.expectedOutput ??= "ab"), call.expectedOutput.length)', undefined],
  ])('without an expected output, %s: %s', (returns, reason) => {
    const source = `Object.prototype.get = Object.prototype.value = 1; const score = (call) => ${returns}`;
    const verdict = run(source, { expectedOutput: null });
    expect(verdict).toMatchObject(reason === undefined ? { score: 2 } : { score: null, reason });
  });

  test('a reason is cut', () => {
    const { reasoning, code } = run('const score = () => ({ score: 1, reason: "x".repeat(5e6) })');
    expect([reasoning.message.length, code]).toEqual([1_000 + 'The code says: '.length, 'code_says']);
  });

  test('an error that it throws is shown with its line, and cut', () => {
    expect(body('\n\n  throw new RangeError("too far")').reasoning.message).toBe(
      'The code failed in line 3: RangeError: too far',
    );
    expect(body('throw "x".repeat(5e6)').reasoning.message.length).toBeLessThan(400);
    expect(body('throw null')).toMatchObject({ reason: 'evaluation_failed', code: 'code_threw' });
    expect(body('throw Symbol("a")')).toMatchObject({ reason: 'evaluation_failed', code: 'code_threw' });
  });
});

describe('code that is refused when it is saved', () => {
  test.each<[source: string, problem: RegExp]>([
    ['function score( { }', /^The code does not compile: SyntaxError: .+ \(line 1, column \d+\)\.$/],
    ['function score() {\n  return 1 +;\n}', /\(line 2, column 13\)/],
    ['import fs from "fs";\nfunction score() {}', /does not compile.*line 1/],
    ['export function score() {}', /does not compile.*line 1/],
    ['await 1; function score() {}', /does not compile/],
    ['', /must define a function score/],
    ['const points = () => 1', /must define a function score/],
    ['const score = 5', /must define a function score/],
    ['async function score() { return 1 }', /must not be async/],
    ['function* score() { yield 1 }', /must not be async, and no generator/],
    ['throw new Error("no");', /fails when it is loaded: Error: no \(line 1/],
    ['function score() {}\nrequire("fs")', /'?require'? is not defined.*line 2/],
    ['function score() {}\nprocess.exit()', /'?process'? is not defined.*line 2/],
    ['const a = []; for (;;) a.push(new Array(1e5).fill(7)); function score() {}', /memory/],
  ])('%s', (source, problem) => {
    expect(() => run(source)).toThrow(problem);
  });

  test.each([
    ['', /needs two labels or more/],
    ['const labels = ["one"];', /needs two labels or more/],
    ['const labels = "good, bad";', /needs two labels or more/],
    ['const labels = ["a", "A"];', /twice/],
    ['const labels = ["a", ""];', /1 to 60 characters/],
    ['const labels = ["a", "b\\0c"];', /1 to 60 characters/],
    ['const labels = { a: 11, b: 1 };', /"a" must have a score from 0 to 10/],
    ['const labels = { a: "5", b: 1 };', /"a" must have a score/],
    ['const labels = Array.from({ length: 1e3 }, (_, at) => "l" + at);', /more than 20 labels/],
    ['const labels = { get a() { throw new Error("x") }, b: 1 };', /fails when it is loaded/],
  ])('labels: %s', (labels, problem) => {
    expect(() => run(`${labels} const score = () => "a"`, { scoreType: 'categorical' })).toThrow(problem);
  });
});

describe('attacks', () => {
  const answersStill = async () => {
    await loadCodeEngine();
    expect(run('const score = () => 7').score).toBe(7);
  };

  test.each([
    ['endless loop', 'for (;;);'],
    ['endless loop that catches', 'for (;;) try { for (;;); } catch {}'],
    ['endless loop in a finally', 'try { for (;;); } finally { return 1; }'],
    ['endless getter', 'return { get score() { for (;;); } }'],
    ['endless proxy', 'return new Proxy({}, { get() { for (;;); } })'],
    ['endless error', 'throw { get name() { for (;;); } }'],
    ['endless iterator', 'return [...{ *[Symbol.iterator]() { for (;;) yield 1; } }].length'],
    ['back-tracking pattern', 'return /^(a+)+$/.test("a".repeat(40) + "!")'],
    ['back-tracking replacement', 'return "a".repeat(40).replace(/(a|a)*b/g, "").length'],
    ['endless sort', 'return [3, 2, 1].sort(() => { for (;;); })'],
    ['endless conversion', 'return +{ valueOf() { for (;;); } }'],
  ])('%s is interrupted', async (_, text) => {
    expect(() => body(text, MS)).toThrow(CodeTimeout);
    await answersStill();
  });

  test.each([
    ['list that grows', 'const a = []; for (;;) a.push(new Array(1e5).fill(7));', 'rubric_too_large'],
    ['text that doubles', 'let a = "x"; for (;;) a = a + a + "y".repeat(1000);', null],
    ['buffer', 'return new ArrayBuffer(2 ** 31 - 1).byteLength', null],
    [
      'caught bomb',
      'const a = []; try { for (;;) a.push("x".repeat(1e6) + a.length); } catch {} return 1',
      null,
    ],
    ['recursion', 'const f = () => f() + 1; return f()', 'rubric_circular'],
    ['recursion by JSON', 'const a = []; a[0] = { toJSON: () => [a] }; return JSON.stringify(a)', null],
    ['deep list', 'let a = []; for (let n = 0; n < 1e5; n += 1) a = [a]; return JSON.stringify(a)', null],
    ['deep pattern', 'return new RegExp("(".repeat(1e5) + ")".repeat(1e5)).test("a")', null],
  ])('%s is bounded', async (_, text, code) => {
    // A deep list takes long on a busy machine. Its memory is what is bounded here.
    const verdict = body(text);
    expect(code ?? verdict.code).toBe(verdict.code);
    expect(JSON.stringify(verdict).length).toBeLessThan(2_000);
    await answersStill();
  });

  test.each([
    ['require', 'return typeof require === "undefined" ? 1 : 2'],
    ['process', 'return typeof process === "undefined" ? 1 : 2'],
    ['fetch', 'return typeof fetch === "undefined" ? 1 : 2'],
    [
      'the global object',
      'return Object.getOwnPropertyNames(globalThis).some((n) => /^(?:std|os|print|scriptArgs|bjson)$/.test(n)) ? 2 : 1',
    ],
    [
      'a constructor',
      'return typeof (() => {}).constructor("return this")().process === "undefined" ? 1 : 2',
    ],
    ['a dynamic import', 'import("fs"); return 1'],
    [
      'a wait',
      'try { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1e9); return 2 } catch { return 1 }',
    ],
  ])('%s leads nowhere', (_, text) => {
    expect(body(text).score).toBe(1);
  });

  test.each([
    ['JSON', 'JSON.parse = () => ({}); JSON.stringify = () => "[[]]";'],
    [
      'the prototypes',
      'Object.prototype.score = 99; Object.prototype.kind = "number"; Array.prototype.toJSON = () => 1;',
    ],
    [
      'setters',
      'Object.defineProperty(Object.prototype, "value", { set() { throw 1 }, get() { return 99 } });',
    ],
    [
      'apply and slice',
      'Reflect.apply = () => 99; String.prototype.slice = () => { for (;;); }; Function.prototype.call = null;',
    ],
    [
      'frozen builtins',
      'for (const n of Object.getOwnPropertyNames(globalThis)) try { Object.freeze(globalThis[n]) } catch {}',
    ],
  ])('replacing %s changes nothing for the service', async (_, text) => {
    expect(
      run(`${text} function score({ output }) { return { score: 3, reason: "r".repeat(2000) } }`),
    ).toMatchObject({
      score: 3,
      code: 'code_says',
    });
    await answersStill();
  });

  test('ten attackers after each other leave a working engine', async () => {
    for (let round = 0; round < 10; round += 1) {
      await loadCodeEngine();
      expect(body('const a = []; for (;;) a.push(new Array(1e5).fill(7));').score).toBeNull();
    }
    await answersStill();
  });
});
