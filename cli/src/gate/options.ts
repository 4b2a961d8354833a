// The options and environment of `tracewell gate`, checked before any request.
import { randomUUID } from 'node:crypto';
import { InvalidArgumentError } from 'commander';
import type { OperationInput } from '@tracewell/sdk';
import { wrongInput } from './fault.ts';
import type { ServiceAddress } from './service.ts';

export interface GateOptions {
  candidate?: number;
  dataset?: number;
  idempotencyKey?: string;
  baseline?: number;
  baselineName?: string;
  maxMeanDrop?: number;
  maxNewFailures?: number;
  maxCriterionDrop?: number;
  requireSignificance?: boolean;
  failOnInconclusive?: boolean;
  allowMissingBaseline?: boolean;
  url?: string;
  key?: string;
  markdown?: string;
  junit?: string;
  /** In seconds. */
  timeout: number;
}

export function readNumericId(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be the number of a run or dataset, such as 42.');
}

export function readCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a whole number, 0 or more.');
}

export function readDrop(text: string): number {
  const value = /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('Give a part of the scale, from 0 to 1: 0.05 is 5 % of it.');
}

export function readSeconds(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give whole seconds, 1 or more.');
}

export function readText(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('It must not be empty.');
}

export function readIdempotencyKey(text: string): string {
  if (text.length >= 1 && text.length <= 64) return text;
  throw new InvalidArgumentError('Give 1 to 64 characters.');
}

/** An existing run, or a dataset to run. */
export type GateCandidate = { runId: number } | { datasetId: number; idempotencyKey: string };

export function readCandidate(options: GateOptions): GateCandidate {
  const { candidate, dataset, idempotencyKey, baseline, baselineName } = options;
  if (dataset !== undefined) return { datasetId: dataset, idempotencyKey: idempotencyKey ?? randomUUID() };
  if (candidate === undefined) {
    throw wrongInput(
      'no_candidate',
      'Nothing to check: use --candidate <run>, or --dataset <id> to start a run.',
    );
  }
  if (baseline === undefined && baselineName === undefined) {
    throw wrongInput(
      'no_baseline_given',
      'Nothing to compare with: use --baseline <run>, or --baseline-name <name> for the latest run of that name.',
    );
  }
  if (idempotencyKey !== undefined) {
    throw wrongInput('no_dataset', '--idempotency-key is for the run that --dataset starts.');
  }
  return { runId: candidate };
}

/** A secret that is missing in a build is an empty variable there, so empty counts as missing. */
export function readServiceAddress(
  { url, key }: Partial<GateOptions>,
  env: NodeJS.ProcessEnv,
): ServiceAddress {
  const address = (url ?? env['TRACEWELL_URL'] ?? '').trim();
  const secret = (key ?? env['TRACEWELL_API_KEY'] ?? '').trim();
  if (address === '') {
    throw wrongInput('no_url', 'The address of the service is missing. Set TRACEWELL_URL, or use --url.');
  }
  if (secret === '') {
    throw wrongInput(
      'no_key',
      'The API key is missing. Set TRACEWELL_API_KEY, or use --key. (Builds of forks do not get the secrets of a repository.)',
    );
  }
  if (!/^[\u0021-\u007E]+$/.test(secret)) {
    throw wrongInput(
      'invalid_key',
      'TRACEWELL_API_KEY contains characters that are never part of a key. Copy it again.',
    );
  }
  return { url: readUrl(address), key: secret };
}

function readUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw wrongInput(
      'invalid_url',
      'TRACEWELL_URL must be an address such as https://tracewell.example.com.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw wrongInput('invalid_url', 'TRACEWELL_URL must not have a user or a password in it.');
  }
  return url;
}

type GateQuery = OperationInput<'get', '/v1/eval-runs/gate'>['query'];

/** Options that are not given are undefined, and not sent. */
export function gateQuery(options: GateOptions, run: { id: number; name: string | null }): GateQuery {
  // A dataset run has the name of the dataset.
  const name = options.baselineName ?? (options.baseline === undefined ? run.name : null);
  const given = {
    candidate: run.id,
    baseline: options.baseline,
    baselineName: name ?? undefined,
    maxMeanDrop: options.maxMeanDrop,
    maxNewFailures: options.maxNewFailures,
    maxCriterionDrop: options.maxCriterionDrop,
    requireSignificance: options.requireSignificance,
    failOnInconclusive: options.failOnInconclusive,
    allowMissingBaseline: options.allowMissingBaseline,
  };
  return given as GateQuery;
}
