// Detects that two runs scored the same outputs. The comparison then only shows differences in scoring, and
// the change under test was not in place.
import type { Context } from '#core/context';
import { digestOf } from '#content';
import { EVAL_RUN_TAG } from '#semconv';
import { selectCalls, type CallRecord, type Json } from '#records';
import { scopeOf, withContent } from '#services/record-access';
import { selectRunItems, type RunRow, type StoredItemRow } from './store.ts';

/** The number of shared outputs if all are the same; null if one differs or none is known. */
export async function sameOutputs(ctx: Context, before: RunRow, after: RunRow): Promise<number | null> {
  const [left, right] = await Promise.all([
    selectRunItems(ctx.db, before.id),
    selectRunItems(ctx.db, after.id),
  ]);
  const others = new Map(right.map((item) => [item.item_key, item]));
  const shared = left.flatMap((item) => {
    const other = others.get(item.item_key);
    return other === undefined ? [] : [[item, other] as const];
  });
  // The same call is the same output. Dataset items have one call per run.
  const made = shared.filter(([item, other]) => item.call_id !== other.call_id);
  const [outputs, otherOutputs] = await Promise.all([
    made.length === 0 ? new Map<string, string>() : outputsOf(ctx, before, left),
    made.length === 0 ? new Map<string, string>() : outputsOf(ctx, after, right),
  ]);
  const known = made.filter(([item, other]) => outputs.has(item.call_id) && otherOutputs.has(other.call_id));
  const same = known.every(([item, other]) => outputs.get(item.call_id) === otherOutputs.get(other.call_id));
  const count = shared.length - made.length + known.length;
  return same && count > 0 ? count : null;
}

/** Digests of the generated outputs, by call. Deleted calls are missing. */
async function outputsOf(
  ctx: Context,
  run: RunRow,
  items: readonly StoredItemRow[],
): Promise<Map<string, string>> {
  // An item without an output has no time.
  const times = items.map(({ call_timestamp: time }) => time).filter((time) => time > 0);
  if (times.length === 0) return new Map();
  const found = await ctx.records.ask(
    scopeOf(ctx),
    selectCalls(
      {
        tags: { [EVAL_RUN_TAG]: String(run.id) },
        includeEvalRuns: true,
        startMs: Math.min(...times),
        endMs: Math.max(...times) + 1,
      },
      { order: { by: 'timestamp', descending: true }, after: null, limit: items.length },
    ),
  );
  const calls = await withContent(
    ctx,
    found.map(({ call: record, hasContent }) => ({ record, hasContent })),
  );
  return new Map(
    calls.flatMap((call) => {
      const digest = outputDigest(call);
      return digest === null ? [] : [[call.id, digest]];
    }),
  );
}

/** With the calls of tools, of which an answer may consist. */
function outputDigest({ requestMeta: meta, toolCalls }: CallRecord): string | null {
  const text = textDigest(meta);
  if (text === null || !Array.isArray(toolCalls)) return text;
  const made = toolCalls.map((each) => [field(each, 'name') ?? null, field(each, 'arguments') ?? null]);
  return `${text} ${digestOf(made).sha256}`;
}

/** Without plaintext storage the record only has the digest. */
function textDigest(meta: CallRecord['requestMeta']): string | null {
  const output = meta?.['output'];
  if (output !== undefined && output !== null) return digestOf(output).sha256;
  const kept = field(field(meta?.['contentDigest'], 'output'), 'sha256');
  return typeof kept === 'string' ? kept : null;
}

const field = (value: Json | undefined, name: string): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value[name] : undefined;
