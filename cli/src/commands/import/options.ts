// The options that the importers share.
import path from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { REAL_TIME } from '@tracewell/sdk';
import { readMoment, readText } from '../../input/readers.ts';
import { readServiceAddress, readUrl, type AddressOptions } from '../../service/address.ts';
import { addServiceOptions, type Asking } from '../../service/ask-command.ts';
import { wrongInput } from '../../service/fault.ts';
import { peerApi, type PeerApi } from './peers/api.ts';
import { progressFor, type Importing, type RunOptions } from './run-import.ts';

const SOURCE = 'Source:';
/** The service stores what arrives together in one go, so more requests at a time cost it less. */
const CONCURRENCY = 16;

export interface ImportOptions extends Omit<RunOptions, 'concurrency'> {
  concurrency: string;
}

export interface PeerOptions extends ImportOptions {
  sourceUrl?: string;
  sourceKey?: string;
  sourceProject?: string;
  from?: string;
  to?: string;
}

function readConcurrency(text: string): string {
  if (/^([1-9]|[12]\d|3[0-2])$/.test(text)) return text;
  throw new InvalidArgumentError('Give a number from 1 to 32.');
}

export function addImportOptions(command: Command): Command {
  return addServiceOptions(command)
    .option('--dry-run', 'read everything, send nothing, and say what would not fit')
    .option('--skip-refused', 'import the rest if the account would not take everything')
    .option('--restart', 'begin again; what is stored is not stored again')
    .option('--checkpoint <file>', 'where to keep how far the import is', readText)
    .addOption(
      new Option('--concurrency <n>', 'requests at a time')
        .argParser(readConcurrency)
        .default(String(CONCURRENCY)),
    );
}

interface PeerHelp {
  url: string;
  key: string;
  project?: string;
}

export function addPeerOptions(command: Command, { url, key, project }: PeerHelp): Command {
  const add = addImportOptions(command)
    .addOption(new Option('--from <time>', 'only what is not older: 30d, 2026-01-31, …').argParser(readTime))
    .addOption(new Option('--to <time>', 'only what is older').argParser(readTime))
    .addOption(new Option('--source-url <url>', `address of the source (${url})`).helpGroup(SOURCE))
    .addOption(new Option('--source-key <key>', `its key (${key})`).helpGroup(SOURCE));
  if (project !== undefined) add.addOption(new Option('--source-project <name>', project).helpGroup(SOURCE));
  return add;
}

/** The text itself stays: a later run with the same text goes on from the checkpoint. */
function readTime(text: string): string {
  readMoment(text);
  return text;
}

export function importingOf(asking: Asking, options: ImportOptions): Importing {
  const { project, ...given } = asking.command.optsWithGlobals<AddressOptions & { project?: string }>();
  return {
    asking,
    address: readServiceAddress(given, process.env),
    projectId: project,
    progress: progressFor(asking.command),
    options: { ...options, concurrency: Number(options.concurrency) },
  };
}

/** The first variable that is set. */
export const fromEnv = (...names: string[]): string | undefined =>
  names.map((name) => process.env[name]?.trim()).find((value) => value !== undefined && value !== '');

export function requireSetting(value: string | undefined, what: string, where: string): string {
  if (value !== undefined) return value;
  throw wrongInput('no_source_key', `${what} is missing. Set ${where}.`);
}

export function apiOf(
  name: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  { progress }: Importing,
): PeerApi {
  return peerApi({ name, url: readUrl(url), headers, time: REAL_TIME, onWait: (text) => progress.say(text) });
}

/** The whole path of a file identifies it. */
export const identityOfFiles = (name: string, files: readonly string[], more: object = {}): string =>
  JSON.stringify([name, files.map((file) => path.resolve(file)), more]);
