// A file that failed runs once more alone. If it passes then, its first failure depends on what ran beside it.
import { projects, runVitest, type Ended } from './vitest.ts';

/** The names of failures that remain. `flaky` gets those that passed alone. Failures are printed last. */
export async function repeatFailures(
  reports: string,
  runs: readonly { project: readonly string[]; ended: Ended }[],
): Promise<{ failed: string[]; flaky: string[] }> {
  const failed: string[] = [];
  const flaky: string[] = [];
  const told: string[] = [];
  for (const { project, ended } of runs) {
    if (ended.code !== 0 && ended.failures.length === 0) {
      failed.push(project.join(', '));
      told.push(
        `\nfailed: Vitest ended with ${ended.code} in ${project.join(', ')}\n${ended.output.slice(-4_000)}\n`,
      );
    }
    for (const file of new Set(ended.failures.map((failure) => failure.file))) {
      const first = ended.failures.filter((failure) => failure.file === file);
      const names = first.map(({ test }) => `${file} > ${test}`);
      const again = await runVitest(reports, [file, ...projects(...project), '--maxWorkers', '1']);
      const passes = again.code === 0 && again.files.length > 0;
      (passes ? flaky : failed).push(...names);
      for (const { test, reason } of first)
        told.push(`\n${passes ? 'flaky' : 'failed'}: ${file} > ${test}\n  ${reason}\n`);
    }
  }
  for (const text of told) process.stdout.write(text);
  return { failed, flaky };
}
