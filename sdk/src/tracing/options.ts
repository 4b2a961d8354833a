// The options of `tracewell()`. All of them can be left out; most have a variable of the environment.
import { diag } from '@opentelemetry/api';
import type { Spool } from './exporter.ts';
import type { ContentRule } from './instrument.ts';
import type { PromptCopies } from './prompts.ts';
import { environmentText } from './runtime.ts';

export interface TracingOptions {
  /** Address of the service; TRACEWELL_URL, or http://127.0.0.1:4318. */
  url?: string;
  /** TRACEWELL_API_KEY. Without a key nothing is sent. */
  apiKey?: string;
  /** TRACEWELL_PROJECT; not needed with a key that is bound to a project. */
  projectId?: string;
  /** Name of the program; TRACEWELL_SERVICE or OTEL_SERVICE_NAME. */
  service?: string;
  /** Such as `production`; TRACEWELL_ENVIRONMENT. */
  environment?: string;
  /** Version of the program; TRACEWELL_RELEASE. */
  release?: string;
  /** What may leave the process of what people and models wrote; `full` unless set. */
  content?: ContentRule;
  /** The share of traces that is recorded, 0 to 1; TRACEWELL_SAMPLE_RATE, or 1. */
  sample?: number;
  /** Called for everything that goes wrong in the SDK, which never throws; OpenTelemetry's `diag` unless set. */
  onError?: (error: Error) => void;
  /** Keeps spans while the service is away; `diskSpool` of `@tracewell/sdk/node` writes them to a folder. */
  spool?: Spool;
  /** Keeps prompts for a start while the service is away; `diskPrompts` of `@tracewell/sdk/node`. */
  promptCopies?: PromptCopies;
  /** How long a span waits for others before it is sent; 1,000 ms unless set. */
  delayMs?: number;
  /** How many spans may wait; further ones are dropped. 4,096 unless set. */
  maxQueued?: number;
  /** Another implementation of `fetch`. */
  fetch?: typeof globalThis.fetch;
}

interface Settings {
  url: string;
  apiKey: string | undefined;
  projectId: string | undefined;
  resource: Record<string, string>;
  content: ContentRule;
  sample: number;
  onError: (error: Error) => void;
  spool: Spool | undefined;
  promptCopies: PromptCopies | undefined;
  delayMs: number;
  maxQueued: number;
  fetch: (input: string | Request, init?: RequestInit) => Promise<Response>;
}

function shareOf(given: number | string | undefined): number {
  const share = Number(given ?? 1);
  return share >= 0 && share <= 1 ? share : 1;
}

export function readOptions(options: TracingOptions): Settings {
  const resource: Record<string, string> = {
    'service.name':
      options.service ??
      environmentText('TRACEWELL_SERVICE') ??
      environmentText('OTEL_SERVICE_NAME') ??
      'unknown_service',
    'telemetry.sdk.name': 'tracewell',
    'telemetry.sdk.language': 'nodejs',
  };
  const deployment = options.environment ?? environmentText('TRACEWELL_ENVIRONMENT');
  const release = options.release ?? environmentText('TRACEWELL_RELEASE');
  if (deployment !== undefined) resource['deployment.environment.name'] = deployment;
  if (release !== undefined) resource['service.version'] = release;
  return {
    url: (options.url ?? environmentText('TRACEWELL_URL') ?? 'http://127.0.0.1:4318').replace(/\/+$/, ''),
    apiKey: (options.apiKey ?? environmentText('TRACEWELL_API_KEY')) || undefined,
    projectId: options.projectId ?? environmentText('TRACEWELL_PROJECT'),
    resource,
    content: options.content ?? 'full',
    sample: shareOf(options.sample ?? environmentText('TRACEWELL_SAMPLE_RATE')),
    onError: options.onError ?? ((error) => diag.warn(`tracewell: ${error.message}`)),
    spool: options.spool,
    promptCopies: options.promptCopies,
    delayMs: options.delayMs ?? 1_000,
    maxQueued: options.maxQueued ?? 4_096,
    // Looked up for each request, because a program may replace the global one later.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  };
}
