// One agent run: holds its identity, time and place, and makes its calls and observations.
import { SECOND_MS } from '#lib/clock';
import { NO_LABELS } from '#records/record';
import type { JsonObject, ObservationRecord, ObservationType, StoredRecord } from '#records';
import { releaseAt } from './calendar.ts';
import { failureAt, type SampleFailure } from './failures.ts';
import { makeCall, type Ask, type SampleRole } from './make-call.ts';
import type { Random } from './random.ts';

export interface Sample {
  random: Random;
  nowMs: number;
  /** Records are numbered under this prefix, so that their ids are unique. */
  prefix: string;
  records: StoredRecord[];
}

export class Scene {
  readonly #sample: Sample;
  readonly #role: SampleRole;
  readonly #env: string;
  readonly traceId: string | null;
  /** The time of the next event. */
  atMs: number;

  constructor(sample: Sample, role: SampleRole, atMs: number, traced: boolean) {
    this.#sample = sample;
    this.#role = role;
    this.#env = sample.random.chance(0.86) ? 'production' : 'staging';
    this.traceId = traced ? sample.random.hex(32) : null;
    this.atMs = atMs;
  }

  newSpan(): string {
    return this.#sample.random.hex(16);
  }

  #newId(): string {
    return `${this.#sample.prefix}-${String(this.#sample.records.length + 1).padStart(4, '0')}`;
  }

  /** False if the call failed and the caller gives up. A rate limit is waited out. */
  ask(ask: Ask, parentSpanId: string | null = null): boolean {
    const { random, nowMs } = this.#sample;
    const failure = ask.steady ? null : failureAt(random, this.atMs, nowMs);
    this.#call(ask, failure, parentSpanId);
    if (failure === null) return true;
    if (!failure.passes) return false;
    this.atMs += Math.round(random.between(1.4, 4) * SECOND_MS);
    this.#call(ask, null, parentSpanId);
    return true;
  }

  #call(ask: Ask, failure: SampleFailure | null, parentSpanId: string | null): void {
    const call = makeCall(this.#sample, {
      ...this.#role,
      ask,
      failure,
      env: this.#env,
      atMs: this.atMs,
      id: this.#newId(),
      traceId: this.traceId,
      spanId: this.traceId === null ? null : this.newSpan(),
      parentSpanId,
    });
    this.#sample.records.push(call);
    this.atMs += call.latencyMs;
  }

  /** A step with a duration. */
  step(
    type: ObservationType,
    name: string,
    durationMs: number,
    parentSpanId: string,
    attributes: JsonObject,
    error: string | null = null,
  ): void {
    const at = { atMs: this.atMs, durationMs, spanId: this.newSpan(), parentSpanId };
    this.observe(type, name, error === null ? at : { ...at, error }, attributes);
    this.atMs += durationMs;
  }

  observe(
    type: ObservationType,
    name: string,
    at: { atMs: number; durationMs: number; spanId: string; parentSpanId: string | null; error?: string },
    attributes: JsonObject,
  ): void {
    if (this.traceId === null) return;
    const observation: ObservationRecord = {
      kind: 'observation',
      id: this.#newId(),
      type,
      name,
      timestampMs: at.atMs,
      durationMs: at.durationMs,
      error: at.error ?? null,
      traceId: this.traceId,
      spanId: at.spanId,
      parentSpanId: at.parentSpanId,
      sessionId: this.#role.sessionId,
      tool: type === 'tool' ? name : '',
      operation: '',
      labels: {
        ...NO_LABELS,
        userId: this.#role.user,
        agent: this.#role.agent,
        environment: this.#env,
        release: releaseAt(at.atMs, this.#sample.nowMs),
      },
      tags: {},
      attributes,
    };
    this.#sample.records.push(observation);
  }

  /** The agent span around all its work; `work` returns whether it completed. */
  run(work: (spanId: string) => boolean): void {
    const spanId = this.newSpan();
    const fromMs = this.atMs;
    const done = work(spanId);
    this.observe(
      'agent',
      this.#role.agent,
      {
        atMs: fromMs,
        durationMs: this.atMs - fromMs,
        spanId,
        parentSpanId: null,
        ...(done ? {} : { error: 'The model did not answer.' }),
      },
      {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': this.#role.agent,
        'user.id': this.#role.user,
        'deployment.environment.name': this.#env,
      },
    );
  }
}
