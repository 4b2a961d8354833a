// What the product stored for an account, through its public interface.
import { setTimeout as pause } from 'node:timers/promises';
import type { Expected } from './client.ts';
import { ask } from './product.ts';
import { filesIn, type StoredFiles } from './stored-files.ts';

interface CallMeta {
  cachedTokens?: number;
  cacheWriteTokens?: number;
  reasoningTokens?: number;
  audioTokens?: number;
  userId?: string;
  promptName?: string;
  input?: unknown;
  output?: unknown;
}

export interface StoredCall {
  id: string;
  provider: string;
  model: string;
  timestamp: string;
  promptTokens: number;
  completionTokens: number;
  costUsd: number;
  error: string | null;
  errorDetails: unknown;
  tags: Record<string, string> | null;
  traceId: string | null;
  sessionId: string | null;
  toolCalls: unknown;
  requestMeta: CallMeta | null;
  /** Names of the spans above, the nearest first. */
  above: string[];
}

interface StoredSpan {
  name: string;
  type: string;
  above: string[];
}

interface StoredScore {
  name: string;
  value: unknown;
  callId?: string | null;
  traceId?: string | null;
}

export interface Stored {
  calls: StoredCall[];
  spans: StoredSpan[];
  scores: StoredScore[];
  /** Causes of what was not stored, with counts. */
  rejected: string[];
  /** If files are expected. */
  files?: StoredFiles;
}

interface TraceNode {
  id: string;
  kind: 'llm' | 'observation';
  type: string;
  name: string;
  call: StoredCall | null;
  children: TraceNode[];
}

interface Diagnostics {
  totals: { rejected: number; refused: number };
  sources: { reasons: { kind: string; reason: string; count: number; example: unknown }[] }[];
}

const WAIT_MS = 20_000;
/** How long to wait after the last change, because something unexpected may still arrive. */
const SETTLE_MS = 1_500;

export class Account {
  readonly #url: string;
  readonly #apiKey: string;

  constructor(url: string, apiKey: string) {
    this.#url = url;
    this.#apiKey = apiKey;
  }

  #ask(method: string, place: string, body?: unknown): Promise<unknown> {
    return ask(this.#url, this.#apiKey, method, place, body);
  }

  async #calls(): Promise<StoredCall[]> {
    const page = await this.#ask('POST', '/v1/query/calls', { limit: 200, sortOrder: 'asc' });
    return (page as { records: StoredCall[] }).records;
  }

  async #traces(): Promise<string[]> {
    const page = await this.#ask('POST', '/v1/query/traces', {});
    return (page as { traces: { traceId: string }[] }).traces.map(({ traceId }) => traceId);
  }

  /** Waits for as many calls and scores as are expected, and a little longer. */
  async settled({ calls, scores = [], allTraces, files }: Expected): Promise<Stored> {
    const deadline = Date.now() + WAIT_MS;
    while (Date.now() < deadline) {
      if (
        (await this.#calls()).length >= calls.length &&
        (await this.#scores(scores.length)).length >= scores.length
      )
        break;
      await pause(250);
    }
    await pause(SETTLE_MS);
    return this.#read(scores.length, allTraces === true, files !== undefined);
  }

  async #scores(expected: number): Promise<StoredScore[]> {
    if (expected === 0) return [];
    return ((await this.#ask('GET', '/v1/scores?limit=100')) as { scores: StoredScore[] }).scores;
  }

  async #read(scores: number, allTraces: boolean, withFiles: boolean): Promise<Stored> {
    const listed = await this.#calls();
    const calls: StoredCall[] = [];
    const spans: StoredSpan[] = [];
    const places: string[] = [];
    const walk = (node: TraceNode, above: string[]): void => {
      if (node.call) calls.push({ ...node.call, above });
      else spans.push({ name: node.name, type: node.type, above });
      for (const child of node.children) walk(child, [node.name, ...above]);
    };
    const spanPlaces = (traceId: string, node: TraceNode): string[] => [
      ...(node.call ? [] : [`/v1/query/trace/${traceId}/spans/${encodeURIComponent(node.id)}`]),
      ...node.children.flatMap((child) => spanPlaces(traceId, child)),
    ];
    const traces = new Set(listed.flatMap((call) => call.traceId ?? []));
    if (allTraces) for (const traceId of await this.#traces()) traces.add(traceId);
    for (const traceId of traces) {
      const trace = await this.#ask('GET', `/v1/query/trace/${encodeURIComponent(traceId)}`);
      for (const node of (trace as { nodes: TraceNode[] }).nodes) {
        walk(node, []);
        if (withFiles) places.push(...spanPlaces(encodeURIComponent(traceId), node));
      }
    }
    for (const { id } of listed.filter((call) => call.traceId === null)) {
      const one = await this.#ask('GET', `/v1/query/calls/${encodeURIComponent(id)}`);
      calls.push({ ...(one as { call: StoredCall }).call, above: [] });
    }
    const { sources } = (await this.#ask('GET', '/v1/ingest/diagnostics')) as Diagnostics;
    const rejected = sources
      .flatMap(({ reasons }) => reasons)
      .filter(({ kind }) => kind === 'rejected' || kind === 'refused')
      .map(({ kind, reason, count, example }) => `${count} ${kind}: ${reason} (${String(example)})`);
    return {
      calls: calls.toSorted((left, right) => left.timestamp.localeCompare(right.timestamp)),
      spans,
      scores: await this.#scores(scores),
      rejected,
      ...(withFiles && {
        files: await filesIn(
          this.#url,
          this.#apiKey,
          listed.map(({ id }) => `/v1/query/calls/${encodeURIComponent(id)}`),
          places,
        ),
      }),
    };
  }
}
