// Tracing on plain OpenTelemetry spans, and everything else that a program uses of the service at run time.
export type { PromptLink, Scope } from './context.ts';
export type { Spool } from './exporter.ts';
export { GateDenied, type Gate, type GateOptions, type GateRunOptions, type GateStep, type GateVerdict } from './gate.ts';
export type { ContentRule, Mask } from './instrument.ts';
export type { TracingOptions } from './options.ts';
export type { EndedSpan } from './otlp.ts';
export type { ChatMessage, PromptOptions, Prompts, PromptVariables, ResolvedPrompt } from './prompts.ts';
export type { NewScore } from './scores.ts';
export type { ActiveSpan, ObserveOptions, ScoreDetails, SpanDetails, SpanType } from './spans.ts';
export { tracewell, type Tracewell, type TracewellProcessor } from './tracewell.ts';
export type { Usage } from './usage.ts';
