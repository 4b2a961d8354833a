// Tracing on plain OpenTelemetry spans, and everything else that a program uses of the service at run time.
export type { LinkedPrompt, TraceScope } from './context.ts';
export type { ScoreInput, Spool, SpoolKind } from './exporter.ts';
export {
  GateDenied,
  type Gate,
  type GateCheckOptions,
  type GateRunOptions,
  type GateStep,
  type StepVerdict,
} from './gate.ts';
export type { ComparisonOptions, TaskComparison } from './compare-tasks.ts';
export type { Experiment, ExperimentAnswer, ExperimentOptions } from './experiment.ts';
export type { ContentRule, Mask } from './instrument.ts';
export type { TracingOptions } from './options.ts';
export type { EndedSpan } from './otlp.ts';
export type {
  ChatMessage,
  PromptCopies,
  PromptOptions,
  Prompts,
  PromptVariables,
  ResolvedPrompt,
} from './prompts.ts';
export type { ActiveSpan, ObserveOptions, ScoreDetails, SpanDetails, SpanType } from './spans.ts';
export { tracewell, type Tracewell, type TracewellProcessor } from './tracewell.ts';
export type { ModelUsage } from './usage.ts';
