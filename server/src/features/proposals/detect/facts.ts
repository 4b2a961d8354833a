// Input and output of the detectors. They are pure: no clock, no store, only these numbers and prices.
import type { PriceBook } from '#otlp';
import type { ProposalFigures } from '../figures.ts';
import type { KnownPrompt } from '#records';
import type { CallClass } from '../records/call-class.ts';
import type { ClassFigures } from '../records/class-figures.ts';
import type { LongContextFigures } from '../records/long-contexts.ts';
import type { ClassedCall } from '../records/classes-of-calls.ts';
import type { RepeatFigures } from '../records/repeated-inputs.ts';
import type { VersionFigures } from '../records/prompt-versions.ts';

export interface ScoredCall extends ClassedCall {
  /** `human`, or the number of a criterion. */
  source: string;
  /** 0 to 1. */
  score: number;
}

/** Facts of one account over one window. */
export interface ProposalFacts {
  endMs: number;
  classes: readonly ClassFigures[];
  repeats: readonly RepeatFigures[];
  versions: readonly VersionFigures[];
  longContexts: readonly LongContextFigures[];
  scores: readonly ScoredCall[];
  /** The registry; a larger id is a newer version. */
  prompts: readonly KnownPrompt[];
}

export interface ModelPricing {
  book: PriceBook;
  atMs: number;
}

export type FoundProposal = FoundBase & ProposalFigures;

interface FoundBase {
  project: number;
  /** Identifies the proposal when it is found again. */
  cause: readonly string[];
  title: string;
  detail: string;
  callIds: readonly string[];
  traceIds: readonly string[];
  /** The saving in the window. */
  savingUsd: number;
  confidence: number;
  /** Replaces the saving as the number that must double before it is proposed again. */
  failures?: number;
}

export const causeOf = ({ provider, model, classKind, className }: CallClass): string[] => [
  provider,
  model,
  classKind,
  className,
];

/** The class in the form of figures. */
export const callClassOf = ({ provider, model, classKind, className }: CallClass) => ({
  provider,
  model,
  classKind,
  className,
});

export const sameClass = (left: CallClass, right: CallClass): boolean =>
  left.project === right.project && causeOf(left).every((part, at) => part === causeOf(right)[at]);
