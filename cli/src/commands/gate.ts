import { Option, type Command } from 'commander';
import type { GateAnswer } from '../gate/answer.ts';
import { decide } from '../gate/decide.ts';
import { EXIT, toGateFault, type GateFault } from '../gate/fault.ts';
import { junitFault, junitReport } from '../gate/junit-report.ts';
import { markdownFault, markdownReport } from '../gate/markdown-report.ts';
import {
  readAddress,
  readCount,
  readDrop,
  readId,
  readIdempotencyKey,
  readSeconds,
  readText,
  type GateOptions,
} from '../gate/options.ts';
import { progressOn, SILENT } from '../gate/progress.ts';
import { terminalReport } from '../gate/terminal-report.ts';
import { appendOutputs, appendSummary, writeReports, type Reports } from '../gate/write-reports.ts';
import { print, printFault, wantsJson } from '../output.ts';

const ENDS = `
Ends with
  0  pass, also where the verdict is inconclusive
  1  fail: it got worse by more than the thresholds allow; with --fail-on-inconclusive, or may have
  2  something given is wrong: an option, the key, a run or baseline that there is not, a file
  3  the service cannot be reached, has a fault, or the run itself failed
  4  the run was not over in time`;

export function addGate(program: Command): void {
  program
    .command('gate')
    .description('For CI: is this evaluation run worse than the one before?')
    .addOption(
      new Option('--candidate <run>', 'the run to judge; waited for while it is under way')
        .argParser(readId)
        .conflicts('dataset'),
    )
    .option('--dataset <id>', 'start a run of this dataset, and judge that', readId)
    .option(
      '--idempotency-key <key>',
      'of that run: the same one within an hour starts no second',
      readIdempotencyKey,
    )
    .addOption(
      new Option('--baseline <run>', 'the run to compare with').argParser(readId).conflicts('baselineName'),
    )
    .option(
      '--baseline-name <name>',
      "the latest completed run of this name before; with --dataset, the dataset's name",
      readText,
    )
    .option(
      '--max-mean-drop <part>',
      'the mean over the criteria may drop by this part of the scale',
      readDrop,
    )
    .option('--max-criterion-drop <part>', 'so may any one criterion', readDrop)
    .option(
      '--max-new-failures <n>',
      'scores below the middle of the scale, beyond the baseline’s',
      readCount,
    )
    .option('--require-significance', 'only a drop that chance does not explain (p < 0.05) fails')
    .option('--fail-on-inconclusive', 'a drop beyond a threshold that may be noise fails too')
    .option('--allow-missing-baseline', 'pass when there is nothing to compare with yet')
    .option('--timeout <seconds>', 'how long to wait for the run', readSeconds, 1800)
    .option(
      '--markdown <file>',
      'write the report as Markdown ($GITHUB_STEP_SUMMARY gets it anyway)',
      readText,
    )
    .option('--junit <file>', 'write the report as JUnit XML', readText)
    .option('--url <url>', 'address of the service (TRACEWELL_URL)')
    .option('--key <key>', 'an API key; TRACEWELL_API_KEY is safer, other users can see options')
    .addHelpText('after', ENDS)
    .action(runGate);
}

async function runGate(options: GateOptions, command: Command): Promise<void> {
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  const progress = wantsJson(command) ? SILENT : progressOn(process.stderr);
  try {
    const { answer, run, raw } = await decide(options, readAddress(options, process.env), progress);
    print(command, { ...raw, candidate: run }, () => terminalReport(answer, run));
    process.exitCode = exitOf(answer);
    const reports = { markdown: markdownReport(answer, run), junit: junitReport(answer, run, seconds()) };
    const missing = await report(reports, options, command);
    tell(await appendOutputs(run.id, answer.verdict, process.env['GITHUB_OUTPUT']), command);
    // A report that was asked for and is not there is a fault, but must not hide that the gate failed.
    if (missing && answer.pass) process.exitCode = EXIT.input;
  } catch (error) {
    progress.end();
    const fault = toGateFault(error);
    printFault(fault, wantsJson(command));
    process.exitCode = fault.exit;
    const reports = { markdown: markdownFault(fault.message), junit: junitFault(fault, seconds()) };
    await report(reports, options, command);
  }
}

function exitOf({ pass, verdict }: GateAnswer): number {
  if (pass) return EXIT.pass;
  return verdict === 'no_baseline' ? EXIT.input : EXIT.regression;
}

/** Whether one that was asked for is missing now. */
async function report(reports: Reports, options: GateOptions, command: Command): Promise<boolean> {
  const faults = await writeReports(reports, options);
  const others = await appendSummary(reports, process.env['GITHUB_STEP_SUMMARY']);
  tell([...faults, ...others], command);
  return faults.length > 0;
}

function tell(faults: readonly GateFault[], command: Command): void {
  for (const fault of faults) printFault(fault, wantsJson(command));
}
