// Runs columns: each is its own request, and stopping one does not stop the others.
import { useCallback, useEffect, useRef, useState } from 'react';
import { isApiError, respond, useProjectId } from '#api';
import { serverEvents } from '#lib/server-events';
import type { RunBody, ToolCallData } from './draft.ts';

interface RunUsage {
  inputTokens: number | null;
  outputTokens: number | null;
  costUsd: number | null;
  latencyMs: number;
  ttftMs: number | null;
}

interface RunFault {
  reason: string;
  message: string;
  detail: string | null;
}

export interface PlaygroundRunState {
  status: 'running' | 'done' | 'failed' | 'stopped';
  text: string;
  reasoning: string;
  toolCalls: readonly ToolCallData[];
  /** While it runs, an estimate. */
  latencyMs: number;
  costUsd: number | null;
  usage: RunUsage | null;
  output: { valid: boolean; problem: string | null } | null;
  finish: string | null;
  fault: RunFault | null;
  /** An error before the stream began. */
  error: unknown;
  callId: string | null;
}

const STARTED: PlaygroundRunState = {
  status: 'running',
  text: '',
  reasoning: '',
  toolCalls: [],
  latencyMs: 0,
  costUsd: null,
  usage: null,
  output: null,
  finish: null,
  fault: null,
  error: null,
  callId: null,
};

/** The state after an event. */
function afterEvent(run: PlaygroundRunState, event: string, data: unknown): PlaygroundRunState {
  const given = data as never;
  switch (event) {
    case 'delta':
      return { ...run, text: run.text + (given as { text: string }).text };
    case 'reasoning':
      return { ...run, reasoning: run.reasoning + (given as { text: string }).text };
    case 'tool_call':
      return { ...run, toolCalls: [...run.toolCalls, given] };
    case 'progress':
      return { ...run, ...(given as Pick<PlaygroundRunState, 'latencyMs' | 'costUsd'>) };
    case 'usage': {
      const usage = given as RunUsage;
      return { ...run, usage, latencyMs: usage.latencyMs, costUsd: usage.costUsd };
    }
    case 'output':
      return { ...run, output: given };
    case 'done':
      return { ...run, status: 'done', ...(given as Pick<PlaygroundRunState, 'finish' | 'callId'>) };
    case 'error': {
      const { callId, ...fault } = given as RunFault & { callId: string | null };
      return { ...run, status: 'failed', fault, callId };
    }
    default:
      return run;
  }
}

export function usePlaygroundRuns() {
  const projectId = useProjectId();
  const [runs, setRuns] = useState<Readonly<Record<number, PlaygroundRunState>>>({});
  const stops = useRef(new Map<number, AbortController>());
  useEffect(() => {
    const running = stops.current;
    return () => {
      for (const stop of running.values()) stop.abort();
    };
  }, []);

  const stop = useCallback((key: number) => stops.current.get(key)?.abort(), []);

  const start = useCallback(
    async (key: number, body: RunBody) => {
      stops.current.get(key)?.abort();
      const controller = new AbortController();
      stops.current.set(key, controller);
      const isCurrent = () => stops.current.get(key) === controller;
      const change = (next: (run: PlaygroundRunState) => PlaygroundRunState) => {
        if (isCurrent()) setRuns((all) => ({ ...all, [key]: next(all[key] ?? STARTED) }));
      };
      change(() => STARTED);
      try {
        const { signal } = controller;
        const response = await respond('post', '/v1/playground/runs', { body }, { projectId, signal });
        if (response.body)
          for await (const { event, data } of serverEvents(response.body))
            change((run) => afterEvent(run, event, data));
        // A stream that was cut has no last event.
        change((run) => (run.status === 'running' ? { ...run, status: 'stopped' } : run));
      } catch (error) {
        const status = controller.signal.aborted ? 'stopped' : 'failed';
        const shown = isApiError(error) && !controller.signal.aborted ? error : null;
        change((run) => ({ ...run, status, error: shown }));
      }
    },
    [projectId],
  );

  const forget = useCallback((key: number) => {
    stops.current.get(key)?.abort();
    stops.current.delete(key);
    setRuns(({ [key]: _gone, ...rest }) => rest);
  }, []);

  return { runs, start, stop, forget };
}
