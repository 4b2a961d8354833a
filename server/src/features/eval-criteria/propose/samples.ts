// Sample calls that show the judge what the application does. A call that cannot be shown is reported and
// skipped.
import { unknownId } from '#lib/app-error';
import type { Context } from '#core/context';
import { selectCall, type CallRecord } from '#records';
import { materialOf } from '#services/conversation';
import type { Part } from '#services/models';
import { scopeOf, withContent } from '#services/record-access';
import type { Proposals } from './schemas.ts';

/** Enough to see the topic; five samples cost about as much as one long call. */
const SAMPLE_TOKENS = 3_000;

const MESSAGES = {
  content_not_stored:
    'The content of this call was not stored. Once message storage is switched on, the content of new calls is stored.',
  content_unreadable: 'The content of this call cannot be decrypted with the master key of this service.',
  no_output: 'The call has neither an output nor tool calls to look at.',
} as const;

interface Samples {
  parts: Part[];
  partialFailures: Proposals['partialFailures'];
}

/** Throws a 404 if a call does not exist or is not visible. */
export async function samplesOf(ctx: Context, callIds: readonly string[]): Promise<Samples> {
  const calls: { record: CallRecord; hasContent: boolean }[] = [];
  for (const [at, id] of callIds.entries()) {
    const read = await ctx.records.ask(scopeOf(ctx), selectCall(id));
    if (!read) throw unknownId(`sampleCallIds.${at}`, 'Sample call not found.');
    calls.push({ record: read.call, hasContent: read.hasContent });
  }
  const samples: Samples = { parts: [], partialFailures: [] };
  const opened = await withContent(ctx, calls);
  opened.forEach((call, at) => {
    const parts = partsOf(call);
    const reason = parts ? null : whyNot(call, calls[at]?.hasContent === true);
    if (reason) samples.partialFailures.push({ callId: call.id, reason, message: MESSAGES[reason] });
    for (const { title, text } of parts ?? []) {
      samples.parts.push({ title: `SAMPLE ${at + 1} ${title}`, text });
    }
  });
  return samples;
}

function partsOf({ requestMeta, toolCalls }: CallRecord): Part[] | null {
  const { input, output, systemInstructions } = requestMeta ?? {};
  return materialOf(
    {
      ...(input === undefined ? {} : { input }),
      ...(output === undefined ? {} : { output }),
      ...(systemInstructions === undefined ? {} : { systemInstructions }),
      toolCalls,
    },
    SAMPLE_TOKENS,
  );
}

/** Undecryptable content is null; expired content is absent. */
function whyNot({ requestMeta }: CallRecord, hasContent: boolean): keyof typeof MESSAGES {
  const { input, output } = requestMeta ?? {};
  if (hasContent && input === null && output === null) return 'content_unreadable';
  return input === undefined || input === null ? 'content_not_stored' : 'no_output';
}
