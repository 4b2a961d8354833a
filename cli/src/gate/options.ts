// The options and environment of `tracewell gate`, checked before any request.
import { randomUUID } from 'node:crypto';
import { InvalidArgumentError } from 'commander';
import { gateQuery, type CiGateQuery, type CiGateThresholds } from '@tracewell/sdk/ci-gate';
import { wrongInput } from '../service/fault.ts';
import type { AddressOptions } from '../service/address.ts';

export interface GateOptions extends AddressOptions {
  candidate?: number;
  dataset?: number;
  /** Criteria to score; all of the account unless given. */
  criterion?: number[];
  split?: string;
  idempotencyKey?: string;
  baseline?: number;
  baselineName?: string;
  maxMeanDrop?: number;
  maxNewFailures?: number;
  maxCriterionDrop?: number;
  requireSignificance?: boolean;
  failOnInconclusive?: boolean;
  allowMissingBaseline?: boolean;
  markdown?: string;
  junit?: string;
  /** In seconds. */
  timeout: number;
}

export function readNumericId(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be the number of a run, dataset or criterion, such as 42.');
}

/** May be given several times. */
export const readCriterion = (text: string, before: number[] = []): number[] => [
  ...before,
  readNumericId(text),
];

export function readDrop(text: string): number {
  const value = /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('Give a part of the scale, from 0 to 1: 0.05 is 5 % of it.');
}

export function readIdempotencyKey(text: string): string {
  if (text.length >= 1 && text.length <= 64) return text;
  throw new InvalidArgumentError('Give 1 to 64 characters.');
}

/** An existing run, or a dataset to run. */
export type GateCandidate =
  | { runId: number }
  | { datasetId: number; idempotencyKey: string; criterionIds?: number[]; split?: string };

export function readCandidate(options: GateOptions): GateCandidate {
  const { candidate, dataset, criterion, split, idempotencyKey, baseline, baselineName } = options;
  if (dataset !== undefined)
    return {
      datasetId: dataset,
      idempotencyKey: idempotencyKey ?? randomUUID(),
      ...(criterion === undefined ? {} : { criterionIds: [...new Set(criterion)] }),
      ...(split === undefined ? {} : { split }),
    };
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
  if (criterion !== undefined)
    throw wrongInput('no_dataset', '--criterion is for the run that --dataset starts.');
  if (idempotencyKey !== undefined) {
    throw wrongInput('no_dataset', '--idempotency-key is for the run that --dataset starts.');
  }
  if (split !== undefined) throw wrongInput('no_dataset', '--split is for the run that --dataset starts.');
  return { runId: candidate };
}

/** Options that are not given are undefined, and not sent. */
export const verdictQuery = (options: GateOptions, run: { id: number; name: string | null }): CiGateQuery =>
  gateQuery(
    {
      baseline: options.baseline,
      baselineName: options.baselineName,
      maxMeanDrop: options.maxMeanDrop,
      maxNewFailures: options.maxNewFailures,
      maxCriterionDrop: options.maxCriterionDrop,
      requireSignificance: options.requireSignificance,
      failOnInconclusive: options.failOnInconclusive,
      allowMissingBaseline: options.allowMissingBaseline,
    } as CiGateThresholds,
    run,
  );
