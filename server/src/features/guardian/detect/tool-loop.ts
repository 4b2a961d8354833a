// Detects the same tool with the same arguments again and again in one trace. The cause is the tool, so a
// tool that polls on purpose is dismissed once.
import { counted, named, number } from '#lib/wording';
import { graded } from '../kinds.ts';
import type { Sighting } from './sighting.ts';
import type { Repeat } from '../records/traces.ts';

export const MIN_REPEATS = 5;

interface Loop {
  project: number;
  traceId: string;
  tool: string;
  /** Counts by source, because tool spans and the calls that requested them report the same tool calls. */
  times: { call: number; observation: number };
  most: number;
  callIds: string[];
  firstMs: number;
  lastMs: number;
}

export function toolLoops(repeats: readonly Repeat[]): Sighting[] {
  const loops = new Map<string, Loop>();
  for (const repeat of repeats) {
    if (repeat.times < MIN_REPEATS) continue;
    const tool = repeat.source === 'call' ? toolsIn(repeat.told) : named(repeat.told);
    const key = JSON.stringify([repeat.project, repeat.traceId, tool]);
    const { project, traceId, firstMs, lastMs } = repeat;
    const loop: Loop = loops.get(key) ?? {
      project,
      traceId,
      tool,
      times: { call: 0, observation: 0 },
      most: 0,
      callIds: [],
      firstMs,
      lastMs,
    };
    loop.times[repeat.source] += repeat.times;
    loop.most = Math.max(loop.most, repeat.times);
    loop.callIds.push(...repeat.callIds);
    loop.firstMs = Math.min(loop.firstMs, firstMs);
    loop.lastMs = Math.max(loop.lastMs, lastMs);
    loops.set(key, loop);
  }
  return [...loops.values()].map(sightingOf);
}

function sightingOf({ project, traceId, tool, times, most, callIds, firstMs, lastMs }: Loop): Sighting {
  const total = Math.max(times.call, times.observation);
  const name = tool === '' ? 'A tool' : tool;
  return {
    kind: 'tool_loop',
    project,
    cause: tool,
    byOccasion: false,
    unit: traceId,
    total,
    severity: graded(most, [MIN_REPEATS, 10, 50]),
    title: `${name} was called ${number(most)} times with the same arguments`,
    detail:
      `In trace ${named(traceId)} the tool ${tool === '' ? 'without a name' : tool} was called ${counted(most, 'time')} with exactly the same ` +
      'arguments. An agent that repeats a step rarely gets another answer: check what the tool returns and limit the loop.',
    values: { tool, repeats: most, threshold: MIN_REPEATS, traceId },
    callIds,
    traceIds: [traceId],
    firstMs,
    lastMs,
  };
}

/** The tool names in stored tool calls, or '' if there are none. */
export function toolsIn(text: string): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    // The text was cut off or is not JSON.
    parsed = [...text.matchAll(/"name":"([^"\\]{1,200})"/g)].map(([, name]) => ({ name }));
  }
  const names = (Array.isArray(parsed) ? parsed : [parsed]).map(nameOf).filter((name) => name !== '');
  return named([...new Set(names)].join(', '));
}

function nameOf(toolCall: unknown): string {
  if (typeof toolCall !== 'object' || toolCall === null) return '';
  const { name, function: inner } = toolCall as { name?: unknown; function?: unknown };
  if (typeof name === 'string') return name;
  return inner === undefined ? '' : nameOf(inner);
}
