// Options of a command are settings. A command sets them before anything reads the configuration.
import { dataFolder } from './data-folder.ts';
import type { Env } from './reader.ts';

/** Those without a value change nothing. */
export function setOptions(options: Readonly<Env>): void {
  for (const [name, value] of Object.entries(options)) if (value !== undefined) process.env[name] = value;
}

/** A user's own records must not be mixed with made-up ones. */
export function setDemoFolder(): void {
  process.env['TRACEWELL_DATA_DIR'] ??= `${dataFolder(process.env)}-demo`;
}
