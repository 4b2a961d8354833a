// Reads a whole trace or session with its content, for the judge and for rules.
import { Limiter } from '#lib/limiter';
import type { Context } from '#core/context';
import { perProcess } from '#core/process-state';
import { selectSessionSpans, selectTrace, type StoredRecord } from '#records';
import { transcriptOf } from '#services/conversation';
import { scopeOf, sealedContentOf } from '#services/record-access';
import { traceFacts, type EvaluatedTrace } from './trace-facts.ts';

/** A transcript leaves out its middle, so it needs no more. */
const TRANSCRIPT_SPANS = 500;
export const MAX_TRACE_SPANS = 2_000;
/** The maximum content of one trace that is decrypted. A transcript is far shorter. */
const MAX_CONTENT_BYTES = 16 * 1_048_576;
/** Limits the number of whole traces in memory. Their results are short. */
const tracesOf = perProcess(() => new Limiter({ total: 2 }));

/** What a criterion about more than one call looks at. */
export interface WholeRun {
  kind: 'trace' | 'session';
  id: string;
}

/** Null if no content is known, or if the signal aborts. */
export const readTranscript = (ctx: Context, whole: WholeRun, signal: AbortSignal): Promise<string | null> =>
  tracesOf(ctx).run(
    ctx.account.id,
    async () => transcriptOf((await readRecords(ctx, whole, TRANSCRIPT_SPANS)).records),
    { signal },
  );

interface ReadFacts {
  /** Null if there is no model call. */
  facts: EvaluatedTrace | null;
  /** Some spans, or some content, were not read. */
  isCut: boolean;
}

/** Null if the signal aborts. */
export const readTraceFacts = (
  ctx: Context,
  whole: WholeRun,
  signal: AbortSignal,
): Promise<ReadFacts | null> =>
  tracesOf(ctx).run(
    ctx.account.id,
    async () => {
      const { records, isCut } = await readRecords(ctx, whole, MAX_TRACE_SPANS);
      return { facts: traceFacts(records), isCut };
    },
    { signal },
  );

async function readRecords(
  ctx: Context,
  { kind, id }: WholeRun,
  maxSpans: number,
): Promise<{ records: StoredRecord[]; isCut: boolean }> {
  const { calls, observations, truncated } = await ctx.records.ask(
    scopeOf(ctx),
    kind === 'trace' ? selectTrace(id, maxSpans) : selectSessionSpans(id, maxSpans),
  );
  const found = [
    ...calls.map(({ call: record, hasContent }) => ({ record, hasContent })),
    ...observations.map(({ observation: record, hasContent }) => ({ record, hasContent })),
  ];
  const { open, isCut } = await sealedContentOf(ctx, found, MAX_CONTENT_BYTES);
  return { records: found.map(({ record }) => open<StoredRecord>(record)), isCut: truncated || isCut };
}
