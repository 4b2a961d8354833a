import { Command, CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { addGate } from '../../src/commands/gate.ts';
import { readCandidate, type GateOptions } from '../../src/gate/options.ts';
import { progressOn } from '../../src/terminal/progress.ts';

/** The parsed command line, without running it; or why it is rejected. */
function read(...args: string[]): GateOptions | string {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  addGate(program);
  const [gate] = program.commands;
  let options: GateOptions | null = null;
  gate?.action((given: GateOptions) => {
    options = given;
  });
  try {
    program.parse(['gate', ...args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.message;
    throw error;
  }
  return options ?? 'nothing';
}

describe('options', () => {
  it('are read', () => {
    const given =
      '--candidate 42 --baseline 37 --max-mean-drop .05 --max-new-failures 0 --max-criterion-drop 1';
    expect(read(...given.split(' '), '--require-significance', '--fail-on-inconclusive')).toEqual({
      candidate: 42,
      baseline: 37,
      maxMeanDrop: 0.05,
      maxNewFailures: 0,
      maxCriterionDrop: 1,
      requireSignificance: true,
      failOnInconclusive: true,
      timeout: 1800,
    });
  });

  it.each([
    ['--candidate 1 --dataset 3', 'cannot be used with'],
    ['--candidate 1 --baseline 2 --baseline-name x', 'cannot be used with'],
    ['--candidate main', 'It must be the number'],
    ['--candidate 0', 'It must be the number'],
    ['--dataset 3 --criterion tone', 'It must be the number'],
    ['--max-mean-drop 5', 'from 0 to 1'],
    ['--max-mean-drop NaN', 'from 0 to 1'],
    ['--max-criterion-drop -0.1', 'from 0 to 1'],
    ['--max-criterion-drop 0x1', 'from 0 to 1'],
    ['--max-new-failures 1.5', 'whole number'],
    ['--timeout 0', 'whole seconds'],
    [`--idempotency-key ${'x'.repeat(65)}`, '1 to 64'],
    ['--fly', 'unknown option'],
  ])('%s is rejected', (args, said) => {
    expect(read(...args.split(' '))).toContain(said);
  });

  it('say what to judge, and what to compare it with', () => {
    const timeout = 1;
    expect(() => readCandidate({ timeout, baseline: 1 })).toThrow('--dataset <id>');
    expect(() => readCandidate({ timeout, candidate: 1 })).toThrow('--baseline-name <name>');
    expect(() => readCandidate({ timeout, candidate: 1, baseline: 2, idempotencyKey: 'x' })).toThrow(
      '--dataset starts',
    );
    expect(() => readCandidate({ timeout, candidate: 1, baseline: 2, criterion: [4] })).toThrow(
      '--criterion is for',
    );
    expect(readCandidate({ timeout, candidate: 1, baseline: 2 })).toEqual({ runId: 1 });
    expect(readCandidate({ timeout, dataset: 3, idempotencyKey: 'x' })).toEqual({
      datasetId: 3,
      idempotencyKey: 'x',
    });
    expect(read('--dataset', '3', '--criterion', '4', '--criterion', '5')).toMatchObject({
      criterion: [4, 5],
    });
    expect(readCandidate({ timeout, dataset: 3, idempotencyKey: 'x', criterion: [4, 5, 4] })).toMatchObject({
      criterionIds: [4, 5],
    });
  });
});

describe('progress', () => {
  it('is one line that changes on a terminal, and a line now and then in a log', () => {
    const written: string[] = [];
    let now = 0;
    const write = (text: unknown) => written.push(String(text)) > 0;
    const onTerminal = progressOn({ isTTY: true, write });
    onTerminal.end();
    onTerminal.show('x'.repeat(100));
    onTerminal.end();
    expect(written.splice(0)).toEqual([`\r\u001B[K${'x'.repeat(78)}…`, '\r\u001B[K']);
    const inLog = progressOn({ write }, () => now);
    for (const text of ['1', '2', '3', '3', '4']) {
      inLog.show(text);
      now += 10_000;
    }
    inLog.say('end');
    expect(written).toEqual(['1\n', '3\n', '4\n', 'end\n']);
  });
});
