// Loads calls for probes: calls judged recently, with decrypted content.
import type { Context } from '#core/context';
import { selectCall, selectCallsAt, type CallRecord, type ReadCall } from '#records';
import { plainText, stepsOf } from '#services/conversation';
import { scopeOf, withContent } from '#services/record-access';
import type { ProbeCall } from './probe.ts';
import type { JudgedCall } from './store.ts';

const ENOUGH = 24;
const PAGE = 40;
const MAX_LOOKED_AT = 200;
/** The content of one page is in memory at once. */
const MAX_BYTES = 8 * 1_048_576;
/** The judge sees a longer output without its middle, which may contain the damage. */
const MAX_OUTPUT_CHARS = 20_000;

export async function probeCalls(ctx: Context, judged: readonly JudgedCall[]): Promise<ProbeCall[]> {
  const calls: ProbeCall[] = [];
  const looked = judged.slice(0, MAX_LOOKED_AT);
  for (let at = 0; at < looked.length && calls.length < ENOUGH; at += PAGE) {
    const found = await readCalls(ctx, looked.slice(at, at + PAGE));
    const opened = await withContent(
      ctx,
      found
        .filter(({ hasContent }) => hasContent)
        .map(({ call, hasContent }) => ({ record: call, hasContent })),
      MAX_BYTES,
    );
    calls.push(...opened.flatMap((call) => probeCall(call) ?? []));
  }
  return calls.slice(0, ENOUGH);
}

/** Calls made by evaluation runs are not among the calls that people review, so they are read separately. */
async function readCalls(ctx: Context, judged: readonly JudgedCall[]): Promise<ReadCall[]> {
  const places = judged.map(({ callId: id, timestampMs }) => ({ id, timestampMs }));
  const found = await ctx.records.ask(scopeOf(ctx), selectCallsAt(places));
  const read: ReadCall[] = [];
  for (const { id } of places) {
    const call = found.get(id) ?? (await ctx.records.ask(scopeOf(ctx), selectCall(id)));
    if (call) read.push(call);
  }
  return read;
}

function probeCall({ id, requestMeta, toolCalls }: CallRecord): ProbeCall | null {
  const { input, output, systemInstructions } = requestMeta ?? {};
  const text = plainText(output);
  if (text === null || text.trim() === '' || text.length > MAX_OUTPUT_CHARS) return null;
  const asked = stepsOf(input, 'user');
  return {
    callId: id,
    input: asked.map((step) => step.text).join('\n'),
    output: text,
    content: {
      ...(input === undefined ? {} : { input }),
      ...(systemInstructions === undefined ? {} : { systemInstructions }),
      toolCalls,
    },
  };
}
