// The options that choose calls, shared by every command about calls.
import { Option, type Command } from 'commander';
import type { Schemas } from '@tracewell/sdk';
import { readAmount, readMoment, readTag, readText } from '../input/readers.ts';

export interface FilterOptions {
  since?: string;
  until?: string;
  provider?: string;
  model?: string;
  tag?: Record<string, string>;
  errors?: boolean;
  error?: string;
  user?: string;
  session?: string;
  trace?: string;
  prompt?: string;
  promptVersion?: string;
  minLatency?: number;
  minCost?: number;
}

const FILTERS = 'Filters:';

function filter<T>(flags: string, description: string, read?: (text: string, before: T) => T): Option {
  const option = new Option(flags, description).helpGroup(FILTERS);
  return read === undefined ? option : option.argParser(read);
}

export const addWindowOptions = (command: Command): Command =>
  command
    .addOption(
      filter('--since <when>', 'from then on: 90m, 24h, 7d, a day or a time', (text) => readMoment(text)),
    )
    .addOption(filter('--until <when>', 'before then', (text) => readMoment(text)));

export const addFilterOptions = (command: Command): Command => addConditionOptions(addWindowOptions(command));

/** For calls that are not chosen by their time. */
export const addConditionOptions = (command: Command): Command =>
  command
    .addOption(filter('--provider <name>', 'exact name of the provider', readText))
    .addOption(filter('--model <text>', 'part of the name of the model', readText))
    .addOption(filter('--tag <name=value>', 'a tag; may be repeated', readTag))
    .addOption(filter('--errors', 'only calls that failed'))
    .addOption(filter('--error <text>', 'only calls whose error contains this', readText))
    .addOption(filter('--user <id>', 'calls of a user', readText))
    .addOption(filter('--session <id>', 'calls of a session', readText))
    .addOption(filter('--trace <id>', 'calls of a trace', readText))
    .addOption(filter('--prompt <name>', 'calls of a prompt', readText))
    .addOption(filter('--prompt-version <version>', 'calls of a version of the prompt', readText))
    .addOption(filter('--min-latency <ms>', 'calls that took at least this long', readAmount))
    .addOption(filter('--min-cost <usd>', 'calls that cost at least this much', readAmount));

/** For lists that can be searched. */
export const addSearchOption = (command: Command, where: string): Command =>
  command.addOption(filter('--search <text>', where, readText));

type Filter = Pick<
  Schemas['CallsQuery'],
  | 'startTime'
  | 'endTime'
  | 'provider'
  | 'model'
  | 'tags'
  | 'error'
  | 'userId'
  | 'sessionId'
  | 'traceId'
  | 'promptName'
  | 'promptVersion'
  | 'minLatencyMs'
  | 'minCostUsd'
>;

/** Options that are not given are not in it. */
export function callFilterOf(options: FilterOptions): Filter {
  const filter = {
    startTime: options.since,
    endTime: options.until,
    provider: options.provider,
    model: options.model,
    tags: options.tag,
    error: options.error ?? options.errors,
    userId: options.user,
    sessionId: options.session,
    traceId: options.trace,
    promptName: options.prompt,
    promptVersion: options.promptVersion,
    minLatencyMs: options.minLatency,
    minCostUsd: options.minCost,
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}
