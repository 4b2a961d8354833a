// Brings settings into the files of an agent, and runs the commands with which an agent takes them.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { cannotRead, cannotWrite } from '../input/files.ts';
import { wrongInput } from '../service/fault.ts';
import { plain } from '../terminal/columns.ts';
import type { AgentCommand, AgentFile, AgentSetup } from './agents.ts';
import { merged } from './merge.ts';

export interface Applied {
  /** A file, or a command line. */
  what: string;
  changed: boolean;
}

/** All files are merged before the first is written, so that a refusal changes nothing. */
export function applySetup({ files, commands = [] }: AgentSetup): Applied[] {
  const planned = files.map(plan);
  for (const { file, text, isChanged } of planned) if (isChanged) put(file, text);
  return [
    ...planned.map(({ file, isChanged }) => ({ what: file, changed: isChanged })),
    ...commands.map((command) => ({ what: commandLine(command), changed: runIfNeeded(command) })),
  ];
}

/** As a shell takes it. */
export const commandLine = ({ run }: AgentCommand): string =>
  run
    .map((word) => (/^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(' ');

function runIfNeeded(command: AgentCommand): boolean {
  if (command.isDoneIf) {
    const { status, stdout } = start(command.isDoneIf.run);
    if (status === 0 && stdout.includes(command.isDoneIf.says)) return false;
  }
  const { status, stderr, stdout } = start(command.run);
  if (status === 0) return true;
  const said = plain((stderr.trim() === '' ? stdout : stderr).trim()).slice(0, 500);
  throw wrongInput('command_failed', `${commandLine(command)} failed: ${said}`);
}

function start([program, ...args]: readonly [string, ...string[]]) {
  const ran = spawnSync(program, args, { encoding: 'utf8', timeout: 60_000 });
  if (ran.error) {
    throw wrongInput(
      'no_program',
      `${program} could not be started. Run the command without --write, and follow what it prints.`,
    );
  }
  return ran;
}

function plan(wanted: AgentFile): { file: string; text: string; isChanged: boolean } {
  const file = path.join(wanted.base === 'here' ? process.cwd() : homedir(), wanted.path);
  const before = readIfThere(file);
  const text = merged(wanted, before);
  return { file, text, isChanged: text !== before };
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw cannotRead(file, error);
  }
}

/** The settings may have a key in them, so only their owner may read them. */
function put(file: string, text: string): void {
  const draft = `${file}.${process.pid}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    chmodSync(draft, 0o600);
    renameSync(draft, file);
  } catch (error) {
    throw cannotWrite(file, error);
  }
}
