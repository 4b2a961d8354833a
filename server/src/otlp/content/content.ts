// What was said to the model and by it, from whichever place the span has it.
import type { Json } from '#records';
import { INPUT_SPREADS, OUTPUT_SPREADS } from '#semconv';
import { cutBytes, MAX_INPUT, MAX_OUTPUT, MAX_SYSTEM, sizeOf } from '../bounds.ts';
import type { Reading } from '../reading.ts';
import type { Span } from '../span.ts';
import { contentOfEvents } from './events.ts';
import { parsed } from './json-text.ts';
import { gather } from './spread.ts';
import { toolCallsOf } from './tool-calls.ts';

export interface Content {
  input: Json | undefined;
  output: Json | undefined;
  systemInstructions: Json | undefined;
  toolCalls: Json;
  /** Which of them were cut. */
  truncated: string[];
}

export function contentOf(span: Span, reading: Reading): Content {
  const { value } = reading;
  const events = span.events.length > 0 ? contentOfEvents(span.events) : undefined;
  const truncated: string[] = [];
  const take = (name: string, found: Json | undefined, limit: number): Json | undefined => {
    if (found === undefined) return undefined;
    const bounded = within(found, limit);
    if (bounded.cut) truncated.push(name);
    return bounded.value;
  };
  const input = value.input ?? spread(reading, INPUT_SPREADS) ?? events?.input;
  const output = value.output ?? spread(reading, OUTPUT_SPREADS) ?? events?.output;
  const structure = output === undefined ? undefined : parsed(output);
  return {
    input: take('input', input, MAX_INPUT),
    output: take('output', structure, MAX_OUTPUT),
    systemInstructions: take(
      'systemInstructions',
      value.systemInstructions ?? events?.systemInstructions,
      MAX_SYSTEM,
    ),
    toolCalls: toolCallsOf(structure, value.toolCalls),
    truncated,
  };
}

function spread({ spread }: Reading, beginnings: readonly string[]): Json[] | undefined {
  for (const beginning of beginnings) {
    const entries = spread?.get(beginning);
    if (entries) return gather(beginning, entries);
  }
  return undefined;
}

/** As a structure where it fits, else the beginning of it as text: half the room, for the quotes in it are escaped again. */
function within(found: Json, limit: number): { value: Json; cut: boolean } {
  if (typeof found === 'string') {
    const fits = found.length * 3 <= limit || Buffer.byteLength(found) <= limit;
    return fits ? { value: parsed(found), cut: false } : { value: cutBytes(found, limit / 2), cut: true };
  }
  if (sizeOf(found) <= limit) return { value: found, cut: false };
  return { value: cutBytes(JSON.stringify(found), limit / 2), cut: true };
}
