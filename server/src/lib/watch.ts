// Reports the work of the service, for its metrics and self-traces. Everything below `app` sees only this
// interface. Both are off by default, and then each call here does nothing.
import type { IncomingHttpHeaders } from 'node:http';

export type StepKind = 'commit' | 'load' | 'question' | 'job' | 'outbound';

/** One piece of work. Its texts are names from our code, never input. */
export interface WatchedStep<Result> {
  kind: StepKind;
  /** The name of the question or job, or the purpose of an outbound call. */
  name: string;
  /** `ok` by default. A step that throws is `error`. */
  outcome?: (result: Result) => string;
  /** Sizes, for the trace. */
  sizes?: Readonly<Record<string, number>>;
  /** Runs independently of requests, so it never belongs to the request that happened to start it. */
  isOwnRoot?: boolean;
  /** Makes no span: the work is only about stored traces of the service itself. */
  isMuted?: boolean;
}

/** Events that are only counted. Labels are bounded by the counter (core/watch/meters.ts). */
export type WatchedEvent =
  | { event: 'stored' | 'duplicates'; door: string }
  | { event: 'rejected' | 'refused'; door: string; reason: string }
  | { event: 'engine_error'; work: 'query' | 'stream' | 'command'; reason: string }
  | { event: 'notification'; channel: string; outcome: string };

export interface WatchedRequest {
  /** Runs the work of the request, so that its steps belong to its span. */
  within<Result>(work: () => Result): Result;
  /** Called with the decoded body. If it has self-traces of any Tracewell, the request makes no span. */
  saw(body: Uint8Array): void;
  end(method: string, route: string, status: number): void;
  /** Ends without a span. */
  forget(): void;
}

export interface ServiceWatch {
  count(counted: WatchedEvent, by?: number): void;
  answered(method: string, route: string, status: number, elapsedMs: number): void;
  run<Result>(step: WatchedStep<Result>, work: () => Promise<Result>): Promise<Result>;
  /** Null if the request is not traced. */
  arrive(headers: IncomingHttpHeaders): WatchedRequest | null;
  /** Whether the work in progress is about stored traces of the service itself. */
  isMuted(): boolean;
}

export const NO_WATCH: ServiceWatch = {
  count: () => undefined,
  answered: () => undefined,
  run: (_, work) => work(),
  arrive: () => null,
  isMuted: () => false,
};
