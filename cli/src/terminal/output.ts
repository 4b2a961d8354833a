// Output for people and scripts. Results go to standard output, errors to standard error. Colours are used
// only for people (styleText checks the stream and NO_COLOR).
import { styleText } from 'node:util';
import type { Command } from 'commander';
import { padded, paddedLeft, widthOf } from './columns.ts';

export const wantsJson = (command: Command): boolean =>
  command.optsWithGlobals<{ json?: boolean }>().json === true;

/** Prints the value for scripts or the text for people, never both. */
export function print(command: Command, value: unknown, text: () => string): void {
  process.stdout.write(wantsJson(command) ? `${JSON.stringify(value, null, 2)}\n` : `${text()}\n`);
}

export interface CommandFault {
  /** For scripts. */
  reason: string;
  message: string;
}

export function printFault({ reason, message }: CommandFault, command: Command): void {
  const text = wantsJson(command)
    ? JSON.stringify({ error: message, reason })
    : `${paint('red', `${nameOf(command)}:`, process.stderr)} ${message}`;
  process.stderr.write(`${text}\n`);
}

const nameOf = (command: Command): string => (command.parent ? nameOf(command.parent) : command.name());

type Colour = 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan';

export const paint = (colour: Colour, text: string, stream: NodeJS.WriteStream = process.stdout): string =>
  styleText(colour, text, { stream });

type Row = readonly (string | number | null)[];

/** `right` lists the right-aligned columns. */
export function table(head: readonly string[], rows: readonly Row[], right: readonly number[] = []): string {
  const cells = rows.map((row) => row.map((cell) => (cell === null ? '-' : String(cell))));
  const widths = head.map((title, at) =>
    Math.max(widthOf(title), ...cells.map((row) => widthOf(row[at] ?? ''))),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => (right.includes(at) ? paddedLeft : padded)(cell, widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [paint('dim', line(head)), ...cells.map(line)].join('\n');
}

/** Names and values, one per line. */
export function facts(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.max(...pairs.map(([name]) => widthOf(name)));
  return pairs.map(([name, value]) => `  ${paint('dim', padded(name, width))}  ${value}`).join('\n');
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

export function byteSize(count: number): string {
  const step = count < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(count) / 3));
  const value = count / 1000 ** step;
  return `${step === 0 ? value : value.toFixed(1)} ${UNITS[step]}`;
}

/** UTC, to the minute. */
export const when = (iso: string | null): string =>
  iso === null ? '-' : `${iso.slice(0, 16).replace('T', ' ')}Z`;
