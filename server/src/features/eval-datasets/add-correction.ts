// A correction of a reviewer becomes an item: the input of the call, and what it should have answered.
import { AppError } from '#lib/app-error';
import type { Context } from '#core/context';
import { selectCall } from '#records';
import { scopeOf, withContent } from '#services/record-access';
import { addItems } from './add-items.ts';
import { itemTextsOf } from './item-from-call.ts';

/** What became of a correction: `added`, or the reason why the dataset did not take it. */
export type CorrectionOutcome =
  | 'added'
  | 'already_in_dataset'
  | 'call_gone'
  | 'content_not_stored'
  | 'content_unreadable'
  | 'dataset_frozen'
  | 'dataset_full'
  | 'dataset_gone'
  | 'no_input';

export async function addCorrectionItem(
  ctx: Context,
  id: number,
  { callId, expectedOutput }: { callId: string; expectedOutput: string },
): Promise<CorrectionOutcome> {
  const read = await ctx.records.ask(scopeOf(ctx), selectCall(callId));
  if (!read) return 'call_gone';
  const most = ctx.account.itemCharacters;
  const [call = read.call] = await withContent(ctx, [{ record: read.call, hasContent: read.hasContent }]);
  const texts = itemTextsOf(call, read.hasContent, most);
  if (typeof texts === 'string') return texts;
  const item = {
    inputText: texts.input.text,
    expectedOutput: expectedOutput.slice(0, most),
    sourceCallId: callId,
  };
  try {
    const { skipped } = await addItems(ctx, id, [item]);
    return skipped[0]?.reason ?? 'added';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'not_found') return 'dataset_gone';
    if (error.reason === 'dataset_frozen') return 'dataset_frozen';
    throw error;
  }
}
