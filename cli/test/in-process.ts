// Runs a command inside the test, which is much quicker than a process for each.
import { Command, CommanderError } from 'commander';
import { vi } from 'vitest';
import { addClientCommands } from '../src/commands/index.ts';

interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Only what is given is set: no login and no address of the machine. */
const NOTHING = {
  TRACEWELL_URL: '',
  TRACEWELL_API_KEY: '',
  XDG_CONFIG_HOME: '/nonexistent/config',
  NO_COLOR: '1',
};

export async function ranInProcess(args: readonly string[], env: Record<string, string> = {}): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  const program = new Command('tracewell').option('--json').exitOverride();
  const collect = (text: string) => {
    stderr += text;
  };
  program.configureOutput({ writeErr: collect, writeOut: (text) => (stdout += text) });
  addClientCommands(program);
  const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];
  for (const command of everyCommand(program)) {
    command.exitOverride().configureOutput({ writeErr: collect, writeOut: (text) => (stdout += text) });
  }
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    stdout += String(chunk);
    return true;
  });
  const err = vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => {
    stderr += String(chunk);
    return true;
  });
  for (const [name, value] of Object.entries({ ...NOTHING, ...env })) vi.stubEnv(name, value);
  try {
    process.exitCode = 0;
    await program.parseAsync([...args], { from: 'user' });
    return { code: process.exitCode, stdout, stderr };
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { code: error.exitCode === 0 ? 0 : 2, stdout, stderr };
  } finally {
    process.exitCode = 0;
    out.mockRestore();
    err.mockRestore();
    vi.unstubAllEnvs();
  }
}
