import { Option, type Command } from 'commander';
import type { GateReply } from '../gate/answer.ts';
import { decide } from '../gate/decide.ts';
import { junitFault, junitReport } from '../gate/junit-report.ts';
import { markdownFault, markdownReport } from '../gate/markdown-report.ts';
import {
  readCriterion,
  readDrop,
  readIdempotencyKey,
  readNumericId,
  type GateOptions,
} from '../gate/options.ts';
import { progressOn, SILENT } from '../terminal/progress.ts';
import { terminalReport } from '../gate/terminal-report.ts';
import { appendOutputs, appendSummary, writeReports, type Reports } from '../gate/write-reports.ts';
import { readCount, readSeconds, readText } from '../input/readers.ts';
import { addAddressOptions, readServiceAddress } from '../service/address.ts';
import { EXIT, asFault, type Fault } from '../service/fault.ts';
import { print, printFault, wantsJson } from '../terminal/output.ts';

const ENDS = `
Exit codes:
  0  pass, also where the verdict is inconclusive
  1  fail: it got worse by more than the thresholds allow; with --fail-on-inconclusive, also if it may have
  2  invalid input: an option, the key, a run or baseline that does not exist, a file
  3  the service cannot be reached or failed, or the run itself failed
  4  the run did not end within the timeout`;

export function addGate(program: Command): void {
  const gate = program
    .command('gate')
    .description('For CI: fail the build if an evaluation run is worse than its baseline')
    .addOption(
      new Option('--candidate <run>', 'the run to check; waits until it has ended')
        .argParser(readNumericId)
        .conflicts('dataset'),
    )
    .option('--dataset <id>', 'start a run of this dataset, and check that one', readNumericId)
    .option('--split <name>', 'for --dataset: only the items of this split', readText)
    .option(
      '--criterion <id>',
      'for --dataset: score only this criterion; may be given several times',
      readCriterion,
    )
    .option(
      '--idempotency-key <key>',
      'for --dataset: the same key within an hour starts no second run',
      readIdempotencyKey,
    )
    .addOption(
      new Option('--baseline <run>', 'the run to compare with')
        .argParser(readNumericId)
        .conflicts('baselineName'),
    )
    .option(
      '--baseline-name <name>',
      'compare with the latest earlier completed run of this name; with --dataset, defaults to the name of the dataset',
      readText,
    )
    .option(
      '--max-mean-drop <part>',
      'how far the mean over all criteria may drop, as a part of the scale',
      readDrop,
    )
    .option('--max-criterion-drop <part>', 'how far any single criterion may drop', readDrop)
    .option('--max-new-failures <n>', 'allowed increase of scores below the middle of the scale', readCount)
    .option('--require-significance', 'fail only for a significant drop (p < 0.05)')
    .option('--fail-on-inconclusive', 'also fail for a drop beyond a threshold that is not significant')
    .option('--allow-missing-baseline', 'pass when there is nothing to compare with yet')
    .option('--timeout <seconds>', 'how long to wait for the run', readSeconds, 1800)
    .option(
      '--markdown <file>',
      'write the report as Markdown (always written to $GITHUB_STEP_SUMMARY)',
      readText,
    )
    .option('--junit <file>', 'write the report as JUnit XML', readText)
    .addHelpText('after', ENDS)
    .action(runGate);
  addAddressOptions(gate);
}

async function runGate(options: GateOptions, command: Command): Promise<void> {
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  const progress = wantsJson(command) ? SILENT : progressOn(process.stderr);
  try {
    const { answer, run, raw } = await decide(options, readServiceAddress(options, process.env), progress);
    print(command, { ...raw, candidate: run }, () => terminalReport(answer, run));
    process.exitCode = exitOf(answer);
    const reports = { markdown: markdownReport(answer, run), junit: junitReport(answer, run, seconds()) };
    const missing = await report(reports, options, command);
    tell(await appendOutputs(run.id, answer.verdict, process.env['GITHUB_OUTPUT']), command);
    // A missing report is a fault, but it must not hide that the gate failed.
    if (missing && answer.pass) process.exitCode = EXIT.input;
  } catch (error) {
    progress.end();
    const fault = asFault(error);
    printFault(fault, command);
    process.exitCode = fault.exit;
    const reports = { markdown: markdownFault(fault.message), junit: junitFault(fault, seconds()) };
    await report(reports, options, command);
  }
}

function exitOf({ pass, verdict }: GateReply): number {
  if (pass) return EXIT.pass;
  return verdict === 'no_baseline' ? EXIT.input : EXIT.regression;
}

/** True if a requested report could not be written. */
async function report(reports: Reports, options: GateOptions, command: Command): Promise<boolean> {
  const faults = await writeReports(reports, options);
  const others = await appendSummary(reports, process.env['GITHUB_STEP_SUMMARY']);
  tell([...faults, ...others], command);
  return faults.length > 0;
}

function tell(faults: readonly Fault[], command: Command): void {
  for (const fault of faults) printFault(fault, command);
}
