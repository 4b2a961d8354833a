import type { Command } from 'commander';
import { paint, print } from '@tracewell/cli/terminal';
import type { DoctorCheck } from './check.ts';
import { doctor } from './doctor.ts';

const MARK: Readonly<Record<DoctorCheck['status'], string>> = {
  ok: paint('green', '✓'),
  warn: paint('yellow', '!'),
  fail: paint('red', '✗'),
};

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('Check everything the service needs, and say what to fix')
    .action(async (_options: object, command: Command) => {
      const diagnosis = await doctor();
      const width = Math.max(...diagnosis.checks.map((check) => check.name.length));
      print(command, diagnosis, () =>
        [
          ...diagnosis.checks.map(
            ({ name, status, message }) => `${MARK[status]} ${paint('bold', name.padEnd(width))}  ${message}`,
          ),
          '',
          diagnosis.healthy ? 'No problems found.' : 'Fix everything marked ✗ first.',
        ].join('\n'),
      );
      if (!diagnosis.healthy) process.exitCode = 1;
    });
}
