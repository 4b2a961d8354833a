import { describe, expect, it } from 'vitest';
import { runWasm } from './wasm-text.ts';

type Exports = Record<string, (...values: number[]) => number | bigint>;

const run = (...of: Parameters<typeof runWasm>): Exports => runWasm(...of) as Exports;

describe('WebAssembly from text', () => {
  it.each(['0', '63', '64', '-64', '-65', '8191', '8192', '2147483647', '-2147483648', '0x811c9dc5'])(
    'constant %s',
    (value) => {
      const { ints, longs } = run(`(module
      (func $ints (export "ints") (result i32) (i32.const ${value}))
      (func $longs (export "longs") (result i64) (i64.add (i64.const ${value}) (i64.shl (i64.const ${value}) (i64.const 32)))))`);
      expect(ints?.()).toBe(Number(value) | 0);
      expect(longs?.()).toBe(BigInt.asIntN(64, BigInt(value) * 0x1_0000_0001n));
    },
  );

  it('loops, branches, calls forward, imports, globals and memory', () => {
    const heard: number[] = [];
    const { sum } = run(
      `(module
        (import "js" "hear" (func $hear (param i32)))
        (memory (export "memory") 1)
        (global $calls (mut i32) (i32.const 3)) ;; a (comment)
        (func $sum (export "sum") (param $to i32) (result i32) (local $at i32) (local $sum i32)
          (block $done (loop $each
            (br_if $done (i32.gt_u (local.get $at) (local.get $to)))
            (if (i32.and (local.get $at) (i32.const 1))
              (then (i32.store offset=300 (i32.const 8) (call $add (local.get $sum) (local.get $at)))
                (local.set $sum (i32.load offset=8 (i32.const 300))))
              (else (call $hear (local.get $at))))
            (local.set $at (i32.add (local.get $at) (i32.const 1)))
            (br $each)))
          (i32.add (local.get $sum) (global.get $calls)))
        (func $add (param $one i32) (param $two i32) (result i32)
          (global.set $calls (i32.add (global.get $calls) (i32.const 1000)))
          (i32.add (local.get $one) (local.get $two))))`,
      { hear: (value) => heard.push(value) },
    );
    expect(sum?.(6)).toBe(1 + 3 + 5 + 3 + 3_000);
    expect(heard).toEqual([0, 2, 4, 6]);
  });

  it.each([
    ['an instruction', '(i32.popcnt (i32.const 1))'],
    ['a name', '(local.get $nobody)'],
    ['a label', '(br $nowhere)'],
    ['a function', '(call $nobody)'],
  ])('with %s that is not supported is an error', (_what, code) => {
    expect(() => run(`(module (func $f ${code}))`)).toThrow(SyntaxError);
    expect(() => run(`(module (func $f ${code})`)).toThrow(SyntaxError);
  });
});
